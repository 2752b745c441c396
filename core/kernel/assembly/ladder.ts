/** One side of a book, near its best price: core/book/price-ladder.ts says what stands where, and keeps what lies outside the window. */
import { KEY, LOTS, NEXT, PREVIOUS } from '../order-record.ts';
import {
  BASE,
  BEST,
  ENTERS_WITH_A_REST,
  FAR_COUNT,
  GROUPS,
  IS_IN_THE_WINDOW,
  LEAVES_BEHIND_THE_BEST,
  LEVEL_BYTES,
  LEVEL_FIRST,
  LEVEL_LAST,
  LEVEL_LOTS,
  LEVELS,
  TOP,
  WINDOW,
  WORDS,
} from '../layout.ts';
import { demand, int, num, orderAt, setInt } from './records.ts';

/** How far below a new best price the window begins. */
const HEADROOM: i64 = WINDOW >> 2;

/** The level of a key; of one outside the window any other address. */
export function levelOf(ladder: i32, key: i32): i32 {
  return isInWindow(ladder, key) ? levelAt(ladder, key - load<i32>(ladder + BASE)) : ladder;
}

/** The first order of the best level; 0 of an empty side. */
export function first(ladder: i32): i32 {
  return load<i32>(levelAt(ladder, load<i32>(ladder + BEST)) + LEVEL_FIRST);
}

/** The order behind one that rests in the window, the next of its level or the first of the next one; 0 behind the last one in the window. */
export function next(ladder: i32, order: i32): i32 {
  const behind = int(order, NEXT);
  if (behind != 0) return behind;
  const index = markedFrom(ladder, int(order, KEY) - load<i32>(ladder + BASE) + 1);
  return load<i32>(levelAt(ladder, index) + LEVEL_FIRST);
}

export function isInWindow(ladder: i32, key: i32): bool {
  // As numbers without a sign, those below the window are large.
  return ((key - load<i32>(ladder + BASE)) as u32) < (WINDOW as u32);
}

/** Is the key in the window, or may the window be moved to it? It is then: an empty side has no level that it could leave behind. */
export function isWithinReach(ladder: i32, key: i32): bool {
  if (isInWindow(ladder, key)) return true;
  if (load<i32>(ladder + BEST) != WINDOW) return false;
  // As windowBefore of core/book/price-ladder.ts.
  const base = (key as i64) - HEADROOM;
  const least: i64 = key < 0 ? -2147483648 : 0;
  store<i32>(ladder + BASE, max(base, least) as i32);
  return true;
}

/** Are there levels outside the window, which the core alone knows? */
function hasFar(ladder: i32): bool {
  return load<i32>(ladder + FAR_COUNT) != 0;
}

/** Is it known here what rests at the key? In the window, at better prices than the window's, where nothing does, and everywhere while nothing rests outside. */
export function isLevelKnown(ladder: i32, key: i32): bool {
  return isInWindow(ladder, key) || !hasFar(ladder) || key < load<i32>(ladder + BASE);
}

/** Of a key whose level is known. */
export function levelLots(ladder: i32, key: i32): f64 {
  return isInWindow(ladder, key) ? load<f64>(levelAt(ladder, key - load<i32>(ladder + BASE)) + LEVEL_LOTS) : 0;
}

/** Would the window be empty without this order, while there are levels outside? Then the core moves it. */
export function isLastBeforeFar(ladder: i32, order: i32): bool {
  if (!hasFar(ladder)) return false;
  const index = int(order, KEY) - load<i32>(ladder + BASE);
  const isAlone = int(order, NEXT) == 0 && int(order, PREVIOUS) == 0;
  return isAlone && index == load<i32>(ladder + BEST) && markedFrom(ladder, index + 1) == WINDOW;
}

/** Puts an order whose key is in the window at the end of its level. */
export function add(ladder: i32, slot: i32): void {
  const order = orderAt(slot);
  demand(num(order, LOTS) > 0, ENTERS_WITH_A_REST);
  demand(isInWindow(ladder, int(order, KEY)), IS_IN_THE_WINDOW);
  const index = int(order, KEY) - load<i32>(ladder + BASE);
  const level = levelAt(ladder, index);
  const tail = load<i32>(level + LEVEL_LAST);
  setInt(order, NEXT, 0);
  setInt(order, PREVIOUS, tail);
  store<i32>(level + LEVEL_LAST, slot);
  if (tail != 0) {
    setInt(orderAt(tail), NEXT, slot);
  } else {
    store<i32>(level + LEVEL_FIRST, slot);
    mark(ladder, index);
  }
  store<f64>(level + LEVEL_LOTS, load<f64>(level + LEVEL_LOTS) + num(order, LOTS));
}

export function remove(ladder: i32, order: i32): void {
  demand(isInWindow(ladder, int(order, KEY)), IS_IN_THE_WINDOW);
  const index = int(order, KEY) - load<i32>(ladder + BASE);
  demand(index >= load<i32>(ladder + BEST), LEAVES_BEHIND_THE_BEST);
  const level = levelAt(ladder, index);
  const next = int(order, NEXT);
  const previous = int(order, PREVIOUS);
  if (next != 0) setInt(orderAt(next), PREVIOUS, previous);
  else store<i32>(level + LEVEL_LAST, previous);
  if (previous != 0) setInt(orderAt(previous), NEXT, next);
  else store<i32>(level + LEVEL_FIRST, next);
  store<f64>(level + LEVEL_LOTS, load<f64>(level + LEVEL_LOTS) - num(order, LOTS));
  if (next == 0 && previous == 0) unmark(ladder, index);
}

/** Takes lots off a level; the order's own are the caller's affair. */
export function reduceLevel(ladder: i32, key: i32, lots: f64): void {
  demand(isInWindow(ladder, key), IS_IN_THE_WINDOW);
  const level = levelAt(ladder, key - load<i32>(ladder + BASE));
  store<f64>(level + LEVEL_LOTS, load<f64>(level + LEVEL_LOTS) - lots);
}

function levelAt(ladder: i32, index: i32): i32 {
  return ladder + LEVELS + index * LEVEL_BYTES;
}

function mark(ladder: i32, index: i32): void {
  setBit(ladder + WORDS + (index >> 5) * 4, index & 31);
  setBit(ladder + GROUPS + (index >> 10) * 4, (index >> 5) & 31);
  setBit(ladder + TOP, index >> 10);
  if (index < load<i32>(ladder + BEST)) store<i32>(ladder + BEST, index);
}

function unmark(ladder: i32, index: i32): void {
  if (clearBit(ladder + WORDS + (index >> 5) * 4, index & 31) == 0) {
    if (clearBit(ladder + GROUPS + (index >> 10) * 4, (index >> 5) & 31) == 0) clearBit(ladder + TOP, index >> 10);
  }
  if (index == load<i32>(ladder + BEST)) store<i32>(ladder + BEST, markedFrom(ladder, index + 1));
}

function setBit(at: i32, bit: i32): void {
  store<i32>(at, load<i32>(at) | (1 << bit));
}

/** What is left of the word. */
function clearBit(at: i32, bit: i32): i32 {
  const left = load<i32>(at) & ~(1 << bit);
  store<i32>(at, left);
  return left;
}

/** The first index of a level from `from` on; WINDOW when there is none. */
function markedFrom(ladder: i32, from: i32): i32 {
  if (from >= WINDOW) return WINDOW;
  const word = load<u32>(ladder + WORDS + (from >> 5) * 4) >> (from & 31);
  if (word != 0) return from + (ctz(word) as i32);
  const fromWord = (from >> 5) + 1;
  if ((fromWord & 31) != 0) {
    const group = load<u32>(ladder + GROUPS + (fromWord >> 5) * 4) >> (fromWord & 31);
    if (group != 0) return lowestIn(ladder, fromWord + (ctz(group) as i32));
  }
  const fromGroup = (fromWord + 31) >> 5;
  if (fromGroup > 31) return WINDOW;
  const rest = load<u32>(ladder + TOP) >> fromGroup;
  if (rest == 0) return WINDOW;
  const group = fromGroup + (ctz(rest) as i32);
  return lowestIn(ladder, (group << 5) + (ctz(load<u32>(ladder + GROUPS + group * 4)) as i32));
}

function lowestIn(ladder: i32, word: i32): i32 {
  return (word << 5) + (ctz(load<u32>(ladder + WORDS + word * 4)) as i32);
}
