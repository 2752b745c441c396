/** Runs a call's use case after checking permission and parameters. Used by HTTP and by pages. */
import { createHash } from 'node:crypto';
import type { Caller, ReplyControl, Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import { z } from 'zod';
import { checkAnswer } from './call.ts';
import { WITHOUT_OPERATOR } from '../identity/operator-token.ts';
import type { HttpOptions } from '../options.ts';
import { plainIssue } from './plain-issues.ts';

export interface Asked {
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller;
  readonly isOperator: boolean;
  /** Empty: none. */
  readonly idempotencyKey: string;
  readonly reply: ReplyControl;
  /** Counts the part of the weight that depends on body and query. For a call inside a page, what the page's weight does not cover. */
  weigh(more: number): Promise<void>;
}

/** The data of the answer. Throws a Refusal, or what the handler throws. */
export async function runUseCase(
  { endpoint, handler }: Route,
  asked: Asked,
  { checksAnswers }: Pick<HttpOptions, 'checksAnswers'>,
): Promise<unknown> {
  const { caller, idempotencyKey, reply } = asked;
  if (endpoint.permission.kind === 'login' && caller.uid === 0) throw new Refusal('NOT_LOGGED_IN');
  if (endpoint.permission.kind === 'operator' && !asked.isOperator)
    throw new Refusal('FORBIDDEN', {}, WITHOUT_OPERATOR);
  const query = parse(endpoint.query, asked.query);
  const body = endpoint.method === 'GET' ? {} : parse(endpoint.body, asked.body ?? {});
  const more = endpoint.moreWeight(body, query);
  if (more > 0) await asked.weigh(more);
  const fingerprint = createHash('sha256')
    .update(`${endpoint.path}\n${JSON.stringify(body)}`)
    .digest('hex')
    .slice(0, 32);
  const data = await handler({
    query: query as never,
    body: body as never,
    caller,
    idempotencyKey,
    fingerprint,
    reply,
  });
  if (checksAnswers) checkAnswer(endpoint, data);
  return data;
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: plainIssue });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Refusal('BAD_REQUEST', {
    detail: `${issue?.path.join('.') || 'the request'} ${issue?.message ?? 'is not valid'}`,
    field: issue?.path.join('.') ?? '',
  });
}
