import type { FuturesFill, Receipt } from '@agio/contracts/http/futures-shapes';
import { forcedClosings } from '../../live/forced-closings.ts';
import { markedFill, type MarkedTrade } from '../../terminal/chart/use-marks.ts';

/**
 * What the chart marks of a perpetual: the user's own trades, and what liquidations and deleveragings closed. The fills with which a
 * liquidation sold are a part of its closing, which may have been taken over without any.
 */
export function ownMarks(fills: readonly FuturesFill[], receipts: readonly Receipt[]): readonly MarkedTrade[] {
  const trades = fills.filter(({ isLiquidation }) => !isLiquidation).map(markedFill);
  const closings = forcedClosings(receipts).flatMap(({ kind: forced, receiptId, direction, time, price }) => {
    const sides =
      direction === 'HEDGE' ? (['SELL', 'BUY'] as const) : ([direction === 'LONG' ? 'SELL' : 'BUY'] as const);
    return sides.map((side) => ({ id: `${receiptId} ${side}`, time, price, side, forced }));
  });
  return [...trades, ...closings];
}
