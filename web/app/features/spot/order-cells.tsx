import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { percentOf } from '../../../ui/format.ts';
import type { Order, Pair, Side } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { rowTime } from './clock.ts';

export function TimeCell({ time }: { time: number }) {
  return (
    <bdi className="text-muted" suppressHydrationWarning>
      {rowTime(time, Date.now())}
    </bdi>
  );
}

export function MarketCell({ pair, symbol }: { pair: Pair | undefined; symbol: string }) {
  const { to } = useLocale();
  return (
    <Link to={to(`/spot-trade/${symbol}`)} className="flex items-center gap-1.5 font-semibold hover:text-accent">
      <CoinIcon asset={pair?.base ?? symbol} className="size-4" />
      <bdi>{pair ? `${pair.base}/${pair.quote}` : symbol}</bdi>
    </Link>
  );
}

export function TypeCell({ order }: { order: Order }) {
  const { t } = useTranslation();
  const tag =
    order.type === 'MARKET' || order.timeInForce === 'GTC'
      ? null
      : order.timeInForce === 'GTX'
        ? t('spot.ticket.post_only')
        : order.timeInForce;
  return (
    <span className="flex items-center gap-1.5">
      {t(`spot.type_${order.type}`)}
      {tag ? <span className="rounded-[3px] bg-hover px-1.5 text-11 text-muted">{tag}</span> : null}
    </span>
  );
}

/** The side is a word; its color only repeats it. */
export function SideCell({ side }: { side: Side }) {
  const { t } = useTranslation();
  return <span className={side === 'BUY' ? 'text-up' : 'text-down'}>{t(`spot.side_${side}`)}</span>;
}

export function FilledCell({ order }: { order: Order }) {
  const share = order.status === 'FILLED' ? 100 : percentOf(order.filledQuantity, order.quantity);
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span aria-hidden className="h-1 w-9 overflow-hidden rounded-full bg-line-strong">
        <span
          className={classNames('block h-full bg-accent', share === 0 && 'hidden')}
          style={{ inlineSize: `${share}%` }}
        />
      </span>
      <bdi className="min-w-9 text-end">{Math.floor(share)}%</bdi>
    </span>
  );
}
