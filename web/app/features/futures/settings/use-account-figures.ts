import { formatUnits } from '../../../../ui/decimal.ts';
import { formatPercent } from '../../../../ui/format.ts';
import { shownRest } from '../../../figures/shown-rest.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { accountAtMarks } from '../account-at-marks.ts';
import { useFuturesMarket, useMarks } from '../futures-market.ts';
import { marksOf, unitsOf } from '../margin.ts';

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

/** Equity, result, margin in use and margin ratio of the account at the marks of now; null before the capital is known. */
export function useAccountFigures(): AccountFigures | null {
  const { account, contracts } = useFuturesMarket();
  const capital = useStore(account.capital);
  const positions = useStore(account.positions) ?? [];
  const orders = useStore(account.orders) ?? [];
  const preferences = useStore(account.preferences);
  const tickers = useMarks();
  if (capital === null) return null;
  const figures = accountAtMarks({ capital, positions, orders, preferences, contracts, marks: marksOf(tickers) });
  const { equity, result, maintenance, available } = figures;
  const ratio = equity > 0n ? formatPercent(formatUnits((maintenance * 10_000n) / equity, 2), 2).replace('+', '') : '–';
  const text = (units: bigint) => formatUnits(units, 8);
  const inUse = shownRest({ sum: text(equity), other: text(available), part: text(figures.inUse) }, 2);
  return { equity, bonus: unitsOf(capital.expMoney), result, maintenance, inUse, ratio };
}
