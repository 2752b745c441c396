import { memo } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatUnits } from '../../../ui/decimal.ts';
import { formatNumber } from '../../../ui/format.ts';
import { scalesOf, type BookRow } from '../../live/book-view.ts';
import type { Instrument } from '../terminal-market.ts';
import { quantityInPlace } from '../ticket/quantity-in-place.ts';

export type BookSide = 'bids' | 'asks';

type BookRowsProps = {
  readonly side: BookSide;
  readonly rows: readonly BookRow[];
  readonly instrument: Instrument;
  readonly precision: number;
  readonly own: ReadonlySet<string>;
  readonly hovered: number;
  readonly onHover: (index: number | null) => void;
  readonly onChoose: (price: bigint) => void;
};

export function BookRows({ side, rows, instrument, precision, own, hovered, onHover, onChoose }: BookRowsProps) {
  const { t } = useTranslation();
  const scales = scalesOf(instrument);
  return (
    <ol
      aria-label={t(`terminal.book.${side}`)}
      onMouseLeave={() => onHover(null)}
      className={classNames(
        'flex h-[calc(10*var(--row-book))] overflow-hidden md:h-auto md:min-h-0 md:flex-1',
        side === 'asks' ? 'flex-col-reverse' : 'flex-col',
      )}
    >
      {rows.map((row, index) => (
        <BookLine
          // The key is the row's place, not its price: when the book moves, React changes texts instead of elements.
          key={index}
          side={side}
          index={index}
          price={formatNumber(formatUnits(row.price, scales.price), precision)}
          units={row.price}
          quantity={quantityInPlace(formatUnits(row.quantity, scales.quantity), instrument.basePrecision)}
          sum={quantityInPlace(formatUnits(row.sum, scales.quantity), instrument.basePrecision)}
          share={row.share}
          isOwn={own.has(`${side} ${row.price}`)}
          isSwept={index <= hovered}
          onHover={onHover}
          onChoose={onChoose}
        />
      ))}
    </ol>
  );
}

type BookLineProps = {
  readonly side: BookSide;
  readonly index: number;
  readonly price: string;
  readonly units: bigint;
  readonly quantity: string;
  readonly sum: string;
  readonly share: number;
  readonly isOwn: boolean;
  readonly isSwept: boolean;
  readonly onHover: (index: number) => void;
  readonly onChoose: (price: bigint) => void;
};

const BookLine = memo(
  function BookLine({
    side,
    index,
    price,
    units,
    quantity,
    sum,
    share,
    isOwn,
    isSwept,
    onHover,
    onChoose,
  }: BookLineProps) {
    const { t } = useTranslation();
    const bar = side === 'asks' ? 'bg-down-tint' : 'bg-up-tint';
    const color = side === 'asks' ? 'text-down' : 'text-up';
    return (
      <li className={classNames('row-contained relative isolate h-[var(--row-book)] flex-none', isSwept && 'bg-hover')}>
        <span
          aria-hidden
          className={classNames('end-bar -z-10', bar)}
          style={{ transform: `scaleX(${share / 100})` }}
        />
        <button
          type="button"
          onClick={() => onChoose(units)}
          onMouseEnter={() => onHover(index)}
          onFocus={() => onHover(index)}
          className="grid h-full w-full grid-cols-3 items-center px-3 text-start [&>:not(:first-child)]:text-end"
        >
          <span className={classNames(color, isOwn && 'font-semibold')}>
            {isOwn ? (
              <span
                role="img"
                aria-label={t('terminal.book.own')}
                className="absolute start-1 top-[7px] size-0 border-y-[3px] border-s-[5px] border-y-transparent border-s-accent"
              />
            ) : null}
            <bdi>{price}</bdi>
          </span>
          <span>
            <bdi>{quantity}</bdi>
          </span>
          <span className="text-muted">
            <bdi>{sum}</bdi>
          </span>
          <span className="sr-only">{t('terminal.book.take_price')}</span>
        </button>
      </li>
    );
  },
  (a, b) =>
    a.price === b.price &&
    a.quantity === b.quantity &&
    a.sum === b.sum &&
    a.share === b.share &&
    a.isOwn === b.isOwn &&
    a.isSwept === b.isSwept &&
    a.index === b.index &&
    a.units === b.units,
);
