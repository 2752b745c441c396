import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getBalances, getPublicInfo } from '../../api/account.ts';
import { orNull } from '../../api/loading.ts';
import { getPairs, getTickers } from '../../api/spot.ts';
import { AssetsOverview } from '../../features/assets/assets-overview.tsx';
import { metaOf, pageText } from '../../page-meta.ts';
import { QueryProvider } from '../../query.tsx';
import { serverContext } from '../../server-context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [balances, pairs, tickers, info, text] = await Promise.all([
    orNull(getBalances(call)),
    orNull(getPairs(call)),
    orNull(getTickers(call)),
    orNull(getPublicInfo(call)),
    pageText(args, 'assets'),
  ]);
  return { balances, pairs: pairs ?? [], tickers: tickers ?? [], isDemo: info?.isDemo ?? false, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function AssetsPage() {
  const { balances, pairs, tickers, isDemo } = useLoaderData<typeof loader>();
  return (
    <div className="pb-8">
      <QueryProvider>
        <AssetsOverview first={balances} pairs={pairs} tickers={tickers} isDemo={isDemo} />
      </QueryProvider>
    </div>
  );
}
