/** Keys under which what a person sends is repeated; they outlive the dialog, the sheet and the page from which it was sent. */
import { useMemo } from 'react';
import { RepeatKey } from '../api/repeat-key.ts';
import { useSessionUser } from './session.ts';

/** For what adds up (see RepeatKey): `what` is all that the body does not say, such as the position that an order closes. */
export function useRepeatKey(what: string): RepeatKey {
  const repeatOf = useRepeatKeys();
  return useMemo(() => repeatOf(what), [repeatOf, what]);
}

/** The same for several things, of which is known only later which one it is. */
export function useRepeatKeys(): (what: string) => RepeatKey {
  const name = useVisitorName();
  return useMemo(() => (what) => new RepeatKey({ name: `${name} ${what}` }), [name]);
}

/** Under which what was sent is kept apart from what others send in the same tab. */
export function useVisitorName(): string {
  return String(useSessionUser()?.id ?? '');
}
