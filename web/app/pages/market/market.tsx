import { DEFAULTS } from '@agio/contracts/defaults';
import { BellRing } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { formatCompact } from '../../../ui/format.ts';
import { decimal, formatUnits } from '../../../ui/decimal.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { getFiats, getRates } from '../../api/calls/currencies.ts';
import {
  getFuturesTickers,
  getListedContracts,
  type FuturesTicker,
  type ListedContract,
} from '../../api/calls/futures-markets.ts';
import { orNull } from '../../api/loading.ts';
import { getSparklines, type Sparklines } from '../../api/calls/sparklines.ts';
import { getPairs, getTickers } from '../../api/calls/spot.ts';
import type { Pair, Ticker } from '../../api/types.ts';
import { ensureDomains } from '../../i18n/browser-texts.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useDisplay } from '../../choices/display.ts';
import { BreadthCounts } from '../../features/market/breadth.tsx';
import { breadthOf, type DayListName } from '../../features/market/day-lists.ts';
import { FIRST_EXPLORED, MarketExplorer } from '../../features/market/market-explorer.tsx';
import { Movers } from '../../features/market/movers.tsx';
import type { Sorting } from '../../features/market/sort-pairs.ts';
import { useTickerFeed } from '../../features/market/use-tickers.ts';
import { useLateSocket } from '../../start/late-socket.ts';
import { LostLink } from '../../live-views/link-state.tsx';
import type { Tickers } from '../../live/ticker-feed.ts';
import { moneyIn, type Money } from '../../figures/money.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { serverContext } from '../../api/server-context.ts';
import { useSlowStore } from '../../live-views/use-store.ts';
import { loadPart } from '../../start/load-part.ts';
import { takenOverApart } from '../../start/taken-over-apart.tsx';
import { useMarketService } from '../../figures/use-market-service.ts';

const MoversPart = takenOverApart(Movers);
const ExplorerPart = takenOverApart(MarketExplorer);
/** Loaded when it is first opened: it brings the ticket of the terminal, and that ticket's texts. */
const QuickTrade = lazy(() =>
  loadPart(async () => {
    await ensureDomains(['spot', 'terminal']);
    return import('../../features/spot/quick-trade.tsx');
  }),
);

/** How often sums and orders follow the prices: rows that change their place with every tick cannot be read. */
const ORDER_MS = 1_000;

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const { call } = context.get(serverContext);
  const [pairs, tickers, contracts, contractTickers, rates, fiats, text] = await Promise.all([
    orNull(getPairs(call)),
    orNull(getTickers(call)),
    orNull(getListedContracts(call)),
    orNull(getFuturesTickers(call)),
    orNull(getRates(call)),
    orNull(getFiats(call)),
    pageText(args, 'market'),
  ]);
  return {
    pairs,
    tickers,
    contracts,
    contractTickers: contractTickers ?? [],
    rates,
    fiats: fiats ?? [],
    text,
    nowMs: Date.now(),
    sparklines: pairs ? await getSparklines(call, pairs) : {},
  };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function MarketPage() {
  const { t } = useTranslation();
  const { pairs, tickers, rates, fiats, sparklines, contracts, contractTickers, nowMs } =
    useLoaderData<typeof loader>();
  const { currency } = useDisplay();
  useMarketService(rates !== null);
  const money = useMemo(() => moneyIn(currency, rates ?? [], fiats), [currency, rates, fiats]);
  const { revalidate } = useRevalidator();
  // The same function on each rendering: the lists are taken over apart from the page.
  const reload = useCallback(() => void revalidate(), [revalidate]);
  return (
    <div className="page-wrap pb-8">
      {pairs ? (
        <Markets
          pairs={pairs}
          first={tickers ?? []}
          money={money}
          sparklines={sparklines}
          contracts={contracts}
          contractTickers={contractTickers}
          nowMs={nowMs}
          onReload={reload}
        />
      ) : (
        <>
          <h1 className="py-5 text-28">{t('market.title')}</h1>
          <ErrorState
            text={t('common.load_failed')}
            retryLabel={t('common.retry')}
            onRetry={reload}
            className="py-16"
          />
        </>
      )}
    </div>
  );
}

type MarketsProps = {
  readonly pairs: readonly Pair[];
  readonly first: readonly Ticker[];
  readonly money: Money;
  readonly sparklines: Sparklines;
  readonly contracts: readonly ListedContract[] | null;
  readonly contractTickers: readonly FuturesTicker[];
  readonly nowMs: number;
  readonly onReload: () => void;
};

/** How all markets are ordered where the whole of a short list is wanted. */
const SORTINGS: Readonly<Record<DayListName, Sorting>> = {
  gainers: { key: 'change', order: 'descending' },
  losers: { key: 'change', order: 'ascending' },
  new: { key: 'rank', order: 'ascending' },
  volume: { key: 'volume', order: 'descending' },
};

function Markets({ pairs, first, money, sparklines, contracts, contractTickers, nowMs, onReload }: MarketsProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const feed = useTickerFeed(first);
  const tickers = useSlowStore(feed.tickers, ORDER_MS);
  const [explored, setExplored] = useState(FIRST_EXPLORED);
  const [quick, setQuick] = useState<{ readonly pair: Pair; readonly isOpen: boolean } | null>(null);
  const openQuick = useCallback((pair: Pair) => setQuick({ pair, isOpen: true }), []);
  const list = useRef<HTMLDivElement>(null);
  const showAll = useCallback((name: DayListName) => {
    setExplored({ tab: 'spot', sorting: SORTINGS[name] });
    list.current?.scrollIntoView({ block: 'start' });
  }, []);
  const inCurrency = volumeIn(money, pairs, tickers);
  const volume =
    inCurrency === null
      ? `${formatCompact(usdtVolume(pairs, tickers))} ${DEFAULTS.spotQuote}`
      : `${formatCompact(inCurrency)} ${money.currency}`;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-5 pb-4">
        <h1 className="text-28 max-md:me-auto">{t('market.title')}</h1>
        {/* On phones below the title and the button, which is its picture there. */}
        <p className="text-13 text-muted max-md:order-last max-md:w-full">
          {t(inCurrency === null ? 'market.summary' : 'market.summary_all', { count: pairs.length })}{' '}
          <bdi className="font-semibold text-fg">{volume}</bdi>
        </p>
        <Link
          to={to('/account/price-alerts')}
          title={t('frame.price_alerts')}
          className={buttonClass('line', 'sm', 'ms-auto self-center max-md:size-11 max-md:px-0')}
        >
          <BellRing aria-hidden className="size-4 max-md:size-5" />
          <span className="max-md:sr-only">{t('frame.price_alerts')}</span>
        </Link>
        <BreadthCounts breadth={breadthOf(pairs, tickers)} className="order-last w-full gap-x-4 text-13 md:hidden" />
      </div>
      <PricesLink />
      <MoversPart pairs={pairs} tickers={tickers} worth={money.convert} nowMs={nowMs} onAll={showAll} />
      <div ref={list} className="mt-4 scroll-mt-16">
        <ExplorerPart
          explored={explored}
          onExplore={setExplored}
          pairs={pairs}
          feed={feed}
          tickers={tickers}
          worth={money.convert}
          sparklines={sparklines}
          contracts={contracts}
          contractTickers={contractTickers}
          onReload={onReload}
          onQuick={openQuick}
        />
      </div>
      {quick === null ? null : (
        <Suspense fallback={null}>
          <QuickTrade {...quick} onClose={() => setQuick({ ...quick, isOpen: false })} />
        </Suspense>
      )}
    </>
  );
}

/** A component of its own, so that nothing else re-renders when the socket is there. */
function PricesLink() {
  return <LostLink socket={useLateSocket()} />;
}

/** Of all markets; null where one of them has no rate to the currency, since a sum with a hole is not the sum. */
function volumeIn(money: Money, pairs: readonly Pair[], tickers: Tickers): string | null {
  let sum = 0n;
  for (const { symbol, quote } of pairs) {
    const volume = money.convert(tickers.get(symbol)?.quoteVolume ?? '0', quote);
    if (volume === null) return null;
    sum += decimal(volume, 8);
  }
  return formatUnits(sum, 8);
}

/** Only markets quoted in USDT: what can be added without a rate. */
function usdtVolume(pairs: readonly Pair[], tickers: Tickers): string {
  const sum = pairs
    .filter((pair) => pair.quote === DEFAULTS.spotQuote)
    .reduce((total, pair) => total + decimal(tickers.get(pair.symbol)?.quoteVolume ?? '0', 8), 0n);
  return formatUnits(sum, 8);
}
