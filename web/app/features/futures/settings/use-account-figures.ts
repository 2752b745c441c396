import { formatUnits } from '../../../../ui/decimal.ts';
import { formatPercent } from '../../../../ui/format.ts';
import { shownRest } from '../../../figures/shown-rest.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { contractOf, useFuturesMarket, useMarks } from '../futures-market.ts';
import { crossResult, figuresOf, marginInUse, unitsOf } from '../margin.ts';

export interface AccountFigures {
  readonly equity: bigint;
  readonly bonus: bigint;
  readonly result: bigint;
  readonly maintenance: bigint;
  /** As it is shown beside equity and what is available. */
  readonly inUse: string;
  /** As text; a dash where no equity is left. */
  readonly ratio: string;
}

/** Equity, result and margin ratio of the cross account at the marks of now (trading B6); null before the capital is known. */
export function useAccountFigures(): AccountFigures | null {
  const { account, contracts } = useFuturesMarket();
  const capital = useStore(account.capital);
  const positions = useStore(account.positions) ?? [];
  const tickers = useMarks();
  if (capital === null) return null;
  const marks = new Map([...tickers].map(([symbol, { markPrice }]) => [symbol, unitsOf(markPrice)]));
  const result = crossResult(positions, marks);
  const bonus = unitsOf(capital.expMoney);
  const equity = unitsOf(capital.balance) + bonus + result;
  let maintenance = 0n;
  for (const position of positions) {
    const its = contractOf(contracts, position);
    if (position.marginMode !== 'CROSS' || its === undefined) continue;
    maintenance += figuresOf(position, marks.get(position.symbol) ?? unitsOf(position.markPrice), its).maintenance;
  }
  const ratio = equity > 0n ? formatPercent(formatUnits((maintenance * 10_000n) / equity, 2), 2).replace('+', '') : '–';
  // The available balance was told at the marks of then (trading B6).
  const available = unitsOf(capital.available) + result - unitsOf(capital.crossUnPNLSum);
  const text = (units: bigint) => formatUnits(units, 8);
  const parts = { sum: text(equity), other: text(available), part: text(marginInUse(capital)) };
  return { equity, bonus, result, maintenance, inUse: shownRest(parts, 2), ratio };
}
