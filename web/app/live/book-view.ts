/** How a book is shown: prices gathered to a step, sums from the best price outwards, bars on one scale for both sides. */
import { ceilTo, floorTo } from '../../ui/decimal.ts';
import type { Book, BookLevel, Scales } from './book.ts';

export interface BookRow {
  readonly price: bigint;
  readonly quantity: bigint;
  /** Quantity from the best price to here. */
  readonly sum: bigint;
  /** 0 to 100, the length of the bar: of the larger side's sum, or of the largest row where bars measure each row. */
  readonly share: number;
}

export interface BookView {
  readonly bids: readonly BookRow[];
  readonly asks: readonly BookRow[];
}

/** Bids round down and asks round up, so that a shown price is never better than what is there. */
export function viewOf(book: Book, step: bigint, rows: number, bars: 'sum' | 'row' = 'sum'): BookView {
  const bids = gather(book.bids, (price) => floorTo(price, step), rows);
  const asks = gather(book.asks, (price) => ceilTo(price, step), rows);
  const measured = (row: Omit<BookRow, 'share'>) => (bars === 'sum' ? row.sum : row.quantity);
  const widest = [...bids, ...asks].map(measured).reduce((a, b) => (a > b ? a : b), 0n);
  const withShare = (row: Omit<BookRow, 'share'>): BookRow => ({
    ...row,
    share: widest === 0n ? 0 : Number((measured(row) * 1000n) / widest) / 10,
  });
  return { bids: bids.map(withShare), asks: asks.map(withShare) };
}

function gather(
  levels: readonly BookLevel[],
  round: (price: bigint) => bigint,
  most: number,
): Omit<BookRow, 'share'>[] {
  const rows: { price: bigint; quantity: bigint; sum: bigint }[] = [];
  let sum = 0n;
  for (const level of levels) {
    const price = round(level.price);
    const last = rows.at(-1);
    if (last?.price === price) {
      last.quantity += level.quantity;
      sum += level.quantity;
      last.sum = sum;
      continue;
    }
    if (rows.length === most) break;
    sum += level.quantity;
    rows.push({ price, quantity: level.quantity, sum });
  }
  return rows;
}

export interface SweepSummary {
  readonly sumBase: bigint;
  /** Units of 10^-(price scale + quantity scale). */
  readonly sumQuote: bigint;
  /** Units of 10^-(price scale + AVERAGE_DECIMALS), rounded down. */
  readonly averagePrice: bigint;
}

/** More than the prices of the book have: an average lies between them. */
export const AVERAGE_DECIMALS = 4;

/** What taking everything from the best price to this row would move. */
export function sweep(rows: readonly BookRow[], index: number): SweepSummary {
  let sumBase = 0n;
  let sumQuote = 0n;
  for (const row of rows.slice(0, index + 1)) {
    sumBase += row.quantity;
    sumQuote += row.quantity * row.price;
  }
  return {
    sumBase,
    sumQuote,
    averagePrice: sumBase === 0n ? 0n : (sumQuote * 10n ** BigInt(AVERAGE_DECIMALS)) / sumBase,
  };
}

/** Share of the bids in the shown amount, 0 to 100; 50 when both are empty. */
export function bidShare(view: BookView): number {
  const bids = view.bids.at(-1)?.sum ?? 0n;
  const asks = view.asks.at(-1)?.sum ?? 0n;
  return bids + asks === 0n ? 50 : Number((bids * 1000n) / (bids + asks)) / 10;
}

export function scalesOf(pair: { readonly quotePrecision: number; readonly basePrecision: number }): Scales {
  return { price: pair.quotePrecision, quantity: pair.basePrecision };
}
