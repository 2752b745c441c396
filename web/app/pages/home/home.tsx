import { DEFAULTS } from '@agio/contracts/defaults';
import type { CurrencyRate } from '@agio/contracts/http/site-settings';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import {
  Link,
  useLoaderData,
  useRevalidator,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router';
import { ErrorState } from '../../../ui/states.tsx';
import { orNull } from '../../api/loading.ts';
import { request } from '../../api/request.ts';
import { getSparklines, type Sparklines } from '../../api/calls/sparklines.ts';
import { getContractFacts, getInsuranceFund } from '../../api/calls/futures-markets.ts';
import { getRates } from '../../api/calls/currencies.ts';
import { getDepth, getKlines, getPairs, getTickers } from '../../api/calls/spot.ts';
import type { DepthSnapshot, KlineRow, Pair, SystemStatus, Ticker } from '../../api/types.ts';
import { rateRange } from '../../figures/rate-percent.ts';
import { Pitch } from '../../features/home/pitch.tsx';
import type { ProductFacts } from '../../features/home/products.tsx';
import { StartSteps } from '../../features/home/start-steps.tsx';
import { Facts } from '../../features/market/facts.tsx';
import { leadingPairs } from '../../features/market/day-lists.ts';
import { TickerStrip } from '../../features/market/ticker-strip.tsx';
import { useTickerFeed } from '../../features/market/use-tickers.ts';
import { ratesOfWorth, worthBy } from '../../figures/money.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { latePart } from '../../start/late-part.ts';
import { metaOf, pageText } from '../../search-engines/page-meta.ts';
import { serverContext } from '../../api/server-context.ts';
import { siteData } from '../../search-engines/structured-data.ts';
import { takenOverApart } from '../../start/taken-over-apart.tsx';
import { WhenSeen } from '../../start/when-seen.tsx';

// Parts below the first screen of a phone: their code is loaded when they are seen.
const Hero = latePart(async () => (await import('../../features/market/hero-panel.tsx')).HeroPanel);
const Table = latePart(async () => (await import('../../features/market/home-markets.tsx')).HomeMarkets);
const Paper = latePart(async () => (await import('../../features/home/receipt-card.tsx')).ReceiptCard);
const Trust = latePart(async () => (await import('../../features/home/trust-row.tsx')).TrustRow);
const ProductList = latePart(async () => (await import('../../features/home/products.tsx')).Products);
const Snippet = latePart(async () => (await import('../../features/home/bot-snippet.tsx')).BotSnippet);

const StripPart = takenOverApart(TickerStrip);

const HERO_SYMBOL = DEFAULTS.spotSymbol;
const HERO_KLINES = 58;
const TABLE_ROWS = 8;

export async function loader(args: LoaderFunctionArgs) {
  const { call, origin } = args.context.get(serverContext);
  const [pairs, tickers, rates, depth, klines, contracts, fund, status, text] = await Promise.all([
    orNull(getPairs(call)),
    orNull(getTickers(call)),
    orNull(getRates(call)),
    orNull(getDepth(call, HERO_SYMBOL, 50)),
    orNull(getKlines(call, { symbol: HERO_SYMBOL, interval: '15m', limit: HERO_KLINES })),
    orNull(getContractFacts(call)),
    orNull(getInsuranceFund(call)),
    orNull(request(call, 'GET /web/api/v1/common/status')),
    pageText(args, 'home'),
  ]);
  const nowMs = Date.now();
  const bySymbol = new Map((tickers ?? []).map((ticker) => [ticker.symbol, ticker]));
  const shown = pairs && leadingPairs({ pairs, tickers: bySymbol, worth: worthBy(rates ?? []), nowMs }, TABLE_ROWS);
  return {
    nowMs,
    pairs: shown,
    facts: pairs?.length ? { ...factsOf(pairs), contracts } : null,
    fund: fund && { balance: fund.balance, asset: fund.asset },
    status,
    // Only of what is shown: the rest comes with the live ones.
    tickers: tickers?.filter(({ symbol }) => shown?.some((pair) => pair.symbol === symbol)) ?? null,
    rates:
      shown &&
      ratesOfWorth(
        shown.map(({ quote }) => quote),
        rates ?? [],
      ),
    depth,
    klines,
    text,
    origin,
    sparklines: shown ? await getSparklines(call, shown) : {},
  };
}

/** Of all markets, not only the shown ones. */
const factsOf = (pairs: readonly Pair[]) => ({
  markets: pairs.length,
  makerFee: rateRange(pairs.map(({ makerFeeRate }) => makerFeeRate)),
  takerFee: rateRange(pairs.map(({ takerFeeRate }) => takerFeeRate)),
});

/** After a link inside the app there is no HTML from the server: all parts are loaded at once. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const [data] = await Promise.all([
    serverLoader<typeof loader>(),
    Hero.load(),
    Table.load(),
    Snippet.load(),
    Paper.load(),
    Trust.load(),
    ProductList.load(),
  ]);
  return data;
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData ? [...metaOf(loaderData.text), ...siteData(loaderData.text)] : [];

export default function HomePage() {
  const { t } = useTranslation();
  const { pairs, facts, fund, status, tickers, rates, depth, klines, sparklines, origin, nowMs } =
    useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return (
    <>
      {pairs ? (
        <LiveBlocks
          pairs={pairs}
          facts={facts}
          fund={fund}
          status={status}
          first={tickers ?? []}
          rates={rates ?? []}
          depth={depth}
          klines={klines ?? []}
          sparklines={sparklines}
          nowMs={nowMs}
        />
      ) : (
        <div className="page-wrap grid gap-8 py-10">
          <Pitch />
          <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={() => void revalidate()} />
        </div>
      )}
      <div className="when-near border-t border-line">
        <div className="page-wrap grid lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <WhenSeen className="py-8 lg:border-e lg:border-line lg:pe-12">
            <StartSteps />
          </WhenSeen>
          <WhenSeen load={Snippet.load} className="min-w-0 py-8 max-lg:border-t max-lg:border-line lg:ps-12">
            <Snippet.Part origin={origin} />
          </WhenSeen>
        </div>
      </div>
    </>
  );
}

type LiveBlocksProps = {
  readonly pairs: readonly Pair[];
  readonly facts: ProductFacts | null;
  readonly fund: { readonly balance: string; readonly asset: string } | null;
  readonly status: SystemStatus | null;
  readonly first: readonly Ticker[];
  readonly rates: readonly CurrencyRate[];
  readonly depth: DepthSnapshot | null;
  readonly klines: readonly KlineRow[];
  readonly sparklines: Sparklines;
  readonly nowMs: number;
};

function LiveBlocks({ pairs, facts, fund, status, first, rates, depth, klines, sparklines, nowMs }: LiveBlocksProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const feed = useTickerFeed(first);
  const hero = pairs.find((pair) => pair.symbol === HERO_SYMBOL);
  return (
    <>
      {/* On phones the order is pitch, live prices, panel; the strip then stands between the two. */}
      <div className="flex flex-col">
        <div className="page-wrap grid items-center gap-8 pt-9 pb-11 max-md:contents lg:grid-cols-[minmax(0,460px)_minmax(0,1fr)] xl:gap-[72px]">
          <div className="max-md:px-[var(--gutter)] max-md:py-6">
            <Pitch />
            {facts ? <Facts markets={facts.markets} makerFee={facts.makerFee} takerFee={facts.takerFee} /> : null}
          </div>
          {hero && depth ? (
            <div className="relative min-w-0 max-md:order-last max-md:px-[var(--gutter)] max-md:py-6">
              <WhenSeen load={Hero.load}>
                <Hero.Part pair={hero} tickers={feed} depth={depth} klines={klines} />
              </WhenSeen>
              <WhenSeen load={Paper.load} className="max-lg:mt-4 lg:absolute lg:-start-10 lg:-bottom-8 lg:w-[300px]">
                <Paper.Part />
              </WhenSeen>
            </div>
          ) : null}
        </div>
        <StripPart pairs={pairs} feed={feed} sparklines={sparklines} />
      </div>
      <div className="page-wrap divide-y divide-line">
        <WhenSeen load={Trust.load}>
          <Trust.Part fund={fund} status={status} />
        </WhenSeen>
        {facts ? (
          <WhenSeen load={ProductList.load}>
            <ProductList.Part {...facts} />
          </WhenSeen>
        ) : null}
      </div>
      <section aria-labelledby="markets-title" className="page-wrap hidden pt-4 pb-8 md:block">
        <div className="flex min-h-12 items-center justify-between">
          <h2 id="markets-title" className="text-20">
            {t('frame.markets')}
          </h2>
          <Link
            to={to('/market')}
            className="inline-flex items-center gap-1 text-13 font-medium text-accent hover:underline"
          >
            {t('home.all_markets')}
            <ArrowRight aria-hidden className="flip size-3.5" />
          </Link>
        </div>
        <WhenSeen load={Table.load}>
          <Table.Part pairs={pairs} feed={feed} sparklines={sparklines} rates={rates} rows={TABLE_ROWS} nowMs={nowMs} />
        </WhenSeen>
      </section>
    </>
  );
}
