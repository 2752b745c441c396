import { notionalOf, returnOfResult } from '@agio/core/formulas';
import { formatUnits } from '../../../../ui/decimal.ts';
import type { ClosedPosition } from '../../../api/calls/futures.ts';
import { unitsOf } from '../margin.ts';

/**
 * What a closed position brought by the margin of its largest size, in percent with two decimals: the same sum as the ROE of an open one,
 * before fees and funding, which stand in columns of their own. Null without a cost.
 */
export function closedReturn({
  realised,
  quantity,
  entryPrice,
  leverage,
}: Pick<ClosedPosition, 'realised' | 'quantity' | 'entryPrice' | 'leverage'>): string | null {
  const cost = notionalOf(unitsOf(quantity), unitsOf(entryPrice));
  if (cost === 0n) return null;
  return formatUnits(returnOfResult(unitsOf(realised), { cost, leverage: BigInt(leverage) }) / 10_000n, 2);
}
