/** What server and built web app say to each other while a page is made. Types only: pages import this module. */
import type { Display } from './display.ts';
import type { LanguagePreferences } from './locales.ts';
import type { Site } from './navigation.ts';
import type { Viewer } from './navigation-rules.ts';

/** What every call of the site answers. */
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** A call of the site, which the exchange answers for whoever asked for the page; `path` with its query. Never rejects. */
export type PageCall = (
  path: string,
  init?: { readonly method?: string; readonly body?: unknown },
) => Promise<Envelope>;

/** What the server gives to the loaders of one request of a page. */
export interface ServerContext {
  readonly call: PageCall;
  readonly display: Display;
  /** For inline scripts, under the content security policy. */
  readonly nonce: string;
  readonly isLoggedIn: boolean;
  /** True for a demo, whose coins are worth nothing. */
  readonly isDemo: boolean;
  readonly viewer: Viewer;
  readonly language: LanguagePreferences;
  readonly site: Site;
  /** The path that the visitor asked for; a crawler may get another page there. */
  readonly path: string;
  /** The path of the page that answers, where it is another than the one asked for. */
  readonly answeringPath: string | null;
  /** The page is rendered once for many visitors: it may depend on the theme and on being logged in, on nothing else of the visitor. */
  readonly isShared: boolean;
  /** The public origin of this site, for absolute addresses. */
  readonly origin: string;
}

/** The page of HTTP 429 in one language, as parts that the server keeps as bytes. */
export interface TooManyRequestsPage {
  /** The text of its one style element. */
  readonly style: string;
  readonly parts: readonly [beforeTheme: string, beforeSentence: string, afterSentence: string];
  /** How long to wait, as HTML. */
  sentence(seconds: number): string;
}

export interface SiteMapEntry {
  readonly address: string;
  /** The same page in every language. */
  readonly alternates: readonly { readonly language: string; readonly address: string }[];
}

/** What the built web app gives to the server; `Context` is the router's key of ServerContext. */
export interface WebApp<Context> {
  readonly serverContext: Context;
  /** Keys of the languages. */
  readonly locales: readonly string[];
  /** Which visitors may be sent the same rendering of a page; null: only the one who asked. */
  sharingOf(pathname: string): 'everyone' | 'visitors' | null;
  tooManyRequestsPage(locale: string): Promise<TooManyRequestsPage>;
  /** Keys of the languages that search engines are told of. */
  readonly siteMapLocales: readonly string[];
  /** Paths that everybody may open, those of these pairs among them. */
  openPaths(pairs: readonly { readonly symbol: string; readonly base: string }[]): readonly string[];
  /** Null: there is no such language. */
  siteMapOf(origin: string, locale: string, paths: readonly string[]): readonly SiteMapEntry[] | null;
}
