import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classNames } from '../../../../ui/class-names.ts';
import { CoinIcon } from '../../../../ui/coin-icon.tsx';
import { formatAmount, percentOf } from '../../../../ui/format.ts';
import type { Order, Pair, Side } from '../../../api/types.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { rowTime } from '../../../terminal/clock.ts';
import { useConditionWords } from '../ticket/condition-words.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';

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
      <bdi translate="no">{pair ? `${pair.base}/${pair.quote}` : symbol}</bdi>
    </Link>
  );
}

export function TypeCell({ order }: { order: Order }) {
  const { t } = useTranslation();
  const hasTime = order.type === 'LIMIT' || order.type.endsWith('_LIMIT');
  const time = !hasTime || order.timeInForce === 'GTC' ? null : order.timeInForce;
  const tags = [
    order.ocoId === 0 ? null : t('terminal.tag_oco'),
    time === 'GTX' ? t('terminal.ticket.post_only') : time,
    isSet(order.displayQuantity) ? t('terminal.ticket.iceberg') : null,
  ];
  return (
    <span className="flex items-center gap-1.5">
      {t(`terminal.type_${order.type}`)}
      {tags.map((tag) =>
        tag ? (
          <span key={tag} className="rounded-[3px] bg-hover px-1.5 text-11 text-muted">
            {tag}
          </span>
        ) : null,
      )}
    </span>
  );
}

export function QuantityCell({ order, pair }: { order: Order; pair: Pair | undefined }) {
  const { t } = useTranslation();
  const shown = isSet(order.displayQuantity)
    ? t('terminal.shows', { quantity: formatAmount(order.displayQuantity, 8) })
    : undefined;
  return <bdi title={shown}>{`${formatAmount(order.quantity, 8)} ${pair?.base ?? ''}`}</bdi>;
}

/** What the order waits for, in words; once its trigger has fired it says so. */
export function ConditionCell({ order, pair }: { order: Order; pair: Pair | undefined }) {
  const { t } = useTranslation();
  const words = useConditionWords(pair).ofOrder(order);
  if (words === null) return <span className="text-faint">–</span>;
  if (order.status === 'UNTRIGGERED') return <span>{words}</span>;
  return (
    <span title={words} className="text-muted">
      {t('terminal.when.reached')}
    </span>
  );
}

/** The side is a word; its color only repeats it. */
export function SideCell({ side }: { side: Side }) {
  const { t } = useTranslation();
  return <span className={side === 'BUY' ? 'text-up' : 'text-down'}>{t(`terminal.side_${side}`)}</span>;
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
