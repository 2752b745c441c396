import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber, formatPercent, shownSign } from '../../../../ui/format.ts';
import { directionClass } from '../../../../ui/price.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { useStore } from '../../../live-views/use-store.ts';
import { contractOf, useFuturesMarket, useMarks } from '../futures-market.ts';
import { crossResult, figuresOf, unitsOf } from '../margin.ts';
import { signedMoney } from '../signed-money.ts';

/** Equity, result and margin ratio of the cross account at the marks of now (trading B6). */
export function AccountSummary() {
  const { t } = useTranslation();
  const { account, contracts, contract } = useFuturesMarket();
  const capital = useStore(account.capital);
  const positions = useStore(account.positions) ?? [];
  const tickers = useMarks();
  const marks = new Map([...tickers].map(([symbol, { markPrice }]) => [symbol, unitsOf(markPrice)]));
  const result = crossResult(positions, marks);
  const own = capital ? unitsOf(capital.balance) + unitsOf(capital.expMoney) : 0n;
  const equity = own + result;
  let maintenance = 0n;
  for (const position of positions) {
    const its = contractOf(contracts, position);
    if (position.marginMode !== 'CROSS' || its === undefined) continue;
    maintenance += figuresOf(position, marks.get(position.symbol) ?? unitsOf(position.markPrice), its).maintenance;
  }
  const ratio = equity > 0n ? (maintenance * 10_000n) / equity : null;
  const money = (units: bigint) => `${formatNumber(formatUnits(units, 8), 2)} ${contract.settle}`;
  // Isolated positions have figures of their own, in their rows.
  const crossed = (name: string) => `${t(name)} (${t('futures.margin_CROSS')})`;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [crossed('futures.account.equity'), money(equity)],
    ...(capital && unitsOf(capital.expMoney) > 0n
      ? [[t('futures.account.bonus'), money(unitsOf(capital.expMoney))] as const]
      : []),
    [
      crossed('futures.account.unrealized'),
      <span key="result" className={directionClass(shownSign(formatUnits(result, 8), 2))}>
        {signedMoney(result)} {contract.settle}
      </span>,
    ],
    [t('futures.account.maintenance'), money(maintenance)],
    [t('futures.account.ratio'), ratio === null ? '–' : formatPercent(formatUnits(ratio, 2), 2).replace('+', '')],
  ];
  return (
    <section
      aria-label={t('futures.account.title')}
      className="flex-none border-t border-line p-3 text-12 [@container_ticket_(max-height:719px)]:hidden max-md:[@media(max-height:900px)]:hidden"
    >
      <h2 className="mb-1 text-12 font-semibold tracking-normal">{t('futures.account.title')}</h2>
      {capital === null ? (
        <Skeleton className="h-20" />
      ) : (
        <dl>
          {rows.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-2 leading-5">
              <dt className="text-muted">{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
