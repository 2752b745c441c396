import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { formatNumber } from '../../ui/format.ts';
import { Triangle } from '../../ui/price.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSlowStore } from '../live-views/use-store.ts';
import { clockTime } from './clock.ts';
import { useIsMounted } from '../start/use-is-mounted.ts';
import { quantityInPlace } from './ticket/quantity-in-place.ts';
import { useTerminalMarket } from './terminal-market.ts';

/** Trades come in bursts; a few pictures a second show them all. */
const TRADES_MS = 250;

export function TradesPanel({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { instrument, feed } = useTerminalMarket();
  const deals = useSlowStore(feed.deals, TRADES_MS);
  const isMounted = useIsMounted();
  return (
    <section
      aria-label={t('terminal.trades.title')}
      className={classNames('num flex min-h-0 min-w-0 flex-col bg-surface text-12', className)}
    >
      <div className="hidden h-9 flex-none items-center border-b border-line px-3 md:flex">
        <h2 className="text-12 tracking-normal">{t('terminal.trades.title')}</h2>
      </div>
      <div
        aria-hidden
        className="mt-1 grid flex-none grid-cols-[1.1fr_1fr_.9fr] gap-x-1 px-3 text-11 leading-[var(--row-book)] text-faint [&>:not(:first-child)]:text-end"
      >
        <span>{t('terminal.price_in', { asset: instrument.quote })}</span>
        <span>{t('terminal.amount_in', { asset: instrument.base })}</span>
        <span>{t('terminal.time')}</span>
      </div>
      {deals.length === 0 ? <EmptyState text={t('terminal.trades.empty')} /> : null}
      <ol
        tabIndex={0}
        aria-label={t('terminal.trades.title')}
        className="scroll-quiet max-h-[420px] min-h-0 flex-1 overflow-y-auto md:max-h-none"
      >
        {deals.map((deal, index) => (
          <TradeRow
            // The key is the row's place: a new trade changes texts, and no element moves.
            key={index}
            price={formatNumber(deal.price, instrument.quotePrecision)}
            quantity={quantityInPlace(deal.qty, instrument.basePrecision)}
            clock={clockTime(deal.time, isMounted)}
            isBuy={!deal.isBuyerMaker}
          />
        ))}
      </ol>
    </section>
  );
}

type TradeRowProps = {
  readonly price: string;
  readonly quantity: string;
  readonly clock: string;
  readonly isBuy: boolean;
};

const TradeRow = memo(function TradeRow({ price, quantity, clock, isBuy }: TradeRowProps) {
  const { t } = useTranslation();
  return (
    <li className="row-contained grid h-[var(--row-book)] grid-cols-[1.1fr_1fr_.9fr] items-center px-3 [&>:not(:first-child)]:text-end">
      <span className={classNames('flex items-center gap-1.5', isBuy ? 'text-up' : 'text-down')}>
        <Triangle direction={isBuy ? 1 : -1} className="size-1.5" />
        <span className="sr-only">{t(isBuy ? 'terminal.side_BUY' : 'terminal.side_SELL')}</span>
        <bdi>{price}</bdi>
      </span>
      <span>
        <bdi>{quantity}</bdi>
      </span>
      <span className="text-muted">
        <bdi>{clock}</bdi>
      </span>
    </li>
  );
});
