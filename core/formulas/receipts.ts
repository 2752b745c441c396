/**
 * What a receipt says, computed again from its inputs by the formulas that the core books with. Whoever reads a receipt runs
 * this: the browser, a test, an auditor. Integers in ledger units; prices and rates 10^-8.
 */
import { PRICE_SCALE } from '../fixed.ts';
import { cumulativeFee, feeOfFill } from './fee.ts';
import { adlScore, type Inventory, valueAtCost } from './perp/adl.ts';
import { fundingAmount } from './perp/funding.ts';
import { bankruptcyValues, liquidationFee } from './perp/liquidation.ts';
import { type Direction, type Position, reduce, reduceAtValue, unrealised } from './perp/position.ts';
import { maintenanceIn } from './perp/tiers.ts';
import { min, notionalOf } from './rounding.ts';
import type { Side } from '../protocol/words.ts';

export interface SpotFillInputs {
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly feeRate: number;
  /** In QUOTE mode: what earlier fees of the order left, in 10^-8 of a unit; null where each fill is charged by itself. */
  readonly feeRest: number | null;
}

/** Amount in quote, fee in what the side received or, in QUOTE mode, in quote (trading 0.2, A5.2, A5.3). */
export function recomputeSpotFill(fill: SpotFillInputs): { amount: number; fee: number } {
  const { side, price, quantity, baseScale, quoteScale, feeRate, feeRest } = fill;
  const exact = BigInt(price) * BigInt(quantity) * 10n ** BigInt(quoteScale);
  const amount = Number(exact / 10n ** BigInt(PRICE_SCALE + baseScale));
  if (feeRest !== null) return { amount, fee: cumulativeFee(amount, feeRate, feeRest) };
  return { amount, fee: feeOfFill(side === 'BUY' ? quantity : amount, feeRate) };
}

export interface PerpFillInputs {
  readonly side: Side;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly feeRate: number;
  readonly feeRest: number;
  /** Of a liquidation: what was left to pay a fee from. */
  readonly feeLimit: bigint | null;
  readonly before: Position | null;
}

/** Value, fee, the quantity that closed and the result of closing it (trading A5.3, B4, B13). */
export function recomputePerpFill(fill: PerpFillInputs): {
  amount: bigint;
  fee: bigint;
  closed: bigint;
  realised: bigint;
} {
  const { side, price, quantity, feeRate, feeRest, feeLimit, before } = fill;
  const amount = notionalOf(quantity, price);
  const fee =
    feeLimit === null
      ? BigInt(cumulativeFee(Number(amount), feeRate, feeRest))
      : liquidationFee(feeLimit, amount, BigInt(feeRate));
  const opens: Direction = side === 'BUY' ? 1n : -1n;
  if (before === null || before.direction === opens) return { amount, fee, closed: 0n, realised: 0n };
  const closed = min(quantity, before.quantity);
  return { amount, fee, closed, realised: reduce(before, closed, price).realised };
}

export interface FundingInputs {
  readonly direction: Direction;
  readonly quantity: bigint;
  readonly markPrice: bigint;
  readonly rate: bigint;
}

/** What a position owes (negative) or is owed (trading B10). */
export function recomputeFunding({ direction, quantity, markPrice, rate }: FundingInputs): { due: bigint } {
  return { due: fundingAmount({ direction, quantity }, markPrice, rate) };
}

export interface LiquidatedPosition extends Position {
  readonly markPrice: bigint;
  readonly tierRate: bigint;
  readonly tierDeduction: bigint;
}

export interface LiquidationInputs {
  readonly balance: bigint;
  readonly positions: readonly LiquidatedPosition[];
  /** Which of them the step closed; -1: none of them alone. */
  readonly at: number;
  readonly quantity: bigint;
}

/**
 * Equity and maintenance margin of the scope; of the part that the step closed, the value at the bankruptcy price and at the mark
 * (trading B11 to B13). The latter two are 0 where `at` is -1.
 */
export function recomputeLiquidation({ balance, positions, at, quantity }: LiquidationInputs): {
  equity: bigint;
  maintenanceMargin: bigint;
  bankruptcyValue: bigint;
  markValue: bigint;
} {
  let [equity, maintenanceMargin] = [balance, 0n];
  for (const position of positions) {
    const { markPrice, tierRate: rate, tierDeduction: deduction } = position;
    equity += unrealised(position, markPrice);
    maintenanceMargin += maintenanceIn({ rate, deduction }, notionalOf(position.quantity, markPrice));
  }
  const closed = positions[at];
  if (closed === undefined) return { equity, maintenanceMargin, bankruptcyValue: 0n, markValue: 0n };
  const values = bankruptcyValues(
    positions.map((position) => ({ ...position, mark: position.markPrice })),
    equity,
  );
  const bankruptcyValue = ((values[at] ?? 0n) * quantity) / closed.quantity;
  return { equity, maintenanceMargin, bankruptcyValue, markValue: notionalOf(quantity, closed.markPrice) };
}

export interface DeleveragingInputs {
  readonly position: Position;
  /** By which its leverage was ranked. */
  readonly margin: bigint;
  readonly markPrice: bigint;
  /** The takeover inventory before this. */
  readonly inventory: Inventory;
}

/** Its place's score, how much was closed, at which value and with which result (trading B14). */
export function recomputeDeleveraging({ position, margin, markPrice, inventory }: DeleveragingInputs): {
  score: bigint;
  quantity: bigint;
  value: bigint;
  realised: bigint;
} {
  const score = adlScore({
    unrealised: unrealised(position, markPrice),
    cost: position.cost,
    notional: notionalOf(position.quantity, markPrice),
    margin,
    quantity: position.quantity,
    positionId: 0,
  });
  const quantity = min(position.quantity, inventory.quantity);
  const value = valueAtCost(inventory, quantity);
  return { score, quantity, value, realised: reduceAtValue(position, quantity, value).realised };
}
