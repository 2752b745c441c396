/** What a wallet of perpetuals comes to at the marks of now, counted as the core counts (trading B6). Amounts are units of 10^-8. */
import type { Capital, Contract, FuturesOrder, Position, Preference } from '../../api/calls/futures.ts';
import { startingPreference } from './futures-market.ts';
import { crossResult, figuresOf, needsOf, unitsOf } from './margin.ts';

export interface AccountState {
  /** As it was told last, at the marks of then. */
  readonly capital: Pick<
    Capital,
    'balance' | 'expMoney' | 'crossMarginSum' | 'isolatedMarginSum' | 'frozen' | 'positionMode'
  >;
  readonly positions: readonly Position[];
  /** The live orders of all contracts. */
  readonly orders: readonly FuturesOrder[];
  /** By symbol; of a contract that is not among them its position tells, of one with orders nothing does. */
  readonly preferences: ReadonlyMap<string, Preference>;
  readonly contracts: readonly Contract[];
  /** By symbol. */
  readonly marks: ReadonlyMap<string, bigint>;
}

export interface AccountAtMarks {
  /** Gain or loss of the cross positions. */
  readonly result: bigint;
  /** Of the cross account. */
  readonly equity: bigint;
  readonly maintenance: bigint;
  /** What positions and orders hold, of cross and isolated margin. */
  readonly inUse: bigint;
  /** What needs leave of equity: below zero when prices went against it. */
  readonly free: bigint;
  readonly available: bigint;
  /** Initial margin of the orders of isolated contracts, which is own money. */
  readonly isolatedOrders: bigint;
}

/**
 * The wallet is told again when an order, a trade or a transfer changes it, but its cross margin moves with every mark. So what positions
 * and orders need is counted anew here, for every place that shows it.
 */
export function accountAtMarks(state: AccountState): AccountAtMarks {
  const { capital, positions, marks } = state;
  const result = crossResult(positions, marks);
  const equity = unitsOf(capital.balance) + unitsOf(capital.expMoney) + result;
  const { needs, isolatedOrders } = needsAtMarks(state) ?? needsAsTold(capital);
  const free = equity - needs;
  return {
    result,
    equity,
    maintenance: maintenanceOf(state),
    inUse: needs + unitsOf(capital.isolatedMarginSum),
    free,
    available: free > 0n ? free : 0n,
    isolatedOrders,
  };
}

interface AccountNeeds {
  /** Of positions and orders of all contracts. */
  readonly needs: bigint;
  readonly isolatedOrders: bigint;
}

/** Null while a mark or a preference that counts is not known: a guess could offer what the engine refuses. */
function needsAtMarks(state: AccountState): AccountNeeds | null {
  let [needs, isolatedOrders] = [0n, 0n];
  for (const contract of state.contracts) {
    const own = state.positions.filter(({ symbol }) => symbol === contract.symbol);
    const orders = state.orders.filter(({ symbol }) => symbol === contract.symbol);
    if (own.length + orders.length === 0) continue;
    const mark = markOf(state, contract.symbol);
    const preference =
      state.preferences.get(contract.symbol) ??
      (orders.length === 0 ? toldByPositions(own, contract, state.capital.positionMode) : null);
    if (mark === null || preference === null) return null;
    const { margin, loss, fees } = needsOf({ ...state, contract, preference, mark, orders });
    needs += margin + loss + fees;
    if (preference.marginMode === 'ISOLATED') isolatedOrders += margin;
  }
  return { needs, isolatedOrders };
}

/** As they were told last; all that is frozen may be margin of isolated orders. */
function needsAsTold({ crossMarginSum, frozen }: AccountState['capital']): AccountNeeds {
  return { needs: unitsOf(crossMarginSum) + unitsOf(frozen), isolatedOrders: unitsOf(frozen) };
}

function maintenanceOf(state: AccountState): bigint {
  return state.positions
    .filter(({ marginMode }) => marginMode === 'CROSS')
    .reduce((sum, one) => {
      const contract = state.contracts.find(({ symbol }) => symbol === one.symbol);
      if (contract === undefined) return sum + unitsOf(one.maintenanceMargin);
      return sum + figuresOf(one, markOf(state, one.symbol) ?? 0n, contract).maintenance;
    }, 0n);
}

/** The mark of now, or that with which a position was told; null where neither is known. */
function markOf({ marks, positions }: AccountState, symbol: string): bigint | null {
  const told = positions.find((one) => one.symbol === symbol)?.markPrice;
  return marks.get(symbol) ?? (told === undefined ? null : unitsOf(told));
}

/** Enough for what the positions need: of a side that has none, the leverage is not known. */
function toldByPositions(
  own: readonly Position[],
  contract: Contract,
  positionMode: Preference['positionMode'],
): Preference {
  return own.reduce(
    (sum, { marginMode, direction, leverage, positionSide }) => ({
      ...sum,
      marginMode,
      ...(direction === 'LONG' || positionSide === 'BOTH' ? { longLeverage: leverage } : {}),
      ...(direction === 'SHORT' || positionSide === 'BOTH' ? { shortLeverage: leverage } : {}),
    }),
    { ...startingPreference(contract), positionMode },
  );
}
