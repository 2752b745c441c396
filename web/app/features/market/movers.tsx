import { Sparkles, TrendingDown, TrendingUp, Waves, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { formatCompact, formatNumber } from '../../../ui/format.ts';
import { Change } from '../../../ui/price.tsx';
import type { Pair } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import type { Tickers } from '../../live/ticker-feed.ts';
import { PairName } from '../../figures/pair-name.tsx';
import { BreadthCard } from './breadth.tsx';
import { breadthOf, DAY_LISTS, dayList, type DayListName } from './day-lists.ts';
import type { Worth } from './sort-pairs.ts';

const SHOWN = 4;
const LOOKS: Readonly<
  Record<DayListName, { readonly Icon: LucideIcon; readonly title: string; readonly none: string }>
> = {
  gainers: { Icon: TrendingUp, title: 'market.gainers', none: 'market.no_gainers' },
  losers: { Icon: TrendingDown, title: 'market.losers', none: 'market.no_losers' },
  new: { Icon: Sparkles, title: 'market.new', none: '' },
  volume: { Icon: Waves, title: 'market.most_traded', none: '' },
};

type MoversProps = {
  readonly pairs: readonly Pair[];
  readonly tickers: Tickers;
  readonly worth: Worth;
  /** When the server looked, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Shows the whole of a list that is an order of all markets. */
  readonly onAll: (name: DayListName) => void;
};

/** Short lists of markets: the largest gains, losses and volumes, and new ones where there are any; beside them the breadth. */
export function Movers({ pairs, tickers, worth, nowMs, onAll }: MoversProps) {
  const query = { pairs, tickers, worth, nowMs };
  const lists = DAY_LISTS.map((name) => ({ name, pairs: dayList(name, query).slice(0, SHOWN) }));
  return (
    <div className="scroll-quiet relative flex overflow-x-auto rounded-2 border border-line bg-surface md:grid md:auto-cols-[minmax(calc(264px*var(--text-scale)),1fr)] md:grid-flow-col">
      {lists.map((list) =>
        list.name === 'new' && list.pairs.length === 0 ? null : (
          <MoverList key={list.name} {...list} tickers={tickers} onAll={onAll} />
        ),
      )}
      <BreadthCard breadth={breadthOf(pairs, tickers)} />
    </div>
  );
}

type MoverListProps = {
  readonly name: DayListName;
  readonly pairs: readonly Pair[];
  readonly tickers: Tickers;
  readonly onAll: (name: DayListName) => void;
};

function MoverList({ name, pairs, tickers, onAll }: MoverListProps) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const id = useId();
  const { Icon, title, none } = LOOKS[name];
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="flex-[0_0_min(calc(272px*var(--text-scale)),100%)] border-line px-4 pt-3 pb-2 not-first:border-s"
    >
      <div className="mb-1 flex items-center gap-2 text-13 max-md:-mt-2">
        <Icon aria-hidden className="size-4 text-muted" />
        <h2 id={`${id}-title`} className="text-13">
          {t(title)}
        </h2>
        {name === 'new' ? null : (
          <button
            type="button"
            id={`${id}-all`}
            aria-labelledby={`${id}-all ${id}-title`}
            onClick={() => onAll(name)}
            className="-me-2 ms-auto flex items-center px-2 text-12 text-muted hover:text-accent max-md:h-11 md:h-6"
          >
            {t('market.all')}
          </button>
        )}
      </div>
      {pairs.length === 0 ? <p className="py-2 text-12 text-muted">{t(none)}</p> : null}
      <ul>
        {pairs.map((pair) => {
          const ticker = tickers.get(pair.symbol);
          return (
            <li key={pair.symbol}>
              <Link
                to={to(`/spot-trade/${pair.symbol}`)}
                className="grid h-[calc(28px*var(--text-scale))] grid-cols-[1fr_auto_calc(84px*var(--text-scale))] items-center gap-1.5 text-13 hover:text-accent cramped:h-auto cramped:grid-cols-[1fr_auto] cramped:gap-y-0 cramped:py-1.5"
              >
                <span className="flex items-center gap-2 cramped:col-span-2">
                  <CoinIcon asset={pair.base} className="size-5" />
                  <PairName pair={pair} />
                </span>
                <bdi className="font-medium">{formatNumber(ticker?.lastPrice ?? '0', pair.quotePrecision)}</bdi>
                {name === 'new' && pair.status === 'PRE_OPEN' ? (
                  <span className="text-end text-12 text-muted">{t('market.not_open')}</span>
                ) : name === 'volume' ? (
                  <span className="text-end text-11 whitespace-nowrap text-muted">
                    <bdi>{`${formatCompact(ticker?.quoteVolume ?? '0')} ${pair.quote}`}</bdi>
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
