/**
 * The request socket of the Binance dialect: {id, method, params} in, {id, status, result | error, rateLimits} out.
 * A request of one connection may overtake another; the id says which is which.
 */
import { DialectError } from '@agio/contracts/errors';
import { EngineBusy, EngineStopped } from '../../engine/index.ts';
import type { NoteFailure } from '../../failures/failures.ts';
import { WEIGHT_PER_MINUTE } from '../../limits/request-weight.ts';
import { HistoryNotThereYet, isDatabaseAway } from '../../store/index.ts';
import type { Connection, ConnectionHandler } from '../connection.ts';

const MAX_RUNNING = 500;
/** Requests in a row that were refused for the address's weight; who goes on sending loses the connection. */
const MAX_REFUSED = 100;

/** The address of a request, and a callback for the name of its API key once the signature is verified. */
interface Asker {
  readonly ip: string;
  onKey(apiKey: string): void;
}

export interface WsApi {
  /** Request weight of a method with these parameters. */
  weightOf(method: string, params: Readonly<Record<string, unknown>>): number;
  /** Answers one request; throws a DialectError for a refusal. */
  answer(method: string, params: Readonly<Record<string, unknown>>, asker: Asker): Promise<unknown>;
}

/** Counts a request of an address; `apiKey` is the claimed key, not yet verified. */
export type Limit = (
  ip: string,
  weight: number,
  apiKey: unknown,
) => Promise<{ readonly used: number; readonly allowed: boolean; readonly retryAfterSeconds: number }>;

/** The request sockets by the keys that they were used with. */
export interface KeyedSockets {
  note(apiKey: string, connection: Connection): void;
  left(connection: Connection): void;
  keys(): Iterable<string>;
  /** Closes the sockets that were used with a key that is deleted. */
  endKey(apiKey: string): void;
}

export function createKeyedSockets(): KeyedSockets {
  const byKey = new Map<string, Set<Connection>>();
  const keysOf = new Map<Connection, Set<string>>();
  return {
    note(apiKey, connection) {
      if (!connection.isOpen) return;
      connection.setLoggedIn(true);
      byKey.set(apiKey, (byKey.get(apiKey) ?? new Set()).add(connection));
      keysOf.set(connection, (keysOf.get(connection) ?? new Set()).add(apiKey));
    },
    left(connection) {
      for (const apiKey of keysOf.get(connection) ?? []) {
        const group = byKey.get(apiKey);
        group?.delete(connection);
        if (group?.size === 0) byKey.delete(apiKey);
      }
      keysOf.delete(connection);
    },
    keys: () => byKey.keys(),
    endKey(apiKey) {
      for (const connection of byKey.get(apiKey) ?? []) connection.close(4001, 'the API key was deleted');
    },
  };
}

export function openWsApi(
  connection: Connection,
  api: WsApi,
  limit: Limit,
  keyed: KeyedSockets,
  note: NoteFailure,
): ConnectionHandler {
  const asker: Asker = { ip: connection.ip, onKey: (apiKey) => keyed.note(apiKey, connection) };
  let running = 0;
  let refused = 0;
  let rateLimits = rateLimitsOf(0);
  const refuse = (id: unknown, error: DialectError): void =>
    connection.send(
      JSON.stringify({
        id,
        status: error.status,
        error: { code: error.code, msg: error.message, ...(error.data === undefined ? {} : { data: error.data }) },
        rateLimits,
      }),
    );
  const respond = async (text: string): Promise<void> => {
    // Frames that were on their way when the connection was closed are not parsed.
    if (!connection.isOpen) return;
    const request = parseRequest(text);
    const weight = request ? api.weightOf(request.method, request.params) : 1;
    const taken = await limit(connection.ip, weight, request?.params['apiKey']);
    rateLimits = rateLimitsOf(taken.used);
    refused = taken.allowed ? 0 : refused + 1;
    if (refused > MAX_REFUSED)
      return connection.close(1008, 'too much request weight used: wait until the next minute');
    if (!taken.allowed)
      return refuse(
        request?.id ?? null,
        new DialectError(429, -1003, 'Too much request weight used; wait until the next minute.', {
          serverTime: Date.now(),
          retryAfter: Date.now() + taken.retryAfterSeconds * 1000,
        }),
      );
    if (!request) return refuse(null, new DialectError(400, -1102, 'Send {"id", "method", "params"}.'));
    if (running >= MAX_RUNNING)
      return refuse(
        request.id,
        new DialectError(503, -1008, 'Too many requests of this connection wait. Nothing was done.'),
      );
    running++;
    try {
      const result = await api.answer(request.method, request.params, asker);
      connection.send(JSON.stringify({ id: request.id, status: 200, result, rateLimits }));
    } catch (error) {
      refuse(request.id, toDialect(error as Error, note));
    } finally {
      running--;
    }
  };
  return { message: (text) => void respond(text), closed: () => keyed.left(connection) };
}

function toDialect(error: Error, note: NoteFailure): DialectError {
  if (error instanceof DialectError) return error;
  if (error instanceof EngineBusy || error instanceof HistoryNotThereYet)
    return new DialectError(503, -1008, error.message);
  if (isDatabaseAway(error)) return new DialectError(503, -1008, 'The database does not answer. Nothing was done.');
  if (error instanceof EngineStopped)
    return new DialectError(408, -1007, 'Timeout waiting for response. Send status unknown; execution status unknown.');
  // A bug of ours: the caller gets no details, the log has them.
  note('request socket', error);
  return new DialectError(500, -1000, 'An unknown error occurred while processing the request.');
}

function rateLimitsOf(count: number): readonly object[] {
  return [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: WEIGHT_PER_MINUTE, count }];
}

function parseRequest(
  text: string,
): { id: string | number | null; method: string; params: Record<string, unknown> } | null {
  try {
    const value = JSON.parse(text) as { id?: unknown; method?: unknown; params?: unknown };
    if (typeof value !== 'object' || value === null || typeof value.method !== 'string') return null;
    const params =
      typeof value.params === 'object' && value.params !== null ? (value.params as Record<string, unknown>) : {};
    return {
      id: typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null,
      method: value.method,
      params,
    };
  } catch {
    // Not JSON: answered as a malformed request.
    return null;
  }
}
