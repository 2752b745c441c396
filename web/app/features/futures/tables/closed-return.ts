import { notionalOf, returnOfResult } from '@agio/core/formulas';
import { formatUnits } from '../../../../ui/decimal.ts';
import type { ClosedPosition } from '../../../api/calls/futures.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { signedUnits, unitsOf } from '../margin.ts';

type Parts = Pick<ClosedPosition, 'realised' | 'fees' | 'funding'>;

/** What a closed position brought in all: its realised result less its fees, and with the funding it got or paid (trading B4). */
export function netResult({ realised, fees, funding }: Parts): string {
  return formatUnits(signedUnits(realised) - signedUnits(fees) + signedUnits(funding), 8);
}

/**
 * The same by the margin that all of its openings took, in percent with two decimals. Null without a cost, and where its openings were not
 * kept: the margin of the largest size is then less than what all openings took.
 */
export function closedReturn(
  position: Parts & Pick<ClosedPosition, 'quantity' | 'entryPrice' | 'exitPrice' | 'leverage'>,
): string | null {
  if (!areOpeningsKept(position)) return null;
  const cost = notionalOf(unitsOf(position.quantity), unitsOf(position.entryPrice));
  if (cost === 0n) return null;
  const margin = { cost, leverage: BigInt(position.leverage) };
  return formatUnits(returnOfResult(signedUnits(netResult(position)), margin) / 10_000n, 2);
}

/** The fees of its orders: what liquidations took stands beside them. */
export function tradingFees({ fees, liquidationFee }: Pick<ClosedPosition, 'fees' | 'liquidationFee'>): string {
  return formatUnits(signedUnits(fees) - unitsOf(liquidationFee), 8);
}

/** All that was closed of it; null where its openings were not kept: its quantity is then the largest size that it had (`closedPosition`). */
export function closedSize(position: Pick<ClosedPosition, 'quantity' | 'exitPrice'>): string | null {
  return areOpeningsKept(position) ? position.quantity : null;
}

/** The average price of all its openings; null where they were not kept: its entry price is then that of its largest size. */
export function closedEntry(position: Pick<ClosedPosition, 'entryPrice' | 'exitPrice'>): string | null {
  return areOpeningsKept(position) ? position.entryPrice : null;
}

const areOpeningsKept = ({ exitPrice }: Pick<ClosedPosition, 'exitPrice'>): boolean => isSet(exitPrice);
