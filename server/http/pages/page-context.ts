/** What the loaders of a page are given, and the parts of it that shared and personal pages have in common. */
import type { ServerContext, TooManyRequestsPage } from '@agio/contracts/server-context';
import type { RouterContext } from 'react-router';
import type { HttpOptions } from '../options.ts';

/** What the server takes from the built web app (web/app/entry.server.tsx). */
export interface EntryModule {
  readonly serverContext: RouterContext<ServerContext>;
  readonly sharingOf: (pathname: string) => 'everyone' | 'visitors' | null;
  readonly locales: readonly string[];
  readonly tooManyRequestsPage: (key: string) => Promise<TooManyRequestsPage>;
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
 * The site's own origin for absolute links. Without a PUBLIC_URL there are several, all names of this machine: the one in
 * the Host header is taken. A name that is not configured is never taken, whoever writes it into that header.
 */
export const originOf = ({ origins }: Pick<HttpOptions, 'origins'>, host: string | undefined): string =>
  origins.find((origin) => origin === `http://${host?.toLowerCase()}`) ?? origins[0]!;
