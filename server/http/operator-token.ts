/** Who may call as the operator: the token of DATA_DIR/operator-token, compared in a time that tells nothing of it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export function isOperator({ headers }: FastifyRequest, operatorToken: string): boolean {
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${operatorToken}`));
}
