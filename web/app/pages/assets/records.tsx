import { DEFAULTS } from '@agio/contracts/defaults';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { orNull } from '../../api/loading.ts';
import { request } from '../../api/request.ts';
import { serverContext } from '../../api/server-context.ts';
import { getPairs } from '../../api/calls/spot.ts';
import { Ledger } from '../../features/ledger/ledger.tsx';
import { callQuery, readFilter, readPage } from '../../features/ledger/ledger-query.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const { searchParams } = args.url;
  const [filter, page] = [readFilter(searchParams), readPage(searchParams)];
  const query = { ...callQuery(filter), page, pageSize: DEFAULTS.pageSize };
  const [found, pairs, text] = await Promise.all([
    orNull(request(call, 'GET /web/account/ledger/list', { query })),
    orNull(getPairs(call)),
    pageText(args, 'ledger'),
  ]);
  const assets = [...new Set((pairs ?? []).flatMap(({ base, quote }) => [quote, base]))];
  return { filter, page, found, assets, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function RecordsPage() {
  const { filter, page, found, assets } = useLoaderData<typeof loader>();
  return (
    <div className="pb-8">
      <Ledger filter={filter} page={page} found={found} assets={assets} />
    </div>
  );
}
