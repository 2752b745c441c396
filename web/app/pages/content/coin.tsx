import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { formatCompact, formatNumber } from '../../../ui/format.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { Change } from '../../../ui/price.tsx';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { orNull } from '../../api/loading.ts';
import { getPairs, getTickers } from '../../api/spot.ts';
import type { Pair, Ticker } from '../../api/types.ts';
import { Article, Section } from '../../features/content/article.tsx';
import { coinsOf } from '../../features/content/coins.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { missingOnServer } from '../../rendering/page-not-found.ts';
import { serverContext } from '../../api/server-context.ts';
import { breadcrumbData } from '../../search-engines/structured-data.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [pairs, tickers] = await Promise.all([getPairs(call), orNull(getTickers(call))]);
  const coin = coinsOf(pairs).find(({ coin: name }) => name === args.params.coin);
  const first = coin?.markets[0];
  if (!coin || !first) throw await missingOnServer(args.context);
  const shown = (tickers ?? []).filter(({ symbol }) => coin.markets.some((pair) => pair.symbol === symbol));
  const price = shown.find(({ symbol }) => symbol === first.symbol)?.lastPrice;
  const words = price ? `${formatNumber(price, first.quotePrecision)} ${first.quote}` : '–';
  const text = await pageText(args, 'coin', { name: coin.name, coin: coin.coin, price: words });
  return { coin, first, tickers: shown, text };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData
    ? [
        ...metaOf(loaderData.text),
        ...breadcrumbData(loaderData.text, [
          { name: 'Agio', path: '/' },
          { name: loaderData.coin.name, path: loaderData.text.path },
        ]),
      ]
    : [];

export default function CoinPage() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { coin, first, tickers } = useLoaderData<typeof loader>();
  const tickerOf = (pair: Pair): Ticker | undefined => tickers.find(({ symbol }) => symbol === pair.symbol);
  const ticker = tickerOf(first);
  const price = (text: string | undefined) => (text ? formatNumber(text, first.quotePrecision) : '–');
  const title = (
    <span className="flex items-center gap-3">
      <CoinIcon asset={coin.coin} className="size-8" />
      {t('coins.coin_title', { name: coin.name, coin: coin.coin })}
    </span>
  );
  return (
    <Article
      title={title}
      lead={
        <span className="flex items-center gap-2">
          <bdi>{t('coins.price_in', { price: price(ticker?.lastPrice), quote: first.quote })}</bdi>
          <AlertButton
            market="SPOT"
            symbol={first.symbol}
            name={`${first.base}/${first.quote}`}
            className="max-md:size-11"
          />
        </span>
      }
    >
      <dl className="mt-6 grid max-w-[720px] grid-cols-2 gap-4 text-14 sm:grid-cols-4 [&_dt]:text-12 [&_dt]:text-muted">
        <div>
          <dt>{t('coins.change')}</dt>
          <dd>
            <Change percent={ticker?.changePercent ?? '0'} look="text" />
          </dd>
        </div>
        <Figure name={t('coins.low')} value={price(ticker?.lowPrice)} />
        <Figure name={t('coins.high')} value={price(ticker?.highPrice)} />
        <Figure name={t('coins.volume')} value={`${formatCompact(ticker?.quoteVolume ?? '0')} ${first.quote}`} />
        <Figure name={t('coins.smallest')} value={`${first.minVolume} ${coin.coin}`} />
        <Figure name={t('coins.decimals')} value={String(first.basePrecision)} />
      </dl>
      <h2 className="mt-8 text-20">{t('coins.markets')}</h2>
      <ul className="mt-3 grid max-w-[720px] gap-2">
        {coin.markets.map((pair) => (
          <li key={pair.symbol}>
            <Link
              to={to(`/spot-trade/${pair.symbol}`)}
              className="flex min-h-11 items-center justify-between rounded-2 border border-line bg-surface px-4 hover:border-line-strong"
            >
              <span>{t('coins.trade', { pair: `${pair.base}/${pair.quote}` })}</span>
              <bdi className="font-medium">{formatNumber(tickerOf(pair)?.lastPrice ?? '0', pair.quotePrecision)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <Section title={t('coins.risk_title')}>
        <p>{t('coins.risk', { name: coin.name })}</p>
        <Link to={to('/coin-introduce')} className="text-accent hover:underline">
          {t('coins.all')}
        </Link>
      </Section>
    </Article>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
