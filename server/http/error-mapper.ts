/**
 * The one place where an exception becomes an answer. A refusal of the site is HTTP 200 with its code; the dialect's
 * errors keep their HTTP status; outside failures say that nothing was done, or that the outcome is unknown; anything
 * else is our own bug and says nothing of itself.
 */
import { DialectError, Refusal, REFUSALS, TooBusy } from '@agio/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EngineBusy, EngineStopped } from '../engine/index.ts';
import { HistoryNotThereYet, isDatabaseAway } from '../store/index.ts';

export function mapError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isDialect = (request.routeOptions.config as { isDialect?: boolean }).isDialect === true;
  if (error instanceof Refusal) {
    if (error.refusal === 'TOO_MANY_ATTEMPTS') reply.header('retry-after', String(error.values['seconds'] ?? 1));
    return reply.code(200).send({ code: REFUSALS[error.refusal].code, msg: error.message, data: error.values });
  }
  if (error instanceof DialectError)
    return reply
      .code(error.status)
      .send({ code: error.code, msg: error.message, ...(error.data === undefined ? {} : { data: error.data }) });
  const isAway = isDatabaseAway(error);
  if (isAway || error instanceof TooBusy || error instanceof EngineBusy || error instanceof HistoryNotThereYet) {
    reply.header('retry-after', String(error instanceof TooBusy ? error.retryAfterSeconds : 1));
    const msg = isAway ? 'The database does not answer. Try again in a moment.' : error.message;
    return reply.code(503).send({ code: isDialect ? -1008 : 503, msg, ...(isDialect ? {} : { data: null }) });
  }
  if (error instanceof EngineStopped) {
    return reply.code(isDialect ? 408 : 503).send({
      code: isDialect ? -1007 : 503,
      msg: 'No answer in time. The outcome is unknown: ask for the order by its id.',
      ...(isDialect ? {} : { data: null }),
    });
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500)
    return reply
      .code(status)
      .send(isDialect ? { code: -1100, msg: error.message } : { code: status, msg: error.message, data: null });
  request.log.error({ err: error }, 'a request failed');
  return reply
    .code(500)
    .send(
      isDialect
        ? { code: -1000, msg: 'An unknown error occurred while processing the request.' }
        : { code: 500, msg: 'Something went wrong on our side.', data: null },
    );
}
