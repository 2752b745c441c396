import { useTranslation } from 'react-i18next';
import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { orNull } from '../../api/loading.ts';
import { getPairs, getTickers } from '../../api/spot.ts';
import { Article, Section } from '../../features/content/article.tsx';
import { CoinList } from '../../features/content/coin-list.tsx';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { serverContext } from '../../api/server-context.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [pairs, tickers, text] = await Promise.all([
    getPairs(call),
    orNull(getTickers(call)),
    pageText(args, 'issued'),
  ]);
  return { pairs, tickers: tickers ?? [], text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function IssuedCoinsPage() {
  const { t } = useTranslation();
  const { pairs, tickers } = useLoaderData<typeof loader>();
  return (
    <Article title={t('issued.title')} lead={t('issued.lead')}>
      <Section title={t('issued.risk_title')}>
        <p>{t('issued.risk_issuer')}</p>
        <p>{t('issued.risk_price')}</p>
        <p>{t('issued.risk_network')}</p>
      </Section>
      <h2 className="mt-8 text-20">{t('issued.list_title')}</h2>
      <CoinList pairs={pairs} tickers={tickers} label={t('issued.list_title')} />
    </Article>
  );
}
