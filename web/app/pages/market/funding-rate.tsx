import { useTranslation } from '../../i18n/use-translation.tsx';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getFuturesTickers, getListedContracts } from '../../api/calls/futures-markets.ts';
import { orNull } from '../../api/loading.ts';
import { serverContext } from '../../api/server-context.ts';
import { Article, Columns, Section } from '../../features/content/article.tsx';
import { FundingTable } from '../../features/market/funding-table.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { EmptyState } from '../../../ui/states.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [contracts, tickers, text] = await Promise.all([
    getListedContracts(call),
    orNull(getFuturesTickers(call)),
    pageText(args, 'funding'),
  ]);
  return { contracts, tickers: tickers ?? [], text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

/** What holding each contract costs, now and as it was. */
export default function FundingRatePage() {
  const { t } = useTranslation();
  const { contracts, tickers } = useLoaderData<typeof loader>();
  return (
    <Article title={t('navigation.funding_rates')} lead={t('perpetuals.funding.lead')}>
      <Columns
        aside={
          <Section title={t('perpetuals.how_it_works')}>
            <p>{t('perpetuals.funding_sign')}</p>
            <p>{t('perpetuals.funding_amount')}</p>
            <p>{t('perpetuals.funding_example')}</p>
          </Section>
        }
      >
        <div className="mt-6">
          {contracts.length === 0 ? (
            <EmptyState text={t('perpetuals.no_contracts')} className="py-12" />
          ) : (
            <FundingTable contracts={contracts} first={tickers} />
          )}
        </div>
      </Columns>
    </Article>
  );
}
