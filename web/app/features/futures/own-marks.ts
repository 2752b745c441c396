import type { FuturesFill, Receipt } from '@agio/contracts/http/futures-shapes';
import { getFuturesFills, getOwnLiquidations } from '../../api/calls/futures.ts';
import type { Call } from '../../api/request.ts';
import { forcedClosings, wholeCommands } from '../../live/forced-closings.ts';
import { markedFill, MOST_MARKS, type MarkedTrade } from '../../terminal/chart/use-marks.ts';

/** One history after the other: a user reads one at a time. Without the receipts the trades are marked all the same. */
export async function loadOwnMarks(call: Call, symbol: string): Promise<readonly MarkedTrade[]> {
  const page = { page: 1, symbol, pageSize: MOST_MARKS };
  const { items: fills } = await getFuturesFills(call, page);
  const receipts = await getOwnLiquidations(call, { ...page, closings: 'true' }).then(wholeCommands, () => []);
  return ownMarks(fills, receipts);
}

/**
 * What the chart marks of a perpetual: the user's own trades, and what liquidations and deleveragings closed. The fills with which a
 * liquidation sold are a part of its closing, which may have been taken over without any; where the page of receipts does not reach back
 * to the closing, they are marked themselves.
 */
export function ownMarks(fills: readonly FuturesFill[], receipts: readonly Receipt[]): readonly MarkedTrade[] {
  const closings = forcedClosings(receipts).flatMap(({ kind: forced, receiptId, direction, time, price }) => {
    const sides =
      direction === 'HEDGE' ? (['SELL', 'BUY'] as const) : ([direction === 'LONG' ? 'SELL' : 'BUY'] as const);
    return sides.map((side) => ({ id: `${receiptId} ${side}`, time, price, side, forced }));
  });
  // One command liquidates at once: its fills and its receipts have the same time.
  const liquidated = new Set(closings.filter(({ forced }) => forced === 'LIQUIDATION').map(momentOf));
  const trades = fills.filter((fill) => !fill.isLiquidation || !liquidated.has(momentOf(fill))).map(markedFill);
  return [...trades, ...closings];
}

const momentOf = ({ time, side }: Pick<MarkedTrade, 'time' | 'side'>): string => `${time} ${side}`;
