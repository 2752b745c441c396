import { useIsMounted } from '../../use-is-mounted.ts';

export interface ShownAddress {
  /** Host and path, as the browser's own address line has them. */
  readonly text: string;
  /** Whether the site's public address is https and the page was asked for there. */
  readonly isSecure: boolean;
}

export function shownAddress(url: URL, origin: string): ShownAddress {
  return { text: url.host + url.pathname, isSecure: origin === `https://${url.host}` };
}

/** A proxy may hide from the server how the page came; the browser knows. */
export function useIsSecure({ isSecure }: ShownAddress): boolean {
  return useIsMounted() ? window.location.protocol === 'https:' : isSecure;
}
