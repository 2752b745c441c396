import { useSyncExternalStore } from 'react';

/** As the design's `md` (ui/styles.css): from here on the panels stand beside one another. */
const WIDE = '(min-width: 860px)';

/** Null while the server renders and the browser takes over: nobody knows the screen yet. */
export function useIsWide(): boolean | null {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(WIDE).matches,
    () => null,
  );
}

function watch(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
