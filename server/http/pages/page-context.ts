/** What the pages of one server have in common. */
import type { HttpOptions } from '../options.ts';

/**
 * The site's own origin for absolute links. Without a PUBLIC_URL there are several, all names of this machine: the one in the Host header
 * is taken. A name in that header that is not configured is never taken.
 */
export const originOf = ({ origins }: Pick<HttpOptions, 'origins'>, host: string | undefined): string =>
  origins.find((origin) => origin === `http://${host?.toLowerCase()}`) ?? origins[0]!;
