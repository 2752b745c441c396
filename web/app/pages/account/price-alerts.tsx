import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getFiredAlerts, getPriceAlerts } from '../../api/calls/alerts.ts';
import { orNull } from '../../api/loading.ts';
import { QueryProvider } from '../../api/query.tsx';
import { serverContext } from '../../api/server-context.ts';
import { PriceAlerts } from '../../features/alerts/price-alerts.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [waiting, fired, text] = await Promise.all([
    orNull(getPriceAlerts(call)),
    orNull(getFiredAlerts(call)),
    pageText(args, 'alerts'),
  ]);
  return { waiting, fired, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function PriceAlertsPage() {
  const { waiting, fired } = useLoaderData<typeof loader>();
  return (
    <div className="pb-8">
      <QueryProvider>
        <PriceAlerts waiting={waiting} fired={fired} />
      </QueryProvider>
    </div>
  );
}
