/**
 * The site's calls by name, for whoever makes them: what goes in and what comes out, read off the endpoints' types. Types
 * alone: a page that imports them gets neither the schemas nor zod.
 */
import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type * as chat from './http/chat.ts';
import type * as common from './http/common.ts';
import type * as compliance from './http/compliance.ts';
import type * as content from './http/content.ts';
import type * as futuresMarket from './http/futures-market.ts';
import type * as futures from './http/futures.ts';
import type * as markets from './http/markets.ts';
import type * as products from './http/products.ts';
import type * as spot from './http/spot.ts';
import type * as track from './http/track.ts';
import type * as users from './http/users.ts';
import type * as wallet from './http/wallet.ts';

/** The files of the site's calls; those of operators and of the Binance dialect are no page's business. */
type Files = [
  typeof chat,
  typeof common,
  typeof compliance,
  typeof content,
  typeof futuresMarket,
  typeof futures,
  typeof markets,
  typeof products,
  typeof spot,
  typeof track,
  typeof users,
  typeof wallet,
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

/** What crosses the wire is nobody's to change: it may be kept and shared. */
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
