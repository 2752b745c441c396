/**
 * The request socket of the Binance dialect: {id, method, params} in, {id, status, result | error, rateLimits} out.
 * A request of one connection may overtake another; the id says which is which.
 */
import { DialectError } from '@agio/contracts/errors';
import { EngineBusy, EngineStopped } from '../../engine/index.ts';
import { HistoryNotThereYet } from '../../store/index.ts';
import type { Connection, ConnectionHandler } from '../connection.ts';

const MAX_RUNNING = 500;

/** Answers one request; throws a DialectError for a refusal. */
export type WsApi = (method: string, params: Readonly<Record<string, unknown>>, ip: string) => Promise<unknown>;

export function openWsApi(connection: Connection, answer: WsApi): ConnectionHandler {
  let running = 0;
  const respond = async (text: string): Promise<void> => {
    const request = parseRequest(text);
    if (!request)
      return connection.send(encodeError(null, new DialectError(400, -1102, 'Send {"id", "method", "params"}.')));
    if (running >= MAX_RUNNING)
      return connection.send(
        encodeError(
          request.id,
          new DialectError(503, -1008, 'Too many requests of this connection wait. Nothing was done.'),
        ),
      );
    running++;
    try {
      const result = await answer(request.method, request.params, connection.ip);
      connection.send(JSON.stringify({ id: request.id, status: 200, result, rateLimits: [] }));
    } catch (error) {
      connection.send(encodeError(request.id, toDialect(error as Error)));
    } finally {
      running--;
    }
  };
  return { message: (text) => void respond(text), closed: () => {} };
}

function toDialect(error: Error): DialectError {
  if (error instanceof DialectError) return error;
  if (error instanceof EngineBusy || error instanceof HistoryNotThereYet)
    return new DialectError(503, -1008, error.message);
  if (error instanceof EngineStopped)
    return new DialectError(408, -1007, 'Timeout waiting for response. Send status unknown; execution status unknown.');
  return new DialectError(500, -1000, 'An unknown error occurred while processing the request.');
}

function encodeError(id: unknown, error: DialectError): string {
  return JSON.stringify({ id, status: error.status, error: { code: error.code, msg: error.message }, rateLimits: [] });
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
