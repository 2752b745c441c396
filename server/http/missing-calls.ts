/** Paths where calls live and no call is: whoever asks there is a program, and is told so in the envelope of calls. */
import { isPagePath } from '@agio/contracts/navigation';
import { pathOf, segmentsOf } from '@agio/contracts/page-path';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What React Router asks itself for. */
const ROUTERS_OWN = '__manifest';
const LONGEST_NAMED = 200;

/** Whether the first segments of an address belong to calls. Files at the root, and data of pages, have a dot in theirs. */
export function isCallPath(target: string): boolean {
  const [first = '', second = ''] = segmentsOf(pathOnly(target));
  if (first.includes('.') || first === ROUTERS_OWN) return false;
  const heads = second.includes('.') ? [[first]] : [[first], [first, second]];
  return heads.some((head) => !isPagePath(pathOf(head)));
}

/** Request weight of a path that answers no call. */
export const MISSING_WEIGHT = 1;

/** HTTP 404, whatever the method. Whoever routes a request here has counted it. */
export async function missingCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = pathOnly(request.url).slice(0, LONGEST_NAMED);
  return reply.code(404).send({ code: 404, msg: `There is no call ${request.method} ${path}.`, data: null });
}

const pathOnly = (target: string): string => target.split(/[?#]/, 1)[0] ?? '';
