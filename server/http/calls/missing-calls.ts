/**
 * Paths that begin like those of calls but match none: the client is a program, and gets 404 in the envelope of calls instead of a page.
 */
import { DEFAULT_LOCALE } from '@agio/contracts/locales';
import { isPagePath } from '@agio/contracts/navigation';
import { contractPage } from '@agio/contracts/navigation-rules';
import { pathOf, segmentsOf } from '@agio/contracts/page-path';
import type { FastifyReply, FastifyRequest } from 'fastify';

const LONGEST_NAMED = 200;

/**
 * Whether a path belongs to calls, by its first or its first two segments. Those of files at the root and of the data of
 * pages (`/market.data`) have a dot and belong to none.
 */
export function isCallPath(target: string): boolean {
  const [first = '', second = ''] = segmentsOf(pathOnly(target));
  if (first.includes('.')) return false;
  const heads = second.includes('.') ? [[first]] : [[first], [first, second]];
  return heads.some((head) => !isPagePath(pathOf(head)));
}

/**
 * The page that somebody means who types such an address into a browser, with what the address has after its `?`; null: no browser asks,
 * or no page has that name.
 */
export function pageMeant({ method, headers, url }: FastifyRequest): string | null {
  const isVisit = (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
  if (!isVisit) return null;
  const [path = '', ...search] = url.split(/(?=[?#])/);
  const segments = segmentsOf(path);
  const prefix = segments[0] === DEFAULT_LOCALE ? [DEFAULT_LOCALE] : [];
  const page = contractPage(segments.slice(prefix.length));
  return page === null ? null : pathOf([...prefix, ...page]) + search.join('');
}

/** Request weight of a path that answers no call. */
export const MISSING_WEIGHT = 1;

/** HTTP 404, whatever the method. The request has been counted against its limit before. */
export async function missingCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = pathOnly(request.url).slice(0, LONGEST_NAMED);
  return reply.code(404).send({ code: 404, msg: `There is no call ${request.method} ${path}.`, data: null });
}

const pathOnly = (target: string): string => target.split(/[?#]/, 1)[0] ?? '';
