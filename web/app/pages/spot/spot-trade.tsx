import { DEFAULTS } from '@agio/contracts/defaults';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { formatNumber } from '../../../ui/format.ts';
import { getBalances, getUserRate } from '../../api/calls/account.ts';
import { orNull } from '../../api/loading.ts';
import { getDeals, getDepth, getOpenOrders, getPairs, getTickers } from '../../api/calls/spot.ts';
import { SpotTerminal } from '../../features/spot/spot-terminal.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { missingOnServer } from '../../rendering/page-not-found.ts';
import { QueryProvider } from '../../api/query.tsx';
import { serverContext } from '../../api/server-context.ts';
import { pairName } from '../../figures/market-name.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const { call, isLoggedIn } = context.get(serverContext);
  const symbol = (params.symbol ?? DEFAULTS.spotSymbol).toUpperCase();
  const [pairs, tickers] = await Promise.all([getPairs(call), orNull(getTickers(call))]);
  const pair = pairs.find((known) => known.symbol === symbol);
  if (!pair) throw await missingOnServer(context);
  const ticker = tickers?.find((known) => known.symbol === symbol);
  const [depth, deals, openOrders, balances, userRate, text] = await Promise.all([
    orNull(getDepth(call, symbol, 500)),
    orNull(getDeals(call, symbol)),
    isLoggedIn ? orNull(getOpenOrders(call)) : null,
    isLoggedIn ? orNull(getBalances(call)) : null,
    isLoggedIn ? orNull(getUserRate(call)) : null,
    pageText(args, 'spot', {
      price: formatNumber(ticker?.lastPrice ?? '0', pair.quotePrecision),
      pair: pairName(pair),
      name: pair.baseName,
    }),
  ]);
  return {
    pair,
    pairs,
    tickers: tickers ?? [],
    depth,
    deals: deals ?? [],
    openOrders,
    balances,
    userRate,
    isLoggedIn,
    text,
  };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function SpotTradePage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <QueryProvider>
      <SpotTerminal key={loaded.pair.symbol} data={loaded} />
    </QueryProvider>
  );
}
