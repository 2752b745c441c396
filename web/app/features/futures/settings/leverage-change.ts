/** What another leverage does to open positions and to the available balance (trading B2, B3). Amounts are units of 10^-8. */
import { ceilDiv, notionalOf, removableMargin, unrealised } from '@agio/core/formulas';
import type { Position } from '../../../api/calls/futures.ts';
import { ceilingOfSide, figuresOf, marginNeeded, type MarginState, openPartOf, unitsOf } from '../margin.ts';
import { liquidationAfter } from '../tables/moved-margin.ts';

export interface Leverages {
  readonly long: number;
  readonly short: number;
}

export interface ChangedPosition {
  readonly direction: Position['direction'];
  readonly marginNow: bigint;
  readonly marginAfter: bigint;
  /** Null: no price liquidates it. */
  readonly liquidationNow: bigint | null;
  readonly liquidationAfter: bigint | null;
}

export interface LeverageChange {
  /** Those that get another leverage, the long one first. */
  readonly positions: readonly ChangedPosition[];
  /** Below zero: so much is missing. */
  readonly availableAfter: bigint;
  /** The leverage that the size of what is open and ordered allows, where that is less than the chosen one. */
  readonly ceiling: number | null;
}

export function leverageChange(state: MarginState, available: bigint, { long, short }: Leverages): LeverageChange {
  const changed: MarginState = {
    ...state,
    preference: { ...state.preference, longLeverage: long, shortLeverage: short },
  };
  const moved = state.positions
    .filter(({ symbol }) => symbol === state.contract.symbol)
    .toSorted((a) => (a.direction === 'LONG' ? -1 : 1))
    .map((position) => ({ position, leverage: position.direction === 'LONG' ? long : short }))
    .filter(({ position, leverage }) => position.leverage !== leverage)
    .map(({ position, leverage }) => movedMargin(state, position, BigInt(leverage)));
  const isolated = moved.reduce((sum, { isolatedBy }) => sum + isolatedBy, 0n);
  const added = moved.reduce((sum, { isolatedBy }) => sum + (isolatedBy > 0n ? isolatedBy : 0n), 0n);
  // Orders, and cross positions, have their margin first; what one isolated position gives back does not pay for another.
  const left = available - (marginNeeded(changed) - marginNeeded(state));
  return {
    positions: moved.map(({ shown }) => shown),
    availableAfter: left < added ? left - added : left - isolated,
    ceiling: ceilingBelow(changed),
  };
}

/** The lowest ceiling of a side that its leverage passes. */
function ceilingBelow(state: MarginState): number | null {
  const { longLeverage, shortLeverage } = state.preference;
  const passed = (
    [
      ['BUY', longLeverage],
      ['SELL', shortLeverage],
    ] as const
  ).flatMap(([side, leverage]) => {
    const ceiling = ceilingOfSide(state, side);
    return ceiling !== null && leverage > ceiling ? [ceiling] : [];
  });
  return passed.length === 0 ? null : Math.min(...passed);
}

/** What was added to an isolated position by hand stays in it, and it keeps its initial margin and its losses (trading B3, B16). */
function movedMargin(
  state: MarginState,
  position: Position,
  leverage: bigint,
): { shown: ChangedPosition; isolatedBy: bigint } {
  const { contract, mark } = state;
  const open = openPartOf(position);
  const notional = notionalOf(open.quantity, mark);
  const { margin: marginNow } = figuresOf(position, mark, contract);
  const told = unitsOf(position.liquidationPrice);
  const liquidationNow = told > 0n ? told : null;
  const { direction } = position;
  if (position.marginMode === 'CROSS') {
    // All of the wallet carries it, at whatever leverage.
    const marginAfter = ceilDiv(notional, leverage);
    return {
      shown: { direction, marginNow, marginAfter, liquidationNow, liquidationAfter: liquidationNow },
      isolatedBy: 0n,
    };
  }
  const wanted = ceilDiv(open.cost, leverage) - ceilDiv(open.cost, BigInt(position.leverage));
  const removable = removableMargin({ margin: marginNow, unrealised: unrealised(open, mark), notional, leverage });
  const isolatedBy = wanted < -removable ? -removable : wanted;
  const [action, amount] = isolatedBy < 0n ? (['REMOVE', -isolatedBy] as const) : (['ADD', isolatedBy] as const);
  const after = isolatedBy === 0n ? liquidationNow : liquidationAfter(position, contract, action, amount);
  const shown = { direction, marginNow, marginAfter: marginNow + isolatedBy, liquidationNow, liquidationAfter: after };
  return { shown, isolatedBy };
}
