import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Popover } from '../../../ui/popover.tsx';
import { Change, Price } from '../../../ui/price.tsx';
import { firesNow } from '../../figures/market-status.ts';
import { MarketStatusTag } from '../../figures/market-status-tag.tsx';
import { LinkState, type StatedSocket } from '../../live-views/link-state.tsx';
import { useIsMounted } from '../../start/use-is-mounted.ts';
import { useDerived } from '../../live-views/use-store.ts';
import { FactRows } from '../info-panel.tsx';
import { useRestriction } from '../market-state.tsx';
import { useDayChange, useLastPrice } from '../use-last-price.ts';
import { useTerminalMarket } from '../terminal-market.ts';

export interface Stat {
  readonly label: string;
  readonly value: ReactNode;
  /** A short one, with which it stands below the price on phones; the others are behind a button there. */
  readonly phoneLabel?: string;
  /** Where it is left out of the row for want of room. */
  readonly className?: string;
}

type StripProps = {
  readonly heading: string;
  /** Of the browser's tab, which shows the price too. */
  readonly titleOf: (price: string) => string;
  readonly menu: ReactNode;
  readonly stats: readonly Stat[];
  /** Opens the market's connection, which exists in the browser only. */
  readonly socket: () => StatedSocket;
  /** Small buttons. */
  readonly actions: ReactNode;
};

/**
 * The market's name, its price and its figures of the day, over all panels of a terminal. A figure that has no room, on phones most of
 * them, stands behind a button.
 */
export function Strip({ heading, titleOf, menu, stats, socket, actions }: StripProps) {
  const { t } = useTranslation();
  const { instrument } = useTerminalMarket();
  const isMounted = useIsMounted();
  const { price, direction } = useLastPrice();
  const { changePercent } = useDayChange();
  const list = useRef<HTMLDListElement>(null);
  const isFolded = useIsFolded(list);
  const restriction = useRestriction();
  const shown = formatNumber(price, instrument.quotePrecision);
  const title = titleOf(shown);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <section
      aria-label={t('terminal.market')}
      // Messages do not cover the price either.
      data-toast-clear
      className="num flex flex-none items-center gap-x-1.5 bg-surface px-3 text-12 max-md:flex-wrap max-md:pt-1 md:h-14 md:gap-x-3.5 md:px-4 min-[1360px]:gap-x-5"
    >
      <h1 className="sr-only">{heading}</h1>
      {menu}
      <div className="flex flex-none flex-col items-end border-line max-md:ms-auto md:border-s md:ps-3.5 min-[1360px]:ps-5">
        <Price
          text={shown}
          direction={direction}
          className={classNames(
            'text-20 leading-[1.3] font-semibold tracking-[-0.01em] max-[359px]:text-16',
            // The last price of a market that stands still is no price one can have.
            firesNow(restriction) ? undefined : 'opacity-60',
          )}
        />
        <Change percent={changePercent} look="text" className="md:hidden" />
      </div>
      <Stats stats={stats} list={list} />
      <div className="flex flex-none items-center gap-1 max-md:noscript:hidden md:ms-auto">
        <AllFigures stats={stats} actions={actions} isNeeded={isFolded} />
        <MarketStatus />
        <LinkState socket={isMounted ? socket() : null} isDotOnPhones className="max-md:px-1" />
        <span className="flex flex-none items-center gap-1 max-sm:hidden">{actions}</span>
      </div>
      <PhoneStats stats={stats.filter(({ phoneLabel }) => phoneLabel !== undefined)} />
    </section>
  );
}

/** Beside the state of the connection, which is as live as ever while a market stands still. Phones have the sentence below. */
function MarketStatus() {
  const { instrument, tickers } = useTerminalMarket();
  const status = useDerived(tickers, (now) => now.get(instrument.symbol)?.status ?? null);
  return <MarketStatusTag status={status ?? undefined} className="max-md:hidden" />;
}

type StatsProps = { readonly stats: readonly Stat[]; readonly list: RefObject<HTMLDListElement | null> };

/**
 * A figure that has no room in the row wraps into a second one, which is out of sight, so that the last ones give way first and none is cut.
 * A phone without scripts, which cannot open the button, has them all below the price.
 */
function Stats({ stats, list }: StatsProps) {
  return (
    <dl
      ref={list}
      className="relative flex h-full min-w-0 flex-1 flex-wrap gap-x-3.5 overflow-hidden max-md:hidden max-md:noscript:flex max-md:noscript:h-auto max-md:noscript:w-full max-md:noscript:flex-none min-[1360px]:gap-x-5"
    >
      {stats.map(({ label, value, className }) => (
        <div key={label} className={classNames('flex h-14 flex-col justify-center', className)}>
          <dt className="truncate text-11 leading-[1.4] text-muted">{label}</dt>
          <dd className="leading-[1.5] font-medium whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a trader on a phone looks at all the time. Names that have no room beside their figures stand over them. */
function PhoneStats({ stats }: { readonly stats: readonly Stat[] }) {
  if (stats.length === 0) return null;
  return (
    <dl className="flex w-full flex-none justify-between gap-x-3 pb-1 text-11 leading-[13px] md:hidden noscript:hidden">
      {stats.map(({ label, phoneLabel, value }) => (
        <div key={label} className="flex min-w-0 flex-wrap gap-x-1.5 last:justify-end">
          <dt className="text-muted">{phoneLabel}</dt>
          <dd className="flex-none font-medium whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether a figure of the row is out of sight. */
function useIsFolded(list: RefObject<HTMLDListElement | null>): boolean {
  const [isFolded, setIsFolded] = useState(false);
  useEffect(() => {
    const row = list.current!;
    const look = () => {
      const figures = [...row.children].filter((child) => child instanceof HTMLElement);
      setIsFolded(figures.some((figure) => figure.offsetParent === null || figure.offsetTop > 0));
    };
    const sizes = new ResizeObserver(look);
    for (const part of [row, ...row.children]) sizes.observe(part);
    return () => sizes.disconnect();
  }, [list]);
  return isFolded;
}

type AllFiguresProps = Pick<StripProps, 'stats' | 'actions'> & { readonly isNeeded: boolean };

/** Its place is kept where it is not needed: a button that comes would take the room of another figure. */
function AllFigures({ stats, actions, isNeeded }: AllFiguresProps) {
  const { t } = useTranslation();
  const label = t('terminal.figures');
  const trigger = (
    <IconButton label={label} className={classNames('noscript:hidden max-md:size-11', !isNeeded && 'md:invisible')}>
      <Ellipsis aria-hidden className="size-4" />
    </IconButton>
  );
  return (
    <Popover trigger={trigger} label={label} hasField={false}>
      {() => (
        <div className="num w-72 max-w-full overflow-y-auto px-2 text-12">
          <FactRows rows={stats.map(({ label: name, value }) => [name, value])} />
          <div className="flex justify-end gap-1 py-1 sm:hidden">{actions}</div>
        </div>
      )}
    </Popover>
  );
}
