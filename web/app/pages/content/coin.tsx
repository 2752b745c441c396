import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { formatCompact, formatNumber } from '../../../ui/format.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { Change } from '../../../ui/price.tsx';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { getDepositCoins } from '../../api/calls/deposits.ts';
import { getFuturesTickers, getListedContracts } from '../../api/calls/futures-markets.ts';
import { orNull } from '../../api/loading.ts';
import { getSparklines } from '../../api/calls/sparklines.ts';
import { getKlines, getPairs, getTickers } from '../../api/calls/spot.ts';
import type { Pair } from '../../api/types.ts';
import { Article, Section } from '../../features/content/article.tsx';
import { CoinNetworks } from '../../features/content/coin-networks.tsx';
import { coinsOf } from '../../features/content/coins.ts';
import { CoinChart } from '../../features/market/coin-chart.tsx';
import { CoinMarkets } from '../../features/market/coin-markets.tsx';
import { FIRST_PERIOD, PERIODS } from '../../features/market/chart-periods.ts';
import { FavoriteButton } from '../../features/market/favorite-button.tsx';
import { useTicker, useTickerFeed } from '../../features/market/use-tickers.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import type { TickerFeed } from '../../live/ticker-feed.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { missingOnServer } from '../../rendering/page-not-found.ts';
import { serverContext } from '../../api/server-context.ts';
import { breadcrumbData } from '../../search-engines/structured-data.ts';
import { pairName } from '../../figures/market-name.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { call } = args.context.get(serverContext);
  const [pairs, tickers] = await Promise.all([getPairs(call), orNull(getTickers(call))]);
  const coin = coinsOf(pairs).find(({ coin: name }) => name === args.params.coin);
  const first = coin?.markets[0];
  if (!coin || !first) throw await missingOnServer(args.context);
  const shown = (tickers ?? []).filter(({ symbol }) => coin.markets.some((pair) => pair.symbol === symbol));
  const price = shown.find(({ symbol }) => symbol === first.symbol)?.lastPrice;
  const words = price ? `${formatNumber(price, first.quotePrecision)} ${first.quote}` : '–';
  const { interval, klines: limit } = PERIODS[FIRST_PERIOD];
  const [klines, contracts, contractTickers, deposits, sparklines, text] = await Promise.all([
    orNull(getKlines(call, { symbol: first.symbol, interval, limit })),
    orNull(getListedContracts(call)),
    orNull(getFuturesTickers(call)),
    orNull(getDepositCoins(call)),
    getSparklines(call, coin.markets),
    pageText(args, 'coin', { name: coin.name, coin: coin.coin, price: words }),
  ]);
  return {
    coin,
    first,
    tickers: shown,
    klines,
    // Null: they could not be read; the rest of the page stands without them.
    contracts: contracts && contracts.filter(({ base }) => base === coin.coin),
    contractTickers: (contractTickers ?? []).filter(({ symbol }) =>
      contracts?.some((contract) => contract.symbol === symbol && contract.base === coin.coin),
    ),
    networks: deposits && {
      isDemo: deposits.isDemo,
      list: deposits.coins.find(({ asset }) => asset === coin.coin)?.networks ?? [],
    },
    sparklines,
    text,
  };
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

/** A page of its own for each coin: what is typed or chosen for one does not stay for the next. */
export default function CoinPage() {
  const { coin } = useLoaderData<typeof loader>();
  return <OneCoin key={coin.coin} />;
}

function OneCoin() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { coin, first, tickers, klines, contracts, contractTickers, networks, sparklines } =
    useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const reload = () => void revalidate();
  const feed = useTickerFeed(tickers);
  const name = pairName(first);
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
          <LivePrice feed={feed} pair={first} />
          <FavoriteButton symbol={first.symbol} name={name} />
          <AlertButton market="SPOT" symbol={first.symbol} name={name} className="max-md:size-11" />
        </span>
      }
    >
      {/* What is short stands beside the chart; everything is met in the order of the document, at every width. */}
      <div className="mt-6 grid items-start gap-x-12 lg:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
        <CoinChart pair={first} feed={feed} first={klines} />
        <div className="min-w-0">
          <DayFigures feed={feed} pair={first} />
          <Section title={t('coins.risk_title')}>
            <p>{t('coins.risk', { name: coin.name })}</p>
            <Link to={to('/coin-introduce')} className="text-accent hover:underline">
              {t('coins.all')}
            </Link>
          </Section>
        </div>
      </div>
      <CoinMarkets
        pairs={coin.markets}
        feed={feed}
        sparklines={sparklines}
        contracts={contracts}
        contractTickers={contractTickers}
        onRetry={reload}
      />
      <CoinNetworks coin={coin.coin} networks={networks} onRetry={reload} />
    </Article>
  );
}

type LiveProps = { readonly feed: TickerFeed; readonly pair: Pair };

function LivePrice({ feed, pair }: LiveProps) {
  const { t } = useTranslation();
  const price = useTicker(feed, pair.symbol)?.lastPrice;
  return (
    <bdi className="text-20 font-semibold text-fg">
      {t('coins.price_in', { price: price ? formatNumber(price, pair.quotePrecision) : '–', quote: pair.quote })}
    </bdi>
  );
}

/** The last 24 hours of its first market, and how finely that is traded. */
function DayFigures({ feed, pair }: LiveProps) {
  const { t } = useTranslation();
  const ticker = useTicker(feed, pair.symbol);
  const price = (text: string | undefined) => (text ? formatNumber(text, pair.quotePrecision) : '–');
  return (
    <dl className="grid grid-cols-2 gap-4 text-14 max-lg:mt-6 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3 [&_dt]:text-12 [&_dt]:text-muted">
      <div>
        <dt>{t('coins.change')}</dt>
        <dd>
          <Change percent={ticker?.changePercent ?? '0'} look="text" />
        </dd>
      </div>
      <Figure name={t('coins.volume')} value={`${formatCompact(ticker?.quoteVolume ?? '0')} ${pair.quote}`} />
      <Figure name={t('coins.low')} value={price(ticker?.lowPrice)} />
      <Figure name={t('coins.high')} value={price(ticker?.highPrice)} />
      <Figure name={t('coins.smallest')} value={`${pair.minVolume} ${pair.base}`} />
      <Figure name={t('coins.decimals')} value={String(pair.basePrecision)} />
    </dl>
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
