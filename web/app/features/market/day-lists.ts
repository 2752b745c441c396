/** The short lists of markets by their last 24 hours, and how many rose and fell. */
import { DAY_MS } from '@agio/contracts/durations';
import { compareDecimals } from '../../../ui/decimal.ts';
import { signOf } from '../../../ui/format.ts';
import type { Pair } from '../../api/types.ts';
import type { Tickers } from '../../live/ticker-feed.ts';
import { sortPairs, type Worth } from './sort-pairs.ts';

/** How many days after its opening a market counts as new. */
const NEW_DAYS = 30;

export const DAY_LISTS = ['gainers', 'losers', 'new', 'volume'] as const;
export type DayListName = (typeof DAY_LISTS)[number];

export interface DayListQuery {
  readonly pairs: readonly Pair[];
  readonly tickers: Tickers;
  /** Tells which were traded most. */
  readonly worth: Worth;
  /** Milliseconds since 1970: decides what is new. */
  readonly nowMs: number;
}

/** All markets of a list, the one that leads it first; equal ones in the order in which the exchange lists them. */
export function dayList(name: DayListName, { pairs, tickers, worth, nowMs }: DayListQuery): readonly Pair[] {
  const signIn = (pair: Pair) => signOf(tickers.get(pair.symbol)?.changePercent ?? '0');
  if (name === 'new') return pairs.filter((pair) => isNew(pair, nowMs)).toSorted((a, b) => b.openTime - a.openTime);
  if (name === 'volume') return sortPairs(pairs, tickers, { key: 'volume', order: 'descending' }, worth);
  const rises = name === 'gainers';
  const order = rises ? 'descending' : 'ascending';
  return sortPairs(pairs, tickers, { key: 'change', order }, worth).filter((pair) => signIn(pair) === (rises ? 1 : -1));
}

/** The markets that stand in the first `rows` of the list of all markets or of any of the day lists, in the order of the former. */
export function leadingPairs(query: DayListQuery, rows: number): readonly Pair[] {
  const lists = [query.pairs, ...DAY_LISTS.map((name) => dayList(name, query))];
  const leading = new Set(lists.flatMap((list) => list.slice(0, rows)));
  return query.pairs.filter((pair) => leading.has(pair));
}

/** Whether its opening lies less than thirty days back, or ahead. */
function isNew({ openTime }: Pair, nowMs: number): boolean {
  return openTime > nowMs - NEW_DAYS * DAY_MS;
}

export interface Breadth {
  readonly fell: number;
  readonly unchanged: number;
  readonly rose: number;
  /** Markets by how far they moved, from the deepest falls to the highest gains; those that did not move are in the middle. */
  readonly steps: readonly number[];
}

/** In percent: a market belongs to the first step that its move does not pass; the last step has no end. */
const STEP_ENDS = ['2', '4', '6', '8'] as const;
/** What the outermost steps begin at. */
export const FARTHEST_STEP = Number(STEP_ENDS.at(-1));

/** Of all markets; one without a ticker has not moved. */
export function breadthOf(pairs: readonly Pair[], tickers: Tickers): Breadth {
  const side = STEP_ENDS.length + 1;
  const steps = Array.from({ length: 2 * side + 1 }, () => 0);
  for (const { symbol } of pairs) {
    const percent = tickers.get(symbol)?.changePercent ?? '0';
    const sign = signOf(percent);
    const size = percent.replace(/^[-−]/, '');
    const passed = STEP_ENDS.filter((end) => compareDecimals(size, end) > 0).length;
    const place = side + sign * (passed + 1);
    steps[place] = (steps[place] ?? 0) + 1;
  }
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return { fell: sum(steps.slice(0, side)), unchanged: steps[side] ?? 0, rose: sum(steps.slice(side + 1)), steps };
}
