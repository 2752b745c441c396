import { useState } from 'react';
import { RepeatKey } from '../../../api/repeat-key.ts';

/** The key under which a position is closed: one for each, so that a second press after a lost answer closes nothing twice. */
export function useRepeatKeys(): (positionId: number) => RepeatKey {
  const [repeats] = useState(() => new Map<number, RepeatKey>());
  return (id) => {
    const repeat = repeats.get(id) ?? new RepeatKey();
    repeats.set(id, repeat);
    return repeat;
  };
}
