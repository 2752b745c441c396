import { useIsMounted } from '../../start/use-is-mounted.ts';

export interface ShownAddress {
  /** Host and path of the site's own address: what the browser's address line must say, whatever host was asked for. */
  readonly text: string;
  /** The site's own origin, which the server chose. */
  readonly origin: string;
  /** Whether that origin is https and the page was asked for there. */
  readonly isSecure: boolean;
}

export function shownAddress(url: URL, origin: string): ShownAddress {
  return {
    text: new URL(origin).host + url.pathname,
    origin,
    isSecure: origin === `https://${url.host}`,
  };
}

/** A proxy may hide from the server where the page came from; the browser knows. */
export function useIsSecure({ origin, isSecure }: ShownAddress): boolean {
  return useIsMounted() ? origin.startsWith('https:') && window.location.origin === origin : isSecure;
}
