import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { getFundingHistory, getFuturesTickers, getListedContracts } from '../../api/calls/futures-markets.ts';
import { orNull } from '../../api/loading.ts';
import { serverContext } from '../../api/server-context.ts';
import { Article } from '../../features/content/article.tsx';
import { FundingOfContract } from '../../features/market/funding-of-contract.tsx';
import { useLocale } from '../../i18n/use-locale.ts';
import { missingOnServer } from '../../rendering/page-not-found.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { breadcrumbData } from '../../search-engines/structured-data.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const contract = (await getListedContracts(call)).find(({ symbol }) => symbol === args.params.symbol);
  if (!contract) throw await missingOnServer(args.context);
  const { symbol } = contract;
  const [tickers, history, text] = await Promise.all([
    orNull(getFuturesTickers(call)),
    orNull(getFundingHistory(call, { symbol })),
    pageText(args, 'funding_of', { pair: symbol }),
  ]);
  return { contract, ticker: tickers?.find((each) => each.symbol === symbol) ?? null, history, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData
    ? [
        ...metaOf(loaderData.text),
        ...breadcrumbData(loaderData.text, [
          { name: 'Agio', path: '/' },
          { name: loaderData.contract.symbol, path: loaderData.text.path },
        ]),
      ]
    : [];

export default function FundingRateOfContractPage() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { contract, ticker, history } = useLoaderData<typeof loader>();
  const title = (
    <span className="flex items-center gap-3">
      <CoinIcon asset={contract.base} className="size-8" />
      {t('perpetuals.funding_of.title', { pair: contract.symbol })}
    </span>
  );
  const lead = (
    <>
      {t('perpetuals.funding_sign')}{' '}
      <Link to={to('/service/funding-rate')} className="text-accent underline">
        {t('perpetuals.all_contracts')}
      </Link>
    </>
  );
  return (
    <Article title={title} lead={lead}>
      <FundingOfContract key={contract.symbol} contract={contract} ticker={ticker} history={history} />
    </Article>
  );
}
