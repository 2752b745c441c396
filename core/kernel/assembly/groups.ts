/** Commands of a run that are read together, before the first of them is carried out. */
import * as layout from '../layout.ts';
import { readCommand } from './read-commands.ts';
import { setState, state } from './records.ts';

/** Where their fields stand. */
export const GROUP: i32 = layout.SHARED + layout.GROUP;

/** Where the group that was read last goes on, whose last command the core has taken; 0 where another one is to be read. */
export function restOfGroup(begin: i32, toSeq: f64): i32 {
  const next = state(layout.GROUP_NEXT);
  if (next == 0 || next >= state(layout.GROUP_COUNT) || load<f64>(layout.SHARED + layout.GROUP_TO_SEQ) != toSeq)
    return 0;
  const before = GROUP + (next - 1) * layout.GROUP_BYTES;
  const seq = load<f64>(layout.SHARED + layout.GROUP_SEQ) + (next as f64) - 1;
  const isNext =
    load<i32>(before + layout.GROUP_END) == begin &&
    load<f64>(before + layout.GROUP_TIME) == load<f64>(layout.SHARED + layout.RUN_TIME) &&
    seq == load<f64>(layout.SHARED + layout.RUN_SEQ);
  return isNext ? next : 0;
}

/** Reads the next commands; answers how many. */
export function readGroup(begin: i32, end: i32, toSeq: f64): i32 {
  let at = begin;
  let seq = load<f64>(layout.SHARED + layout.RUN_SEQ);
  let timeMs = load<f64>(layout.SHARED + layout.RUN_TIME);
  let count = 0;
  store<f64>(layout.SHARED + layout.GROUP_SEQ, seq + 1);
  store<f64>(layout.SHARED + layout.GROUP_TO_SEQ, toSeq);
  for (; count < layout.GROUP_COMMANDS; count += 1) {
    const command = GROUP + count * layout.GROUP_BYTES;
    seq += 1;
    if (at >= end || seq > toSeq || !readCommand(at, end, command, seq, timeMs)) break;
    timeMs = load<f64>(command + layout.GROUP_TIME);
    at = load<i32>(command + layout.GROUP_END);
  }
  setState(layout.GROUP_COUNT, count);
  return count;
}
