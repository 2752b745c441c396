/** The one way out of a failed call or a pop-up to another page of this site. */
import { safeJump } from '@agio/contracts/return-target';
import { localeOfPath, localizePath, barePath } from '../addresses/locales.ts';
import { browserSite } from '../addresses/browser-site.ts';

const DEBOUNCE_MS = 300;

type Navigate = (address: string) => void;

/** A whole new page, so that everything on it knows who is logged in. */
let navigate: Navigate = (address) => window.location.assign(address);

/** Replaces how a jump is made (by the router, by the native app's bridge). Answers a function that restores the former way. */
export function takeOverJumps(other: Navigate): () => void {
  const former = navigate;
  navigate = other;
  return () => void (navigate = former);
}

/** `path` is one of this site; it gets the language of this page. What leaves the site goes home instead. */
export function jumpTo(path: string): void {
  const safe = safeJump(path, browserSite());
  navigate(localizePath(barePath(safe), localeOfPath(window.location.pathname).key));
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Several calls that fail together make one jump, to the last target. */
export function jumpSoon(path: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => jumpTo(path), DEBOUNCE_MS);
}
