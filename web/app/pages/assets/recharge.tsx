import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getDepositCoins, getDeposits } from '../../api/calls/deposits.ts';
import { orNull } from '../../api/loading.ts';
import { QueryProvider } from '../../api/query.tsx';
import { serverContext } from '../../api/server-context.ts';
import { Recharge } from '../../features/deposits/recharge.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [offer, first, text] = await Promise.all([
    orNull(getDepositCoins(call)),
    orNull(getDeposits(call, 1)),
    pageText(args, 'deposit'),
  ]);
  return { offer, first, chosen: args.url.searchParams.get('coin') ?? '', text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function RechargePage() {
  const { offer, first, chosen } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return (
    <div className="pb-8">
      <QueryProvider>
        <Recharge offer={offer} first={first} chosen={chosen} onRetry={() => void revalidate()} />
      </QueryProvider>
    </div>
  );
}
