import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { ToggleButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatNumber } from '../../ui/format.ts';
import { Triangle } from '../../ui/price.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { tabClass } from '../../ui/tabs.tsx';
import { useSlowStore, useStore } from '../live-views/use-store.ts';
import { clockTime, rowTime } from './clock.ts';
import { LogInFirst } from './log-in.tsx';
import { useIsMounted } from '../start/use-is-mounted.ts';
import { quantityInPlace } from './ticket/quantity-in-place.ts';
import { useTerminalMarket } from './terminal-market.ts';

/** Trades come in bursts; a few pictures a second show them all. */
const TRADES_MS = 250;

type Shown = 'market' | 'mine';

export function TradesPanel({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { instrument } = useTerminalMarket();
  const [shown, setShown] = useState<Shown>('market');
  return (
    <section
      aria-label={t('terminal.trades.title')}
      className={classNames('num flex min-h-0 min-w-0 flex-col bg-surface text-12', className)}
    >
      <div
        role="group"
        aria-label={t('terminal.trades.whose')}
        className="flex h-11 flex-none gap-4 border-b border-line px-3 md:h-9"
      >
        {(['market', 'mine'] as const).map((whose) => (
          <ToggleButton
            key={whose}
            isOn={shown === whose}
            onClick={() => setShown(whose)}
            className={tabClass(shown === whose)}
          >
            {t(`terminal.trades.${whose}`)}
          </ToggleButton>
        ))}
      </div>
      <div
        aria-hidden
        className="mt-1 grid flex-none grid-cols-[minmax(0,1.1fr)_minmax(max-content,1fr)_minmax(max-content,.9fr)] gap-x-1 px-3 text-11 leading-[var(--row-book)] whitespace-nowrap text-faint [&>:first-child]:truncate [&>:not(:first-child)]:text-end"
      >
        <span>{t('terminal.price_in', { asset: instrument.quote })}</span>
        <span>{t('terminal.amount_in', { asset: instrument.base })}</span>
        <span>{t('terminal.time')}</span>
      </div>
      {shown === 'market' ? <MarketTrades /> : <OwnTrades />}
    </section>
  );
}

function MarketTrades() {
  const { t } = useTranslation();
  const { instrument, feed } = useTerminalMarket();
  const deals = useSlowStore(feed.deals, TRADES_MS);
  const isMounted = useIsMounted();
  if (deals.length === 0) return <EmptyState text={t('terminal.trades.empty')} className={IN_LITTLE_ROOM} />;
  return (
    <ol tabIndex={0} aria-label={t('terminal.trades.title')} className={LIST}>
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
  );
}

/** Of a low panel the picture gives way, so that the sentence stays within. */
const IN_LITTLE_ROOM = 'min-h-0 overflow-hidden py-1 [&>svg]:min-h-0';
const LIST = 'scroll-quiet max-h-[420px] min-h-0 flex-1 overflow-y-auto md:max-h-none';

function OwnTrades() {
  const { t } = useTranslation();
  const { instrument, name, readOwnTrades, revision } = useTerminalMarket();
  const changes = useStore(revision);
  const query = useQuery({
    // By name: a spot market and a perpetual may have the same symbol, and one cache serves both terminals.
    queryKey: ['own-trades', name, changes],
    queryFn: () => readOwnTrades?.() ?? [],
    enabled: readOwnTrades !== null,
    placeholderData: keepPreviousData,
  });
  if (readOwnTrades === null) return <LogInFirst />;
  if (query.isPending) return <SkeletonRows rows={4} label={t('common.loading')} />;
  if (query.isError)
    return (
      <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={() => void query.refetch()} />
    );
  if (query.data.length === 0)
    return <EmptyState text={t('terminal.trades.none_of_mine')} className={IN_LITTLE_ROOM} />;
  return (
    <ol tabIndex={0} aria-label={t('terminal.trades.mine')} className={LIST}>
      {query.data.map((trade) => (
        <TradeRow
          key={`${trade.tradeId} ${trade.orderId}`}
          price={formatNumber(trade.price, instrument.quotePrecision)}
          quantity={quantityInPlace(trade.quantity, instrument.basePrecision)}
          clock={rowTime(trade.time, Date.now(), true)}
          isBuy={trade.side === 'BUY'}
        />
      ))}
    </ol>
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
