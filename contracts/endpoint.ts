/**
 * What a call is: its path, who may use it, what goes in and what comes out. A module pairs an endpoint with a handler
 * (`implement`); server/http turns the pairs into routes and OpenAPI, and nothing else can be reached.
 */
import { z } from 'zod';

/**
 * Who may call. `public`: anyone (a valid log-in is still passed on). `login`: a session, by cookie or `token` header.
 * `key`: an API key's name in X-MBX-APIKEY. `signed`: that key and its signature (the Binance dialect), with a scope.
 * `operator`: the operator token.
 */
export type Permission =
  | { readonly kind: 'public' }
  | { readonly kind: 'login' }
  | { readonly kind: 'key' }
  | { readonly kind: 'signed'; readonly scope: ApiKeyScope }
  | { readonly kind: 'operator' };

export const API_KEY_SCOPES = ['read', 'spot', 'futures', 'transfer', 'withdraw'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** `site`: the envelope {code, msg, data}. `binance`: the bare reply, errors as {code, msg} with HTTP 4xx. */
export type Dialect = 'site' | 'binance';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Method and path are literals in its type: from them contracts/calls.ts knows each call by its name. */
export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Verb extends Method = Method,
  Path extends string = string,
> {
  readonly method: Verb;
  readonly path: Path;
  readonly summary: string;
  readonly permission: Permission;
  readonly dialect: Dialect;
  /** Query parameters; for the Binance dialect query and form body together, as text. */
  readonly query: Query;
  readonly body: Body;
  readonly data: Data;
  /** Request weight of the rate limit; 1 unless said. */
  readonly weight: number;
  /** Public facts of the markets, the same for everyone: a page that the server draws may show them as they were a moment ago. */
  readonly isMarketData: boolean;
  /** Weight in addition to `weight` that depends on what is asked for. */
  moreWeight(body: z.output<Body>, query: z.output<Query>): number;
}

const nothing = z.object({});
type Nothing = typeof nothing;

interface EndpointInput<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Verb extends Method,
  Path extends string,
> {
  readonly method: Verb;
  readonly path: Path;
  readonly summary: string;
  readonly permission?: Permission;
  readonly dialect?: Dialect;
  readonly query?: Query;
  readonly body?: Body;
  readonly data: Data;
  readonly weight?: number;
  readonly isMarketData?: boolean;
  readonly moreWeight?: (body: z.output<Body>, query: z.output<Query>) => number;
}

/** Declares a call. Without a permission it needs a log-in; without a dialect it answers in the site's envelope. */
export function endpoint<
  const Verb extends Method,
  const Path extends string,
  Data extends z.ZodType,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(input: EndpointInput<Query, Body, Data, Verb, Path>): Endpoint<Query, Body, Data, Verb, Path> {
  return {
    method: input.method,
    path: input.path,
    summary: input.summary,
    permission: input.permission ?? { kind: 'login' },
    dialect: input.dialect ?? 'site',
    query: input.query ?? (nothing as unknown as Query),
    body: input.body ?? (nothing as unknown as Body),
    data: input.data,
    weight: input.weight ?? 1,
    isMarketData: input.isMarketData ?? false,
    moreWeight: input.moreWeight ?? (() => 0),
  };
}

/** Who is calling. `uid` is 0 for a visitor; `keyId` is 0 unless an API key signed. */
export interface Caller {
  readonly uid: number;
  readonly sessionId: string;
  readonly keyId: number;
  readonly ip: string;
  readonly userAgent: string;
  /** The browser asks not to be tracked (DNT or Sec-GPC). */
  readonly refusesTracking: boolean;
  readonly locale: string;
  /** The header captcha-verify-token: the id of a human verification that was passed; or empty. */
  readonly captchaVerifyToken: string;
  /** The cookie by which a browser is known that logged in before, as it was sent; or empty. */
  readonly deviceCookie: string;
}

export interface CallInput<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  /** The Idempotency-Key header behind `c:`, which no key of the server's own starts with; or empty. */
  readonly idempotencyKey: string;
  /** SHA-256 (hex, 32 characters) of path and body: what an idempotency key is bound to. */
  readonly fingerprint: string;
  readonly reply: ReplyControl;
}

/** The headers and cookies that a handler may set beside its data. */
export interface ReplyControl {
  /** Sets the session cookie to a fresh token, or clears it (null). */
  setSession(token: string | null): void;
  /** Sets the cookie by which this browser is known at its next log-in. */
  setDevice(cookie: string): void;
  setHeader(name: string, value: string): void;
}

/** Some bytes of an answer as they are, and the same compressed for a gzip stream of several pieces. */
interface AnswerPiece {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/** What a handler may return instead of `data`: its JSON, kept as bytes because it is the same for everyone. */
export class KeptJson {
  readonly pieces: readonly AnswerPiece[];
  /** Differs for different bytes: a client that sends it back gets 304 without a body. */
  readonly etag: string;

  constructor(pieces: readonly AnswerPiece[], etag: string) {
    this.pieces = pieces;
    this.etag = etag;
  }
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (input: CallInput<never, never>) => Promise<unknown>;
}

/** Pairs an endpoint with what answers it. The handler returns `data`, as a value or as bytes, or throws a Refusal. */
export function implement<Query extends z.ZodType, Body extends z.ZodType, Data extends z.ZodType>(
  contract: Endpoint<Query, Body, Data>,
  handler: (input: CallInput<z.output<Query>, z.output<Body>>) => Promise<z.input<Data> | KeptJson>,
): Route {
  return { endpoint: contract, handler: handler as Route['handler'] };
}
