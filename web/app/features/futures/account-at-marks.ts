/** What a wallet of perpetuals comes to at the marks of now, counted as the core counts (trading B6). Amounts are units of 10^-8. */
import type { Capital, Contract, FuturesOrder, Position, Preference } from '../../api/calls/futures.ts';
import { startingPreference } from './futures-market.ts';
import { crossResult, figuresOf, needsOf, unitsOf } from './margin.ts';

export interface AccountState {
  /** As it was told last, at the marks of then. */
  readonly capital: Capital;
  readonly positions: readonly Position[];
  /** The live orders of all contracts. */
  readonly orders: readonly FuturesOrder[];
  /** By symbol; of a contract that is not among them its position tells. */
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
  readonly available: bigint;
}

/**
 * The wallet is told again when an order, a trade or a transfer changes it, but its cross margin moves with every mark. So what positions
 * and orders need is counted anew here, for every place that shows it.
 */
export function accountAtMarks(state: AccountState): AccountAtMarks {
  const { capital, positions, marks, contracts } = state;
  const result = crossResult(positions, marks);
  const equity = unitsOf(capital.balance) + unitsOf(capital.expMoney) + result;
  let [needs, maintenance] = [0n, 0n];
  for (const contract of contracts) {
    const own = positions.filter(({ symbol }) => symbol === contract.symbol);
    const orders = state.orders.filter(({ symbol }) => symbol === contract.symbol);
    if (own.length + orders.length === 0) continue;
    const mark = marks.get(contract.symbol) ?? unitsOf(own[0]?.markPrice ?? '0');
    const { margin, loss, fees } = needsOf({
      ...state,
      contract,
      preference: preferenceOf(state, contract),
      mark,
      orders,
    });
    needs += margin + loss + fees;
    for (const position of own)
      if (position.marginMode === 'CROSS') maintenance += figuresOf(position, mark, contract).maintenance;
  }
  const free = equity - needs;
  const inUse = needs + unitsOf(capital.isolatedMarginSum);
  return { result, equity, maintenance, inUse, available: free > 0n ? free : 0n };
}

function preferenceOf({ capital, positions, preferences }: AccountState, contract: Contract): Preference {
  const known = preferences.get(contract.symbol);
  if (known !== undefined) return known;
  const starting = { ...startingPreference(contract), positionMode: capital.positionMode };
  return positions
    .filter(({ symbol }) => symbol === contract.symbol)
    .reduce(
      (sum, { marginMode, direction, leverage, positionSide }) => ({
        ...sum,
        marginMode,
        ...(direction === 'LONG' || positionSide === 'BOTH' ? { longLeverage: leverage } : {}),
        ...(direction === 'SHORT' || positionSide === 'BOTH' ? { shortLeverage: leverage } : {}),
      }),
      starting,
    );
}
