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
      <section className="mt-6">
        <h2 className="text-16">{t('issued.risk_title')}</h2>
        <ul className="mt-2 grid gap-x-10 gap-y-2 text-14 text-muted md:grid-cols-3">
          {(['issuer', 'price', 'network'] as const).map((risk) => (
            <li key={risk} className="border-line md:border-s-2 md:ps-4">
              {t(`issued.risk_${risk}`)}
            </li>
          ))}
        </ul>
      </section>
      <h2 className="mt-8 text-20">{t('issued.list_title')}</h2>
      <CoinList pairs={pairs} tickers={tickers} label={t('issued.list_title')} />
    </Article>
  );
}
