/**
 * The typed way to every call of the site's API: named as `GET /web/spot/pairs`, and what goes in and what comes out is known
 * by the contract. The same functions run in the loaders (by way of the renderer) and in the browser (fetch): each side gives its `Call`.
 */
import type { BodyOf, CallName, DataOf, QueryOf } from '@agio/contracts/calls';
import { SUCCESS, valuesOf } from './answer.ts';
import type { TokenChoice } from './tokens.ts';
import type { Envelope } from './types.ts';

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a failure is told by a toast; false where the caller tells it in its own place. */
  readonly hasTips?: boolean;
  /** Whether an answer that says "logged out" is believed; false for the call that logs out. */
  readonly endsSession?: boolean;
  readonly token?: TokenChoice;
  /** How long the answer is waited for; a minute where none is said. */
  readonly timeoutMs?: number;
}

export interface CallInit extends CallOptions {
  readonly method?: string;
  readonly body?: unknown;
}

/** Sends a call: to the exchange that has the page drawn, or by fetch in the browser. Which call it is says `request`. */
export type Call = (path: string, init?: CallInit) => Promise<Envelope>;

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  /** What the sentence of the code names: seconds, a limit. */
  readonly values: Readonly<Record<string, string | number>>;

  constructor(code: number, message: string, values: ApiError['values'] = {}) {
    super(message);
    this.code = code;
    this.values = values;
  }
}

type Nothing = Record<string, never>;
/** The type of `query` and `body`: required where one of its fields is, optional where none is, forbidden where the call takes none. */
type Given<Part extends string, Value> = Value extends Nothing
  ? { readonly [Key in Part]?: never }
  : Partial<Value> extends Value
    ? { readonly [Key in Part]?: Value }
    : { readonly [Key in Part]: Value };
type RequestOf<Name extends CallName> = Given<'query', QueryOf<Name>> & Given<'body', BodyOf<Name>> & CallOptions;
type Rest<Name extends CallName> =
  Partial<RequestOf<Name>> extends RequestOf<Name> ? [given?: RequestOf<Name>] : [given: RequestOf<Name>];

type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;
interface AnyRequest extends CallOptions {
  readonly query?: QueryValues;
  readonly body?: unknown;
}

/** The whole answer, whatever it says. */
export function ask<Name extends CallName>(call: Call, name: Name, ...rest: Rest<Name>): Promise<Envelope>;
export function ask(call: Call, name: string, given?: AnyRequest): Promise<Envelope> {
  return send(call, name, given);
}

/**
 * The data of a successful answer; everything else is thrown as an ApiError, with the code by which the page chooses its
 * words. Here alone an answer is believed to be what its contract says: the server's tests prove that it is.
 */
export function request<Name extends CallName>(call: Call, name: Name, ...rest: Rest<Name>): Promise<DataOf<Name>>;
export async function request(call: Call, name: string, given?: AnyRequest): Promise<unknown> {
  const envelope = await send(call, name, given);
  if (envelope.code !== SUCCESS) throw new ApiError(envelope.code, envelope.msg, valuesOf(envelope));
  return envelope.data;
}

function send(call: Call, name: string, { query, body, ...options }: AnyRequest = {}): Promise<Envelope> {
  const [method, path = ''] = name.split(' ');
  return call(path + textOf(query), method === 'GET' ? options : { ...options, method, body: body ?? {} });
}

/** `?` and the encoded values, without those that are not given. */
function textOf(query: QueryValues = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
