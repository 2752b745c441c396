import { useMemo } from 'react';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getBalances, getPublicInfo } from '../../api/calls/account.ts';
import { getFiats, getRates } from '../../api/calls/currencies.ts';
import { orNull } from '../../api/loading.ts';
import { request } from '../../api/request.ts';
import { getPairs, getTickers } from '../../api/calls/spot.ts';
import { useDisplay } from '../../choices/display.ts';
import { AssetsOverview } from '../../features/assets/assets-overview.tsx';
import { moneyIn } from '../../figures/money.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { QueryProvider } from '../../api/query.tsx';
import { serverContext } from '../../api/server-context.ts';
import { useMarketService } from '../../figures/use-market-service.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const today = new Date().toISOString().slice(0, 10);
  const [balances, capital, costs, results, pairs, tickers, info, rates, fiats, text] = await Promise.all([
    orNull(getBalances(call)),
    orNull(request(call, 'GET /futures/account/capital')),
    orNull(request(call, 'GET /web/account/coin-costs')),
    orNull(request(call, 'GET /web/account/pnl/days', { query: { from: today, to: today } })),
    orNull(getPairs(call)),
    orNull(getTickers(call)),
    orNull(getPublicInfo(call)),
    orNull(getRates(call)),
    orNull(getFiats(call)),
    pageText(args, 'assets'),
  ]);
  return {
    balances,
    capital: capital?.capital ?? null,
    costs: costs?.items ?? null,
    today: results?.days[0]?.pnl ?? null,
    pairs: pairs ?? [],
    tickers: tickers ?? [],
    isDemo: info?.isDemo ?? false,
    rates,
    fiats: fiats ?? [],
    text,
  };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function AssetsPage() {
  const { balances, capital, costs, today, pairs, tickers, isDemo, rates, fiats } = useLoaderData<typeof loader>();
  const { currency } = useDisplay();
  useMarketService(rates !== null);
  const money = useMemo(() => moneyIn(currency, rates ?? [], fiats), [currency, rates, fiats]);
  return (
    <div className="pb-8">
      <QueryProvider>
        <AssetsOverview
          first={balances}
          firstCapital={capital}
          firstCosts={costs}
          today={today}
          pairs={pairs}
          tickers={tickers}
          money={money}
          isDemo={isDemo}
        />
      </QueryProvider>
    </div>
  );
}
