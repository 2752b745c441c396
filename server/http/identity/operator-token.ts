/**
 * Which operator a request comes from, by the tokens of the configuration. They are compared in constant time, so that the
 * time of an answer says nothing about them.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

export interface Operator {
  /** The name in the record of calls. */
  readonly name: string;
  readonly token: string;
}

/** The answer to an operator's call without a valid operator token. */
export const WITHOUT_OPERATOR =
  'The operator token is missing or wrong. Send it as the header "Authorization: Bearer TOKEN".';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The operator's name, empty if no token fits. Goes on comparing after one fits, so that the time does not reveal which. */
export function operatorOf({ headers }: FastifyRequest, operators: readonly Operator[]): string {
  const given = digest(headers.authorization ?? '');
  let found = '';
  for (const { name, token } of operators) if (timingSafeEqual(given, digest(`Bearer ${token}`))) found = name;
  return found;
}
