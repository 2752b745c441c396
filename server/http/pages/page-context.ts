/** The context given to the loaders of a page, and the parts of it that shared and personal pages have in common. */
import type { ServerContext, WebApp } from '@agio/contracts/server-context';
import type { RouterContext } from 'react-router';
import type { HttpOptions, Pages } from '../options.ts';

/** What the built web app gives to the server. The bundle has no types: web/app/entry.server.tsx keeps what WebApp says. */
export function webAppOf({ build }: Pages): WebApp<RouterContext<ServerContext>> {
  const { forServer } = build.entry.module as unknown as { readonly forServer: WebApp<RouterContext<ServerContext>> };
  return forServer;
}

/**
 * The site's own origin for absolute links. Without a PUBLIC_URL there are several, all names of this machine: the one in the Host header
 * is taken. A name in that header that is not configured is never taken.
 */
export const originOf = ({ origins }: Pick<HttpOptions, 'origins'>, host: string | undefined): string =>
  origins.find((origin) => origin === `http://${host?.toLowerCase()}`) ?? origins[0]!;
