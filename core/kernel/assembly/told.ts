/** What a command tells that nobody hears: only counted, in its users' streams and in the changes of its book. */
import * as layout from '../layout.ts';
import { setState, state } from './records.ts';
import { countTold } from './users.ts';

/** A level changed. As ChangedLevels: only the last one can repeat. */
export function noteLevel(key: i32): void {
  const count = state(layout.CHANGED_COUNT);
  const at = layout.SHARED + layout.CHANGED + count * 4;
  if (count > 0 && load<i32>(at - 4) == key) return;
  store<i32>(at, key);
  setState(layout.CHANGED_COUNT, count + 1);
}

/** At the end of a command: each touched row is an event of its user, each changed level a number of its market. */
export function countRest(market: i32): void {
  const users = state(layout.TOUCHED_USERS_AT);
  for (let i = 0; i < state(layout.TOUCHED_COUNT); i += 1) countTold(load<i32>(users + i * 4), 1);
  const updateId = load<f64>(market + layout.UPDATE_ID) + (state(layout.CHANGED_COUNT) as f64);
  store<f64>(market + layout.UPDATE_ID, updateId);
}
