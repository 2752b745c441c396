import { useSyncExternalStore } from 'react';

/** Whether the page has the whole screen: its head and foot make room then (terminal.css). */
export function useIsFullScreen(): boolean {
  return useSyncExternalStore(
    watch,
    () => document.fullscreenElement !== null,
    () => false,
  );
}

/** The whole document, since dialogs and messages stand outside the terminal. A device may refuse; then nothing changes. */
export function toggleFullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen({ navigationUI: 'hide' });
  change.catch(() => null);
}

function watch(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
