import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Change } from '../../../ui/price.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import type { Pair } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import type { TickerFeed } from '../../live/ticker-feed.ts';
import { PairName } from '../../figures/pair-name.tsx';
import { dayLine } from './day-line.ts';
import { useTicker } from './use-tickers.ts';

const SHOWN = 6;

type TickerStripProps = {
  readonly pairs: readonly Pair[];
  readonly feed: TickerFeed;
  readonly sparklines: Readonly<Record<string, readonly number[]>>;
};

/** Live prices of the first markets: a row on wide screens, a list on phones. */
export function TickerStrip({ pairs, feed, sparklines }: TickerStripProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  return (
    <section aria-label={t('market.live_prices')} className="border-y border-line bg-surface">
      <ul className="page-wrap grid md:grid-cols-3 lg:grid-cols-6">
        {pairs.slice(0, SHOWN).map((pair) => (
          <li
            key={pair.symbol}
            className="border-line max-md:not-first:border-t md:max-lg:not-nth-[3n+1]:border-s md:max-lg:nth-[n+4]:border-t lg:not-first:border-s md:max-lg:nth-[3n+1]:[&>a]:ps-0 lg:first:[&>a]:ps-0"
          >
            <Link
              to={to(`/spot-trade/${pair.symbol}`)}
              className="grid grid-cols-[1fr_minmax(0,72px)_minmax(96px,auto)] items-center gap-x-3 py-2 hover:text-accent md:grid-cols-[1fr_auto] md:gap-y-1 md:px-4 md:py-3"
            >
              <span className="row-span-2 flex items-center gap-2 md:row-span-1">
                <CoinIcon asset={pair.base} className="size-5 md:size-4" />
                <PairName pair={pair} className="md:text-12" />
              </span>
              <LiveFigures feed={feed} pair={pair} closes={sparklines[pair.symbol] ?? NONE} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NONE: readonly number[] = [];
type LiveFiguresProps = { readonly feed: TickerFeed; readonly pair: Pair; readonly closes: readonly number[] };

function LiveFigures({ feed, pair, closes }: LiveFiguresProps) {
  const ticker = useTicker(feed, pair.symbol);
  return (
    <>
      <Sparkline
        values={dayLine(ticker, closes)}
        className="row-span-2 h-6 w-full md:order-4 md:row-span-1 md:ms-auto md:w-16"
      />
      <span className="text-end font-semibold md:order-3 md:text-start md:text-16">
        <bdi>{ticker ? formatNumber(ticker.lastPrice, pair.quotePrecision) : '–'}</bdi>
      </span>
      <Change percent={ticker?.changePercent ?? '0'} look="text" className="text-12 md:order-2" />
    </>
  );
}
