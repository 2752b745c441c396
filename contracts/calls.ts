/**
 * The site's calls by name, for whoever makes them: what goes in and what comes out, read off the endpoints' types. Types
 * alone: a page that imports them gets neither the schemas nor zod.
 */
import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** The files of the site's calls; those of operators and of the Binance dialect are no page's business. */
type Files = [
  typeof import('./http/alerts.ts'),
  typeof import('./http/chat.ts'),
  typeof import('./http/compliance.ts'),
  typeof import('./http/content.ts'),
  typeof import('./http/deposits.ts'),
  typeof import('./http/futures-market.ts'),
  typeof import('./http/futures.ts'),
  typeof import('./http/markets.ts'),
  typeof import('./http/portfolio.ts'),
  typeof import('./http/products.ts'),
  typeof import('./http/receipts.ts'),
  typeof import('./http/site-settings.ts'),
  typeof import('./http/spot.ts'),
  typeof import('./http/track.ts'),
  typeof import('./http/users.ts'),
  typeof import('./http/vip.ts'),
  typeof import('./http/wallet.ts'),
];

/** `/operator/…` is an operator's; what a path names in itself (`/detail/:id`) no page calls yet. */
type NoPages = `/operator/${string}` | `${string}/:${string}`;

type EndpointIn<File> = File extends unknown ? Extract<File[keyof File], Endpoint> : never;
type Declared = EndpointIn<Files[number]>;
type Callable = Declared extends infer Each
  ? Each extends Endpoint
    ? Each['path'] extends NoPages
      ? never
      : Each
    : never
  : never;

/** T with every field read-only: answers are cached and shared, so nobody may change them. */
type Fixed<T> = T extends object ? { readonly [Key in keyof T]: Fixed<T[Key]> } : T;

type Calls = {
  readonly [Each in Callable as `${Each['method']} ${Each['path']}`]: {
    readonly path: Each['path'];
    readonly query: Fixed<z.input<Each['query']>>;
    readonly body: Fixed<z.input<Each['body']>>;
    readonly data: Fixed<z.output<Each['data']>>;
  };
};

/** Such as `GET /web/spot/pairs`. */
export type CallName = keyof Calls;
export type CallPath = Calls[CallName]['path'];
/** As the caller gives them: what has a default may be left out. */
export type QueryOf<Name extends CallName> = Calls[Name]['query'];
export type BodyOf<Name extends CallName> = Calls[Name]['body'];
/** `data` of the envelope. Amounts are decimal strings. */
export type DataOf<Name extends CallName> = Calls[Name]['data'];
