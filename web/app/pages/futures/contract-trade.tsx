import { DEFAULTS } from '@agio/contracts/defaults';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { formatNumber } from '../../../ui/format.ts';
import { getUserRate } from '../../api/calls/account.ts';
import {
  getCapital,
  getContracts,
  getFuturesDeals,
  getFuturesDepth,
  getOpenFuturesOrders,
  getOpenStopOrders,
  getPositions,
  getPreference,
} from '../../api/calls/futures.ts';
import { getFuturesTickers } from '../../api/calls/futures-markets.ts';
import { orNull } from '../../api/loading.ts';
import { QueryProvider } from '../../api/query.tsx';
import type { Call } from '../../api/request.ts';
import { serverContext } from '../../api/server-context.ts';
import { FuturesTerminal } from '../../features/futures/futures-terminal.tsx';
import { missingOnServer } from '../../rendering/page-not-found.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

const NOBODYS = { orders: null, stopOrders: null, positions: null, capital: null, preference: null, userRate: null };

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const { call, isLoggedIn } = context.get(serverContext);
  const symbol = (params.symbol ?? DEFAULTS.futuresSymbol).toUpperCase();
  const [contracts, tickers] = await Promise.all([getContracts(call), orNull(getFuturesTickers(call))]);
  const contract = contracts.find((known) => known.symbol === symbol);
  if (!contract) throw await missingOnServer(context);
  const lastPrice = tickers?.find((known) => known.symbol === symbol)?.lastPrice ?? '0';
  const [depth, deals, own, text] = await Promise.all([
    orNull(getFuturesDepth(call, symbol, 500)),
    orNull(getFuturesDeals(call, symbol)),
    isLoggedIn ? ownOf(call, symbol) : NOBODYS,
    pageText(args, 'futures', { price: formatNumber(lastPrice, contract.pricePrecision), symbol }),
  ]);
  return { contract, contracts, tickers: tickers ?? [], depth, deals: deals ?? [], ...own, isLoggedIn, text };
}

/** What is the user's own; a part that cannot be had comes by the private socket. */
async function ownOf(call: Call, symbol: string) {
  const [orders, stopOrders, positions, capital, preference, userRate] = await Promise.all([
    orNull(getOpenFuturesOrders(call)),
    orNull(getOpenStopOrders(call)),
    orNull(getPositions(call)),
    orNull(getCapital(call)),
    orNull(getPreference(call, symbol)),
    orNull(getUserRate(call)),
  ]);
  return { orders, stopOrders, positions, capital, preference, userRate };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function ContractTradePage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <QueryProvider>
      <FuturesTerminal key={loaded.contract.symbol} data={loaded} />
    </QueryProvider>
  );
}
