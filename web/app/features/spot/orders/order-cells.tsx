import { useTranslation } from '../../../i18n/use-translation.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { formatAmount, percentOf } from '../../../../ui/format.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { MarketLink, TypeAndTags } from '../../../terminal/tables/cells.tsx';
import { HeldNote } from '../../../terminal/market-state.tsx';
import { TrailState } from '../../../terminal/tables/trail-state.tsx';
import { useLegName } from './leg-name.ts';
import { partnerOf } from './order-pairs.ts';
import { useConditionWords } from '../ticket/condition-words.ts';
import { canceledWords, type WaitingWords } from './waiting-words.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { pairName } from '../../../figures/market-name.ts';

export function MarketCell({ pair, symbol }: { pair: Pair | undefined; symbol: string }) {
  const { to } = useLocale();
  return (
    <MarketLink to={to(`/spot-trade/${symbol}`)} asset={pair?.base ?? symbol} name={pair ? pairName(pair) : symbol} />
  );
}

/** What ties an order to the other one of its pair, in words; null for a single order. `among`: where the other one is looked for. */
export function usePairWords(): (order: Order, among: readonly Order[]) => string | null {
  const { t } = useTranslation();
  const nameOf = useLegName();
  return (order, among) => {
    if (order.ocoId === 0) return null;
    const partner = partnerOf(order, among);
    return partner === undefined ? t('terminal.tag_oco') : t('terminal.oco.with', { other: nameOf(partner) });
  };
}

type TypeCellProps = {
  readonly order: Order;
  /** What ties it to the other order of its pair, in words. */
  readonly pair: string | null;
  /** What it waited for, in words, where no column of its own says it. */
  readonly condition?: string | null;
  /** What it waits for, where a column of its own has no room for it. */
  readonly waiting?: WaitingWords | undefined;
};

export function TypeCell({ order, pair, condition = null, waiting }: TypeCellProps) {
  const { t } = useTranslation();
  const hasTime = order.type === 'LIMIT' || order.type.endsWith('_LIMIT');
  const time = !hasTime || order.timeInForce === 'GTC' ? null : order.timeInForce;
  const tags = [
    ...(pair === null ? [] : [pair]),
    // Of a pair the order in the book is always post-only.
    ...(time === null || (pair !== null && time === 'GTX')
      ? []
      : [time === 'GTX' ? t('terminal.ticket.post_only') : time]),
    ...(isSet(order.displayQuantity) ? [t('terminal.ticket.iceberg')] : []),
  ];
  return (
    <TypeAndTags type={t(`terminal.type_${order.type}`)} tags={tags} below={condition ?? undefined} behind={waiting} />
  );
}

type QuantityCellProps = {
  readonly order: Order;
  readonly pair: Pair | undefined;
  /** On a laptop the share that was filled has no column of its own. */
  readonly hasFilledBelow: boolean;
};

export function QuantityCell({ order, pair, hasFilledBelow }: QuantityCellProps) {
  const { t } = useTranslation();
  const shown = isSet(order.displayQuantity)
    ? t('terminal.shows', { quantity: formatAmount(order.displayQuantity, 8) })
    : undefined;
  return (
    <span title={shown}>
      {`${formatAmount(order.quantity, 8)} ${pair?.base ?? ''}`}
      {hasFilledBelow && isSet(order.filledQuantity) ? (
        <span className="hidden text-11 text-muted md:@max-[1120px]:block">
          {t('terminal.filled')} <bdi>{Math.floor(shareOf(order))}%</bdi>
        </span>
      ) : null}
    </span>
  );
}

type ConditionCellProps = {
  readonly order: Order;
  readonly pair: Pair | undefined;
  /** The other order of its pair, where it is open. */
  readonly partner: Order | undefined;
};

/** The condition of an order in words, or that it has been met; of the order of a pair that rests in the book, what cancels it. */
export function ConditionCell({ order, pair, partner }: ConditionCellProps) {
  const { t } = useTranslation();
  const words = useConditionWords(pair).ofOrder(order);
  if (words === null) return <span className="text-muted">{canceledWords(t, pair, partner) ?? '–'}</span>;
  if (order.status === 'UNTRIGGERED')
    return (
      <span className={order.extremePrice === undefined ? undefined : 'inline-block md:py-1'}>
        {words}
        <TrailState order={order} decimals={pair?.quotePrecision ?? 8} />
        <HeldNote symbol={order.symbol} />
      </span>
    );
  return (
    <span title={words} className="text-muted">
      {t('terminal.when.reached')}
    </span>
  );
}

const shareOf = (order: Order): number =>
  order.status === 'FILLED' ? 100 : percentOf(order.filledQuantity, order.quantity);

export function FilledCell({ order }: { order: Order }) {
  const share = shareOf(order);
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span aria-hidden className="h-1 w-9 overflow-hidden rounded-full bg-line-strong md:@max-[1120px]:hidden">
        <span
          className={classNames('block h-full bg-accent', share === 0 && 'hidden')}
          style={{ inlineSize: `${share}%` }}
        />
      </span>
      <bdi className="min-w-9 text-end">{Math.floor(share)}%</bdi>
    </span>
  );
}
