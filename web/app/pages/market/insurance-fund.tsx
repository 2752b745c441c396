import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { formatNumber } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import {
  getInsuranceFund,
  getInsuranceFundDays,
  getInsuranceFundMovements,
  getListedContracts,
} from '../../api/calls/futures-markets.ts';
import { orNull } from '../../api/loading.ts';
import { serverContext } from '../../api/server-context.ts';
import { Article, Columns, Section } from '../../features/content/article.tsx';
import { FundHistory } from '../../features/market/fund-history.tsx';
import { FundMovements } from '../../features/market/fund-movements.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

const SHOWN_DECIMALS = 2;

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [fund, days, movements, contracts, text] = await Promise.all([
    orNull(getInsuranceFund(call)),
    orNull(getInsuranceFundDays(call)),
    orNull(getInsuranceFundMovements(call, {})),
    getListedContracts(call).catch(() => []),
    pageText(args, 'fund'),
  ]);
  return { fund, days, movements, contracts, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

/** What the fund holds now, as the engine's own ledger says, what it held on the days before, and what was paid in and out. */
export default function InsuranceFundPage() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { fund, days, movements, contracts } = useLoaderData<typeof loader>();
  const [day, setDay] = useState<string | null>(null);
  const payments = useRef<HTMLElement>(null);
  const showDay = (chosen: string) => {
    setDay(chosen);
    payments.current?.focus();
    payments.current?.scrollIntoView({ block: 'start' });
  };
  const { revalidate } = useRevalidator();
  return (
    <Article title={t('navigation.insurance_fund')} lead={t('perpetuals.fund.lead')}>
      <Columns
        aside={
          <Section title={t('perpetuals.how_it_works')}>
            <p>{t('perpetuals.fund_in')}</p>
            <p>{t('perpetuals.fund_out')}</p>
            <p>{t('perpetuals.fund_empty')}</p>
            <p>
              <Link to={to('/service/liquidations')} className="text-accent hover:underline">
                {t('navigation.liquidations')}
              </Link>
            </p>
          </Section>
        }
      >
        {fund ? (
          <div className="mt-6 rounded-2 border border-line bg-surface p-4">
            <p className="text-12 text-muted">{t('perpetuals.fund_balance')}</p>
            <p className="text-28 font-semibold">
              <bdi>
                {formatNumber(fund.balance, SHOWN_DECIMALS)} <span className="text-16 text-muted">{fund.asset}</span>
              </bdi>
            </p>
          </div>
        ) : (
          <ErrorState
            text={t('common.load_failed')}
            retryLabel={t('common.retry')}
            onRetry={() => void revalidate()}
            className="py-12"
          />
        )}
        <section className="mt-6">
          <h2 className="mb-2 text-16">{t('perpetuals.fund_history')}</h2>
          <FundHistory days={days} onRetry={() => void revalidate()} onDay={showDay} />
        </section>
        <section ref={payments} tabIndex={-1} className="mt-6 scroll-mt-20 outline-none">
          <FundMovements contracts={contracts} first={movements} day={day} onAllDays={() => setDay(null)} />
        </section>
      </Columns>
    </Article>
  );
}
