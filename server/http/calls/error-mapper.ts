/**
 * The one place where an exception becomes an answer. A refusal of the site is HTTP 200 with its code; the dialect's errors keep their
 * HTTP status; outside failures say that nothing was done, or that the outcome is unknown; anything else is our own bug, and its details
 * are not shown.
 */
import { DialectError, Refusal, REFUSALS, TooBusy } from '@agio/contracts/errors';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { EngineBusy, EngineStopped } from '../../engine/index.ts';
import { createNews } from '../../failures/news.ts';
import { HistoryNotThereYet, isDatabaseAway } from '../../store/index.ts';

interface Answer<Body> {
  readonly status: number;
  /** 0: the header is not sent. */
  readonly retryAfterSeconds: number;
  readonly body: Body;
}

type Logger = Pick<FastifyBaseLogger, 'error'>;

/** Whoever finds a request that fails could send it thousands of times a minute. */
const isNews = createNews();

export function mapError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const told = isTooLarge(error) ? saysTheLimit(error, request.routeOptions.bodyLimit) : error;
  const isDialect = (request.routeOptions.config as { isDialect?: boolean }).isDialect === true;
  const answer = isDialect ? dialectAnswer(told, request.log) : siteAnswer(told, request.log);
  if (answer.retryAfterSeconds > 0) reply.header('retry-after', String(answer.retryAfterSeconds));
  return reply.code(answer.status).send(answer.body);
}

const isTooLarge = (error: Error): boolean => (error as { statusCode?: number }).statusCode === 413;

/** The framework's own sentence names no limit. */
function saysTheLimit(error: Error, bytes: number): Error {
  const sentence = `The request body is too large: at most ${bytes.toLocaleString('en-US')} bytes are read.`;
  return Object.assign(new Error(sentence, { cause: error }), { statusCode: 413 });
}

/** The answer of the site's calls. */
export function siteAnswer(
  error: Error,
  log: Logger,
): Answer<{ readonly code: number; readonly msg: string; readonly data: unknown }> {
  if (error instanceof Refusal) {
    const retryAfterSeconds = error.refusal === 'TOO_MANY_ATTEMPTS' ? Number(error.values['seconds'] ?? 1) : 0;
    const { code } = REFUSALS[error.refusal];
    return { status: 200, retryAfterSeconds, body: { code, msg: error.message, data: error.values } };
  }
  const { status, retryAfterSeconds, msg } = failureOf(error, log);
  return { status, retryAfterSeconds, body: { code: status, msg, data: null } };
}

/** The answer of the trading API; its own errors keep their status and code. */
function dialectAnswer(error: Error, log: Logger): Answer<{ readonly code: number; readonly msg: string }> {
  if (error instanceof DialectError) {
    const { status, code, message: msg, data } = error;
    return { status, retryAfterSeconds: 0, body: { code, msg, ...(data === undefined ? {} : { data }) } };
  }
  if (error instanceof Refusal) {
    const { status, retryAfterSeconds, body } = siteAnswer(error, log);
    return { status, retryAfterSeconds, body };
  }
  const { kind, status, retryAfterSeconds, msg } = failureOf(error, log);
  if (kind === 'unknown') return { status: 408, retryAfterSeconds, body: { code: -1007, msg } };
  if (kind === 'busy') return { status, retryAfterSeconds, body: { code: -1008, msg } };
  if (kind === 'request') return { status, retryAfterSeconds, body: { code: -1100, msg } };
  const body = { code: -1000, msg: 'An unknown error occurred while processing the request.' };
  return { status, retryAfterSeconds, body };
}

interface Failure {
  /** busy: nothing was done. unknown: it may have been done. request: the request is wrong. bug: a mistake of ours. */
  readonly kind: 'busy' | 'unknown' | 'request' | 'bug';
  readonly status: number;
  readonly retryAfterSeconds: number;
  readonly msg: string;
}

function failureOf(error: Error, log: Logger): Failure {
  const isAway = isDatabaseAway(error);
  if (isAway || error instanceof TooBusy || error instanceof EngineBusy || error instanceof HistoryNotThereYet) {
    const retryAfterSeconds = error instanceof TooBusy ? error.retryAfterSeconds : 1;
    const msg = isAway ? 'The database does not answer. Try again in a moment.' : error.message;
    return { kind: 'busy', status: 503, retryAfterSeconds, msg };
  }
  if (error instanceof EngineStopped) {
    const msg = 'No answer in time. The outcome is unknown: ask for the order by its id.';
    return { kind: 'unknown', status: 503, retryAfterSeconds: 0, msg };
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) return { kind: 'request', status, retryAfterSeconds: 0, msg: error.message };
  if (isNews('calls', error)) log.error({ err: error }, 'a request failed; the same one is told once a minute');
  return { kind: 'bug', status: 500, retryAfterSeconds: 0, msg: 'Something went wrong on our side.' };
}
