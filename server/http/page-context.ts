/** What the loaders of a page are given, and the parts of it that shared and personal pages have in common. */
import type { ServerContext } from '@agio/contracts/server-context';
import type { RouterContext } from 'react-router';
import type { HttpOptions } from './options.ts';

/** What the server takes from the built web app (web/app/entry.server.tsx). */
export interface EntryModule {
  readonly serverContext: RouterContext<ServerContext>;
  readonly sharingOf: (pathname: string) => 'everyone' | 'visitors' | null;
  readonly locales: readonly string[];
  readonly tooManyRequestsPage: (key: string) => Promise<{
    readonly style: string;
    readonly parts: readonly [beforeTheme: string, beforeSentence: string, afterSentence: string];
    sentence(seconds: number): string;
  }>;
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
