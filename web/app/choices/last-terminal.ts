/** Which market this device looked at last: the tab "Trade" of phones leads back to it. */
import { useEffect } from 'react';
import { useArePreferencesRead, usePreferences } from './preferences.ts';

/** Keeps a market that is shown; `path` is the address of its terminal. */
export function useKeptTerminal(path: string): void {
  const last = usePreferences((state) => state.terminal);
  const setTerminal = usePreferences((state) => state.setTerminal);
  const isRead = useArePreferencesRead();
  useEffect(() => {
    // Before they are read a change would write the defaults over all others.
    if (isRead && path !== last) setTerminal(path);
  }, [isRead, path, last, setTerminal]);
}

/** A market that does not exist any more is not led to again. */
export function useForgottenTerminal(missing: string): void {
  const isKept = usePreferences((state) => state.terminal === missing);
  const setTerminal = usePreferences((state) => state.setTerminal);
  useEffect(() => {
    if (isKept) setTerminal(missing.replace(/\/[^/]*$/, ''));
  }, [isKept, missing, setTerminal]);
}
