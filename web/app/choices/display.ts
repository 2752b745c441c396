/**
 * The choices of how the site looks, for the browser's page. The server read them from their cookies and rendered by
 * them; a change counts at once, for this page and, by its cookie, for the next.
 */
import { DEFAULT_DISPLAY, type Display, displayCookie, type Theme } from '@agio/contracts/display';
import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';

const listeners = new Set<() => void>();
/** Empty until the person changes something; never set on the server, where requests share this module. */
let changed: Partial<Display> = {};

export function changeDisplay(part: Partial<Display>): void {
  changed = { ...changed, ...part };
  for (const [name, value] of Object.entries(part)) document.cookie = displayCookie(name as keyof Display, value);
  for (const listener of listeners) listener();
}

export function useDisplay(): Display {
  const first = (useRouteLoaderData('root') as { readonly display: Display } | undefined)?.display ?? DEFAULT_DISPLAY;
  const own = useSyncExternalStore(
    subscribe,
    () => changed,
    () => NOTHING,
  );
  return { ...first, ...own };
}

const NOTHING: Partial<Display> = {};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A page that exists in one theme only shows that one; the choice holds for the others. */
export function themeToShow(ofRoute: Theme | undefined, chosen: Theme): Theme {
  return ofRoute ?? chosen;
}
