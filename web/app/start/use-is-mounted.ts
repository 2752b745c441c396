import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the server renders and while the browser takes over, true afterwards. */
export function useIsMounted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
