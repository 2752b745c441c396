import type { DockviewApi } from 'dockview-react';
import { useEffect } from 'react';
import { isOpenAbove } from './open-above.ts';

/** Escape gives the room back that one panel had alone, unless something else heeds the key: what is open above, a line in the hand. */
export function useLeaveAlone(api: DockviewApi | null): void {
  useEffect(() => {
    if (!api) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Before all others, since what is open above is gone once it has heeded the key; then after them.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !api.hasMaximizedGroup() || isOpenAbove()) return;
      timer = setTimeout(() => !event.defaultPrevented && api.exitMaximizedGroup());
    };
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      clearTimeout(timer);
    };
  }, [api]);
}
