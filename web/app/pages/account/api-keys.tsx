import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { getApiKeys } from '../../api/calls/account.ts';
import { orNull } from '../../api/loading.ts';
import { ApiKeys } from '../../features/account/api-keys.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { QueryProvider } from '../../api/query.tsx';
import { serverContext } from '../../api/server-context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [keys, text] = await Promise.all([orNull(getApiKeys(call)), pageText(args, 'account')]);
  return { keys, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function ApiKeysPage() {
  const { keys } = useLoaderData<typeof loader>();
  return (
    <div className="pb-8">
      <QueryProvider>
        <ApiKeys first={keys} />
      </QueryProvider>
    </div>
  );
}
