import { TrendingDown, TrendingUp, Waves, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatCompact, formatNumber, signOf } from '../../../ui/format.ts';
import { Change } from '../../../ui/price.tsx';
import type { Pair } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import type { Tickers } from '../../live/ticker-feed.ts';
import { PairName } from '../../figures/pair-name.tsx';
import { sortPairs } from './sort-pairs.ts';

const SHOWN = 4;

type MoversProps = { readonly pairs: readonly Pair[]; readonly tickers: Tickers };

/** Three short lists of markets: the largest gains, the largest losses, the largest volume. */
export function Movers({ pairs, tickers }: MoversProps) {
  const { t } = useTranslation();
  const byChange = sortPairs(pairs, tickers, { key: 'change', order: 'descending' });
  const sign = (pair: Pair) => signOf(tickers.get(pair.symbol)?.changePercent ?? '0');
  const gainers = byChange.filter((pair) => sign(pair) > 0).slice(0, SHOWN);
  const losers = byChange
    .toReversed()
    .filter((pair) => sign(pair) < 0)
    .slice(0, SHOWN);
  const active = sortPairs(pairs, tickers, { key: 'volume', order: 'descending' }).slice(0, SHOWN);
  return (
    <div className="scroll-quiet relative flex overflow-x-auto rounded-2 border border-line bg-surface md:grid md:grid-cols-[repeat(3,minmax(calc(272px*var(--text-scale)),1fr))]">
      <MoverList
        title={t('market.gainers')}
        Icon={TrendingUp}
        pairs={gainers}
        tickers={tickers}
        none={t('market.no_gainers')}
      />
      <MoverList
        title={t('market.losers')}
        Icon={TrendingDown}
        pairs={losers}
        tickers={tickers}
        none={t('market.no_losers')}
      />
      <MoverList title={t('market.most_traded')} Icon={Waves} pairs={active} tickers={tickers} none="" showsVolume />
    </div>
  );
}

type MoverListProps = {
  readonly title: string;
  readonly Icon: LucideIcon;
  readonly pairs: readonly Pair[];
  readonly tickers: Tickers;
  readonly none: string;
  readonly showsVolume?: boolean;
};

function MoverList({ title, Icon, pairs, tickers, none, showsVolume = false }: MoverListProps) {
  const { to } = useLocale();
  return (
    <section className="flex-[0_0_min(calc(272px*var(--text-scale)),100%)] border-line px-4 pt-3 pb-2 not-first:border-s">
      <h2 className="mb-1 flex items-center gap-2 text-13">
        <Icon aria-hidden className="size-4 text-muted" />
        {title}
      </h2>
      {pairs.length === 0 ? <p className="py-2 text-12 text-muted">{none}</p> : null}
      <ul>
        {pairs.map((pair) => {
          const ticker = tickers.get(pair.symbol);
          return (
            <li key={pair.symbol}>
              <Link
                to={to(`/spot-trade/${pair.symbol}`)}
                className="grid h-[calc(28px*var(--text-scale))] grid-cols-[1fr_auto_calc(84px*var(--text-scale))] items-center gap-2 text-13 hover:text-accent cramped:h-auto cramped:grid-cols-[1fr_auto] cramped:gap-y-0 cramped:py-1.5"
              >
                <span className="flex items-center gap-2 cramped:col-span-2">
                  <CoinIcon asset={pair.base} className="size-5" />
                  <PairName pair={pair} />
                </span>
                <bdi className="font-medium">{formatNumber(ticker?.lastPrice ?? '0', pair.quotePrecision)}</bdi>
                {showsVolume ? (
                  <span className="text-end text-12 text-muted">
                    <bdi>{formatCompact(ticker?.quoteVolume ?? '0')}</bdi>
                  </span>
                ) : (
                  <Change percent={ticker?.changePercent ?? '0'} look="text" className="text-12" />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
