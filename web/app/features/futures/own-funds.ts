/** What of a wallet is its own money and free, for margin that is moved into isolated positions. Amounts are units of 10^-8. */
import type { FuturesOrder } from '../../api/calls/futures.ts';
import { crossResult, figuresOf, type MarginState, needsOf, unitsOf } from './margin.ts';

export interface Funds {
  /** What needs leave of all that the account has: below zero when prices went against it (trading B6). */
  readonly free: bigint;
  /** Own money beside isolated orders and the maintenance of cross positions: their gains are not moved (trading B16). */
  readonly own: bigint;
  /** What can leave the cross positions without their liquidation; null without one (trading B13). */
  readonly aboveLiquidation: bigint | null;
}

/** `orders`: the live ones of all contracts; those that are not told count with all that is frozen for them, fees included. */
export function fundsOf(state: MarginState, orders: readonly FuturesOrder[] = state.orders): Funds {
  const { capital, positions, marks, contracts } = state;
  const balance = unitsOf(capital.balance);
  const equity = balance + unitsOf(capital.expMoney) + crossResult(positions, marks);
  const cross = positions.filter(({ marginMode }) => marginMode === 'CROSS');
  const maintenance = cross.reduce((sum, one) => {
    const its = contracts.find(({ symbol }) => symbol === one.symbol);
    if (its === undefined) return sum + unitsOf(one.maintenanceMargin);
    return sum + figuresOf(one, marks.get(one.symbol) ?? unitsOf(one.markPrice), its).maintenance;
  }, 0n);
  const frozen = unitsOf(capital.frozen);
  return {
    free: equity - unitsOf(capital.crossMarginSum) - frozen,
    own: balance - max(0n, frozen - lossAndFees(state, orders)) - maintenance,
    aboveLiquidation: cross.length === 0 ? null : equity - maintenance - 1n,
  };
}

/** What the orders lose at once against the mark, and their highest fees: the part of what is frozen that is no margin (trading B5). */
function lossAndFees(state: MarginState, orders: readonly FuturesOrder[]): bigint {
  return state.contracts.reduce((sum, contract) => {
    const its = orders.filter(({ symbol }) => symbol === contract.symbol);
    if (its.length === 0) return sum;
    const mark = contract.symbol === state.contract.symbol ? state.mark : (state.marks.get(contract.symbol) ?? 0n);
    const { loss, fees } = needsOf({ ...state, contract, mark, orders: its });
    return sum + loss + fees;
  }, 0n);
}

/** The most that may be added to isolated positions: own money that no cross position or order needs (trading B16). */
export function addableMargin(state: MarginState, orders: readonly FuturesOrder[]): bigint {
  const { free, own, aboveLiquidation } = fundsOf(state, orders);
  return max(
    0n,
    [free, own, aboveLiquidation ?? own].reduce((least, one) => (one < least ? one : least)),
  );
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
