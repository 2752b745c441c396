/** Which rows of a history are shown. Days are in UTC, as in the files. */
import { SIDES } from '@agio/core/words';
import type { Side } from '../../api/types.ts';
import { tabStorage } from '../../choices/browser-storage.ts';

const DAY = /^(?:19[7-9]|[2-9]\d\d)\d-\d{2}-\d{2}$/;
const SYMBOL = /^[A-Z0-9]{1,32}$/;

/** An empty one is not set. */
export interface HistoryFilter {
  readonly symbol: string;
  readonly side: Side | '';
  /** First and last day, such as 2026-02-28. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTER: HistoryFilter = { symbol: '', side: '', from: '', to: '' };

export const isFiltered = (filter: HistoryFilter): boolean => Object.values(filter).some((value) => value !== '');

/** How many are set of those that the history offers. */
export function filterCount(
  filter: HistoryFilter,
  offers: { readonly hasMarket: boolean; readonly hasSide: boolean },
): number {
  const { symbol, side, from, to } = filter;
  return [offers.hasMarket && symbol, offers.hasSide && side, from, to].filter(Boolean).length;
}

/** As the calls of histories take it; moments in milliseconds. */
export interface HistoryQuery {
  readonly symbol?: string;
  readonly side?: Side;
  readonly from?: number;
  readonly to?: number;
}

/** The last day is included as a whole. Days that are half typed are left out. */
export function queryOf({ symbol, side, from, to }: HistoryFilter): HistoryQuery {
  const [first, last] = [momentOf(from, 'T00:00:00.000Z'), momentOf(to, 'T23:59:59.999Z')];
  return {
    ...(symbol === '' ? {} : { symbol }),
    ...(side === '' ? {} : { side }),
    ...(first === null ? {} : { from: first }),
    ...(last === null ? {} : { to: last }),
  };
}

function momentOf(day: string, clock: string): number | null {
  const time = DAY.test(day) ? Date.parse(day + clock) : Number.NaN;
  return Number.isSafeInteger(time) && time >= 0 ? time : null;
}

/** What the history of this name was filtered by in this tab; whatever is not a filter is left out. */
export function keptFilter(name: string): HistoryFilter {
  let kept: Partial<Record<keyof HistoryFilter, unknown>>;
  try {
    kept = (JSON.parse(tabStorage.getItem(nameOf(name)) ?? '{}') ?? {}) as typeof kept;
  } catch {
    return NO_FILTER;
  }
  const textOf = (value: unknown, shape: RegExp) => (typeof value === 'string' && shape.test(value) ? value : '');
  return {
    symbol: textOf(kept.symbol, SYMBOL),
    side: SIDES.find((side) => side === kept.side) ?? '',
    from: textOf(kept.from, DAY),
    to: textOf(kept.to, DAY),
  };
}

export function keepFilter(name: string, filter: HistoryFilter): void {
  tabStorage.setItem(nameOf(name), JSON.stringify(filter));
}

const nameOf = (name: string): string => `history-filter ${name}`;
