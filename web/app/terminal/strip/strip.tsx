import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Price } from '../../../ui/price.tsx';
import { LinkState, type StatedSocket } from '../../live-views/link-state.tsx';
import { useIsMounted } from '../../start/use-is-mounted.ts';
import { useLastPrice } from '../use-last-price.ts';
import { useTerminalMarket } from '../terminal-market.ts';

export interface Stat {
  readonly label: string;
  /** On phones, where the figure leaves less room for it. */
  readonly shortLabel?: string;
  readonly value: ReactNode;
  /** Where it is left out for want of room. */
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
  readonly besidePrice?: ReactNode;
  /** Small buttons, on phones too. */
  readonly actions?: ReactNode;
};

/** The market's name, its price and its figures of the day, over all panels of a terminal. */
export function Strip({ heading, titleOf, menu, stats, socket, besidePrice, actions }: StripProps) {
  const { t } = useTranslation();
  const { instrument } = useTerminalMarket();
  const isMounted = useIsMounted();
  const { price, direction } = useLastPrice();
  const shown = formatNumber(price, instrument.quotePrecision);
  const title = titleOf(shown);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const connection = isMounted ? socket() : null;
  return (
    <section
      aria-label={t('terminal.market')}
      className="num flex flex-none flex-wrap items-center gap-x-3 bg-surface px-4 py-2 text-12 md:h-14 md:flex-nowrap md:gap-x-3.5 md:py-0 min-[1360px]:gap-x-5"
    >
      <h1 className="sr-only">{heading}</h1>
      <div className="flex flex-none items-center justify-between max-md:w-full">
        {menu}
        <span className="flex flex-none items-center md:hidden">{actions}</span>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3 border-line max-md:min-w-32 max-md:flex-col max-[359px]:flex-row max-[359px]:items-center md:flex-none md:border-s md:ps-3.5 min-[1360px]:ps-5">
        <Price
          text={shown}
          direction={direction}
          className="text-28 font-semibold tracking-[-0.02em] md:text-20 md:tracking-[-0.01em]"
        />
        {besidePrice}
        <span className="md:hidden">
          <LinkState socket={connection} />
        </span>
      </div>
      <Stats stats={stats} />
      <div className="ms-auto hidden flex-none items-center gap-1 md:flex">
        <LinkState socket={connection} />
        {actions}
      </div>
    </section>
  );
}

/**
 * On phones a list beside the price: name and figure of each in one line. On wide screens a row: a figure that has no room in it wraps into
 * a second row, which is out of sight, so that the last ones give way first and none is cut.
 */
function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="min-w-40 flex-1 md:flex md:h-full md:min-w-0 md:flex-wrap md:gap-x-3.5 md:overflow-hidden min-[1360px]:gap-x-5">
      {stats.map(({ label, shortLabel, value, className }) => (
        <div
          key={label}
          className={classNames(
            'max-md:flex max-md:justify-between max-md:gap-x-2 md:flex md:h-14 md:flex-col md:justify-center',
            className,
          )}
        >
          <dt className="text-11 leading-[1.6] text-muted max-md:min-w-0 max-md:hyphens-auto max-md:wrap-anywhere md:leading-[1.4] md:truncate">
            {shortLabel === undefined ? (
              label
            ) : (
              <>
                <span className="block truncate md:hidden">{shortLabel}</span>
                <span className="max-md:hidden">{label}</span>
              </>
            )}
          </dt>
          <dd className="leading-[1.5] font-medium whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
