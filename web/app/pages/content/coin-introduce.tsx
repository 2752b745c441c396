import { useTranslation } from '../../i18n/use-translation.tsx';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { orNull } from '../../api/loading.ts';
import { getPairs, getTickers } from '../../api/calls/spot.ts';
import { Article } from '../../features/content/article.tsx';
import { CoinList } from '../../features/content/coin-list.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { serverContext } from '../../api/server-context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [pairs, tickers, text] = await Promise.all([getPairs(call), orNull(getTickers(call)), pageText(args, 'coins')]);
  return { pairs, tickers: tickers ?? [], text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function CoinsPage() {
  const { t } = useTranslation();
  const { pairs, tickers } = useLoaderData<typeof loader>();
  return (
    <Article title={t('coins.title')} lead={t('coins.lead')}>
      <CoinList pairs={pairs} tickers={tickers} label={t('coins.title')} />
    </Article>
  );
}
