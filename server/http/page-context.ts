/** What the loaders of a page are given, and the parts of it that shared and personal pages have in common. */
import type { Display } from '@agio/contracts/display';
import type { LanguageWishes } from '@agio/contracts/locales';
import type { Site } from '@agio/contracts/navigation';
import type { Viewer } from '@agio/contracts/navigation-rules';
import type { RouterContext } from 'react-router';
import type { HttpOptions } from './options.ts';
import type { PageCall } from './page-calls.ts';

/** What web/app/rendering/server-context.ts declares; the web app never imports the server, so the shape is said twice. */
export interface ServerContext {
  readonly call: PageCall;
  readonly nonce: string;
  readonly isLoggedIn: boolean;
  readonly isDemo: boolean;
  readonly isShared: boolean;
  readonly display: Display;
  readonly viewer: Viewer;
  readonly language: LanguageWishes;
  readonly site: Site;
  readonly path: string;
  readonly answeringPath: string | null;
  readonly origin: string;
}

export interface EntryModule {
  readonly serverContext: RouterContext<ServerContext>;
  readonly sharingOf: (pathname: string) => 'everyone' | 'visitors' | null;
  readonly locales: readonly string[];
  readonly siteMapLocales: readonly string[];
  readonly openPaths: (pairs: readonly { readonly symbol: string; readonly base: string }[]) => readonly string[];
  readonly siteMapOf: (
    origin: string,
    locale: string,
    paths: readonly string[],
  ) =>
    | readonly {
        readonly address: string;
        readonly alternates: readonly { readonly language: string; readonly address: string }[];
      }[]
    | null;
}

/**
 * Several origins are the loopback names of a site whose public address nobody configured: the one that was asked for.
 * A name that is not configured is never taken for an origin of this site, whoever writes it into the Host header.
 */
export const originOf = ({ origins }: Pick<HttpOptions, 'origins'>, host: string | undefined): string =>
  origins.find((origin) => origin === `http://${host?.toLowerCase()}`) ?? origins[0]!;
