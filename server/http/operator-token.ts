/** Who calls as which operator: by the tokens of the configuration, compared in a time that tells nothing of them. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

export interface Operator {
  /** What the record of their calls says. */
  readonly name: string;
  readonly token: string;
}

/** What a call hears that needs an operator and came without the token of one. */
export const WITHOUT_OPERATOR =
  'The operator token is missing or wrong. Send it as the header "Authorization: Bearer TOKEN".';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The operator's name; empty: none of them. Every token is compared, whichever fits. */
export function operatorOf({ headers }: FastifyRequest, operators: readonly Operator[]): string {
  const given = digest(headers.authorization ?? '');
  let found = '';
  for (const { name, token } of operators) if (timingSafeEqual(given, digest(`Bearer ${token}`))) found = name;
  return found;
}
