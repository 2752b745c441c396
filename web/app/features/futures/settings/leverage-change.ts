/** What another leverage does to open positions and to the available balance (trading B2, B3). Amounts are units of 10^-8. */
import { ceilDiv, notionalOf, removableMargin, unrealised } from '@agio/core/formulas';
import type { Position } from '../../../api/calls/futures.ts';
import { ceilingOfSide, figuresOf, type MarginState, needsOf, openPartOf, unitsOf } from '../margin.ts';
import type { Funds } from '../own-funds.ts';
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

export interface LeverageCall {
  readonly positionSide: Position['positionSide'];
  readonly leverage: number;
}

export interface LeverageChange {
  /** In the order in which the engine accepts them: hedged and isolated, one call for each side that changes. */
  readonly calls: readonly LeverageCall[];
  /** Those that get another leverage, the long one first. */
  readonly positions: readonly ChangedPosition[];
  /** Below zero: so much is missing. */
  readonly availableAfter: bigint;
  /** The leverage that the size of what is open and ordered allows, where that is less than the chosen one. */
  readonly ceiling: number | null;
  /**
   * Refused though what is chosen would be allowed: the sides change one after the other, and the engine looks at both each time, so that
   * two sides that are too large for their leverage keep each other (trading B2, B3).
   */
  readonly isStuck: boolean;
}

export interface RaisedLeverage {
  readonly before: number;
  readonly after: number;
}

/** Of the sides whose leverage goes up, the one that is then the highest; null where none goes up. */
export function raisedLeverage(
  { longLeverage, shortLeverage }: Pick<MarginState['preference'], 'longLeverage' | 'shortLeverage'>,
  { long, short }: Leverages,
): RaisedLeverage | null {
  const sides = [
    { before: longLeverage, after: long },
    { before: shortLeverage, after: short },
  ].filter(({ before, after }) => after > before);
  return sides.toSorted((a, b) => b.after - a.after)[0] ?? null;
}

/** `funds`: what the wallet has free at the same marks. */
export function leverageChange(state: MarginState, funds: Funds, { long, short }: Leverages): LeverageChange {
  const { positionMode, marginMode, longLeverage, shortLeverage } = state.preference;
  const positions = state.positions
    .filter(({ symbol }) => symbol === state.contract.symbol)
    .toSorted((a, b) => Number(a.direction === 'SHORT') - Number(b.direction === 'SHORT'))
    .map((position) => ({ position, leverage: position.direction === 'LONG' ? long : short }))
    .filter(({ position, leverage }) => position.leverage !== leverage)
    .map(({ position, leverage }) => ({ position, ...movedMargin(state, position, BigInt(leverage)) }));
  const sides: LeverageCall[] = [
    ...(long === longLeverage ? [] : [{ positionSide: 'LONG' as const, leverage: long }]),
    ...(short === shortLeverage ? [] : [{ positionSide: 'SHORT' as const, leverage: short }]),
  ];
  const isOfEachSide = positionMode === 'HEDGE' && marginMode === 'ISOLATED';
  const orders = isOfEachSide ? [sides, sides.toReversed()] : [[{ positionSide: 'BOTH' as const, leverage: long }]];
  const [first, second] = orders.map((calls) => outcomeOfCalls(state, funds, positions, calls));
  // Each call is judged on its own: one side may need what the other gives back.
  const isSecondBetter =
    second !== undefined &&
    (first!.ceiling === null) === (second.ceiling === null) &&
    second.availableAfter > first!.availableAfter;
  const best = isSecondBetter || (first!.ceiling !== null && second?.ceiling === null) ? second! : first!;
  const goal = { ...state, preference: { ...state.preference, longLeverage: long, shortLeverage: short } };
  const isStuck = best.ceiling !== null && ceilingBelow(goal) === null;
  return { ...best, isStuck, positions: positions.map(({ shown }) => shown) };
}

interface MovedPosition {
  readonly position: Position;
  readonly isolatedBy: bigint;
}

/** What the engine would say to the calls, one after the other (trading B3). */
function outcomeOfCalls(
  state: MarginState,
  funds: Funds,
  positions: readonly MovedPosition[],
  calls: readonly LeverageCall[],
): Omit<LeverageChange, 'positions' | 'isStuck'> {
  let [changed, moved, missing] = [state, 0n, 0n];
  let ceiling: number | null = null;
  for (const { positionSide, leverage } of calls) {
    const { preference } = changed;
    const longLeverage = positionSide === 'SHORT' ? preference.longLeverage : leverage;
    const shortLeverage = positionSide === 'LONG' ? preference.shortLeverage : leverage;
    changed = { ...changed, preference: { ...preference, longLeverage, shortLeverage } };
    ceiling ??= ceilingBelow(changed);
    const grown = needsOf(changed).margin - needsOf(state).margin;
    const its = positions.filter(({ position }) => positionSide === 'BOTH' || position.direction === positionSide);
    const added = its.reduce((sum, { isolatedBy }) => sum + (isolatedBy > 0n ? isolatedBy : 0n), 0n);
    // Orders and cross positions are covered before anything comes back from an isolated position.
    missing = max(missing, moved + grown - funds.free);
    if (added > 0n) {
      const own = min(funds.own - grown, funds.aboveLiquidation ?? funds.own - grown);
      missing = max(missing, added + moved - min(funds.free - grown, own));
    }
    moved += its.reduce((sum, { isolatedBy }) => sum + isolatedBy, 0n);
  }
  const left = funds.free - moved - (needsOf(changed).margin - needsOf(state).margin);
  return { calls, ceiling, availableAfter: missing > 0n ? -missing : left };
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

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
