/**
 * The operators' own listener: it serves only their calls and the list of them, and the public one serves none of these. Each call is
 * recorded before it is run, and its outcome afterwards.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bareHttp, type Listener } from './build-http.ts';
import { registerDocs } from './calls/docs.ts';
import { MOST_OF_OPERATORS } from './guard/guarded-server.ts';
import { operatorOf } from './identity/operator-token.ts';
import type { HttpOptions } from './options.ts';
import { GUESS_WEIGHT } from './guard/rate-limit.ts';
import { countGuesses, type RequestCount } from './guard/request-count.ts';
import { registerSiteRoutes } from './calls/site-routes.ts';

/** The part of a call's record that is known before it is run. */
interface AuditedCall {
  /** The operator whose token came with it; empty: no operator's. */
  readonly operator: string;
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string;
}

/** Keeps the record of operators' calls. */
export interface Audit {
  begin(call: AuditedCall): Promise<number>;
  end(callId: number, call: AuditedCall, code: number): Promise<void>;
  refused(call: AuditedCall, code: number): Promise<void>;
}

const LONGEST_PATH = 200;
/** Bytes: enough for a list of a thousand markets, or a notice in a script whose letters take three bytes each. */
const BODY_LIMIT = 64 * 1024;

export type OperatorHttpOptions = Omit<HttpOptions, 'count' | 'trustedProxies'>;

/**
 * X-Forwarded-For is ignored on this listener: any client that reaches it could name any address. Requests with a wrong token have their
 * own limiter: visitors who have used up theirs do not lock operators out, and wrong tokens do not lock out an operator with a right one.
 */
export async function buildOperatorHttp(given: OperatorHttpOptions, audit: Audit): Promise<Listener> {
  const countGuess = countGuesses(given.guesses, given.operators);
  /** Requests within the limit. Only these are recorded: a refused flood writes nothing to the database. */
  const admitted = new WeakSet<FastifyRequest>();
  const count: RequestCount = async (request, weight) => {
    const limit = await countGuess(request, isAudited(request) ? GUESS_WEIGHT : weight);
    if (limit.allowed) admitted.add(request);
    return limit;
  };
  const options: HttpOptions = { ...given, trustedProxies: [], count };
  const { operators } = options;
  const { app, served } = await bareHttp(options, {
    bodyLimit: BODY_LIMIT,
    silenceMs: 0,
    takesSockets: false,
    mostConnections: MOST_OF_OPERATORS,
  });
  await registerDocs(app, options);
  const begun = new WeakMap<FastifyRequest, number>();
  app.addHook('preHandler', async (request) => {
    // An error here is the answer: a call that could not be recorded is not run.
    const operator = operatorOf(request, operators);
    if (isAudited(request) && operator !== '') begun.set(request, await audit.begin(describe(request, operator)));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (isAudited(request)) await recordEnd(request, reply, payload);
    return payload;
  });
  await app.register(async (scope) =>
    registerSiteRoutes(scope, options, ({ permission }) => permission.kind === 'operator'),
  );
  return { app, served };

  async function recordEnd(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    const callId = begun.get(request);
    const code = codeOf(payload, reply.statusCode);
    const operator = operatorOf(request, operators);
    try {
      if (callId !== undefined) await audit.end(callId, describe(request, operator), code);
      else if (admitted.has(request)) await audit.refused(describe(request, operator), code);
    } catch (error) {
      // The call itself was done, so its caller gets the answer; the record made before it says that it began.
      request.log.error({ err: error, callId }, 'the outcome of an operator’s call was not recorded');
    }
  }
}

const isAudited = ({ url }: FastifyRequest): boolean => !/^\/docs(?:[/?]|$)/.test(url);

function describe(request: FastifyRequest, operator: string): AuditedCall {
  const key = request.headers['idempotency-key'];
  return {
    operator,
    address: request.ip,
    method: request.method,
    path: (request.url.split(/[?#]/, 1)[0] ?? '').slice(0, LONGEST_PATH),
    idempotencyKey: typeof key === 'string' ? key.slice(0, 64) : '',
  };
}

/** The code of the answer's envelope; the HTTP status of an answer that has no envelope. */
function codeOf(payload: unknown, status: number): number {
  try {
    const { code } = JSON.parse(String(payload)) as { code?: unknown };
    return typeof code === 'number' ? code : status;
  } catch {
    // No JSON: the status says how it ended.
    return status;
  }
}
