import type { DataOf } from '@agio/contracts/calls';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { quietCall } from '../../api/client.ts';
import { getFundingHistory, type FuturesTicker, type ListedContract } from '../../api/calls/futures-markets.ts';
import { Countdown } from '../../figures/countdown.tsx';
import { Rate } from './funding-table.tsx';
import { PagedList } from './paged-list.tsx';
import { PlainTable, UtcTime } from './plain-table.tsx';
import { useContractTickers } from './use-contract-tickers.ts';

type FundingOfContractProps = {
  readonly contract: ListedContract;
  readonly ticker: FuturesTicker | null;
  readonly history: DataOf<'GET /futures/market/funding-history'> | null;
};

/** The next funding of a contract, and all past ones. */
export function FundingOfContract({ contract, ticker, history }: FundingOfContractProps) {
  const { t } = useTranslation();
  const { symbol, pricePrecision, fundingIntervalHours } = contract;
  const now = useContractTickers(ticker ? [ticker] : [], true).tickers.get(symbol);
  return (
    <>
      <dl className="mt-6 grid max-w-[720px] grid-cols-2 gap-4 text-14 sm:grid-cols-3 [&_dt]:text-12 [&_dt]:text-muted">
        <div>
          <dt>{t('perpetuals.rate_now')}</dt>
          <dd className="font-semibold">{now ? <Rate rate={now.fundingRate} /> : '–'}</dd>
        </div>
        <div>
          <dt>{t('perpetuals.due_in')}</dt>
          <dd className="font-semibold">{now ? <Countdown untilMs={now.nextFundingTime} /> : '–'}</dd>
        </div>
        <div>
          <dt>{t('perpetuals.interval')}</dt>
          <dd className="font-semibold">{t('perpetuals.hours', { hours: fundingIntervalHours })}</dd>
        </div>
      </dl>
      <h2 className="mt-8 mb-2 text-16">{t('perpetuals.funding_settled')}</h2>
      <PagedList
        key={symbol}
        first={history}
        load={(page) => getFundingHistory(quietCall, { symbol, page })}
        empty={t('perpetuals.no_funding')}
      >
        {(items) => (
          <PlainTable caption={t('perpetuals.funding_settled')}>
            <thead>
              <tr className="[&>th]:text-end">
                <th scope="col" className="!text-start">
                  {t('perpetuals.time')}
                </th>
                <th scope="col">{t('perpetuals.rate')}</th>
                <th scope="col">{t('perpetuals.mark_price')}</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ time, rate, markPrice }) => (
                <tr key={time} className="[&>td]:text-end">
                  <td className="!text-start">
                    <UtcTime timeMs={time} />
                  </td>
                  <td>
                    <Rate rate={rate} />
                  </td>
                  <td>
                    <bdi>{formatNumber(markPrice, pricePrecision)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        )}
      </PagedList>
    </>
  );
}
