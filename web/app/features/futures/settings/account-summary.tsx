import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber, shownSign } from '../../../../ui/format.ts';
import { directionClass } from '../../../../ui/price.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { AccountFigures } from '../../../terminal/ticket/account-figures.tsx';
import { useFuturesMarket } from '../futures-market.ts';
import { signedMoney } from '../signed-money.ts';
import { useAccountFigures } from './use-account-figures.ts';

/** The figures of the account below a ticket that is high enough for them and for the order. */
export function AccountSummary() {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const figures = useAccountFigures();
  const money = (units: bigint) => `${formatNumber(formatUnits(units, 8), 2)} ${contract.settle}`;
  // Isolated positions have figures of their own, in their rows.
  const crossed = (name: string) => `${t(name)} (${t('futures.margin_CROSS')})`;
  const rows: readonly (readonly [string, ReactNode])[] =
    figures === null
      ? []
      : [
          [crossed('futures.account.equity'), money(figures.equity)],
          ...(figures.bonus > 0n ? [[t('futures.account.bonus'), money(figures.bonus)] as const] : []),
          [
            crossed('futures.account.unrealized'),
            <span key="result" className={directionClass(shownSign(formatUnits(figures.result, 8), 2))}>
              {signedMoney(figures.result)} {contract.settle}
            </span>,
          ],
          [t('futures.account.margin_used'), `${formatNumber(figures.inUse, 2)} ${contract.settle}`],
          [t('futures.account.maintenance'), money(figures.maintenance)],
          [t('futures.account.ratio'), figures.ratio],
        ];
  return (
    <section
      aria-label={t('futures.account.title')}
      className="flex-none border-t border-line p-3 text-12 [@container_ticket_(max-height:739px)]:hidden max-md:[@media(max-height:900px)]:hidden"
    >
      <h2 className="mb-1 text-12 font-semibold tracking-normal">{t('futures.account.title')}</h2>
      {figures === null ? (
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

/** The same in short, in a ticket that is not so high; what is available stands at its head. */
export function AccountInShort() {
  const { t } = useTranslation();
  const figures = useAccountFigures();
  const money = (units: bigint | undefined) => (units === undefined ? '–' : formatNumber(formatUnits(units, 8), 2));
  return (
    <AccountFigures
      label={t('futures.account.title')}
      className="[@container_ticket_(min-height:740px)]:hidden"
      figures={[
        [`${t('futures.account.equity')} (${t('futures.margin_CROSS')})`, money(figures?.equity)],
        [t('futures.account.margin_used'), figures === null ? '–' : formatNumber(figures.inUse, 2)],
        [t('futures.table.ratio'), figures?.ratio ?? '–'],
      ]}
    />
  );
}
