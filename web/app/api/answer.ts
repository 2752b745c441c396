/** Interprets HTTP answers of the site and decides what follows. Pure. */
import type { FetchErrorType } from './events.ts';
import type { Envelope } from './types.ts';

export const SUCCESS = 0;
/** There was no valid answer: no connection, a time-out, or a body that is not an envelope. */
export const NO_ANSWER = -1;
/** The specification's other code of success, from an older reading. */
const HTTP_OK_CODE = 200;
/** The call needs a human verification first; this is no failure. */
export const HUMAN_CHECK = 8001;
const LOGGED_OUT: ReadonlySet<number> = new Set([10021, 10002, 100006]);
const CLOSED_OUT = 50048;
export const LOGIN = '/login';
const UNAVAILABLE = 503;
const TOO_MANY = 429;
const TEAPOT = 418;

export interface HttpAnswer {
  readonly status: number;
  /** The parsed body; null where it is no JSON. */
  readonly body: unknown;
}

/** Both readings of the specification: 0, and 200 and 8001 as well. */
export function isSuccessCode(code: number): boolean {
  return code === SUCCESS || code === HTTP_OK_CODE || code === HUMAN_CHECK;
}

/** A body that is not an envelope gets the code -1. */
export function readEnvelope(path: string, { status, body }: HttpAnswer): Envelope {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { code: NO_ANSWER, msg: `HTTP ${status}`, data: null };
  if (path.startsWith('/graphql')) return readGraphql(body);
  const { code, msg, data } = body as Partial<Envelope>;
  if (typeof code !== 'number') return { code: NO_ANSWER, msg: `HTTP ${status}`, data: null };
  return { code: code === HTTP_OK_CODE ? SUCCESS : code, msg: typeof msg === 'string' ? msg : '', data: data ?? null };
}

function readGraphql(body: object): Envelope {
  const { data, errors } = body as { data?: unknown; errors?: readonly { message?: unknown }[] };
  const last = Array.isArray(errors) ? errors.at(-1) : undefined;
  if (last) return { code: NO_ANSWER, msg: typeof last.message === 'string' ? last.message : '', data: data ?? null };
  return { code: SUCCESS, msg: '', data: data ?? null };
}

export type Verdict =
  | { readonly kind: 'success' }
  | { readonly kind: 'verify' }
  /** Log out, then go there. */
  | { readonly kind: 'log-out'; readonly target: string }
  | { readonly kind: 'navigate'; readonly target: string }
  | { readonly kind: 'fail'; readonly type: FetchErrorType };

export function judge(status: number, envelope: Envelope): Verdict {
  const { code } = envelope;
  const target = redirectOf(envelope);
  if (status === TOO_MANY) return { kind: 'fail', type: 'limit' };
  if (status === TEAPOT) return { kind: 'fail', type: 'teapot' };
  if ((status === UNAVAILABLE || code === UNAVAILABLE) && target) return { kind: 'navigate', target };
  if (LOGGED_OUT.has(code)) return { kind: 'log-out', target: target ?? LOGIN };
  if (code === CLOSED_OUT) return { kind: 'log-out', target: '/' };
  if (status >= 400) return { kind: 'fail', type: 'exception' };
  if (code === HUMAN_CHECK) return { kind: 'verify' };
  if (isSuccessCode(code)) return { kind: 'success' };
  return { kind: 'fail', type: 'code' };
}

/** The target to which the answer itself sends the page. */
export function redirectOf({ data }: Envelope): string | null {
  const target = (data as { redirect?: unknown } | null)?.redirect;
  return typeof target === 'string' && target !== '' ? target : null;
}

/** Texts and numbers that a refusal tells beside its code. */
export function valuesOf({ data }: Envelope): Readonly<Record<string, string | number>> {
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  ) as Record<string, string | number>;
}
