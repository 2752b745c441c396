import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { decimal, decimalsOf, formatUnits, multiplyByPowerOfTen } from '../../../ui/decimal.ts';
import { fieldPrice } from '../ticket/field-price.ts';
import { formatAmount, formatNumber } from '../../../ui/format.ts';
import { formatAverage } from '../../figures/average-price.ts';
import { Menu } from '../../../ui/menu.tsx';
import { directionClass, Price } from '../../../ui/price.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BOOK_BARS, usePreferences } from '../../choices/preferences.ts';
import {
  AVERAGE_DECIMALS,
  bidShare,
  scalesOf,
  sweep,
  viewOf,
  type BookRow,
  type BookView,
} from '../../live/book-view.ts';
import { useSlowStore, useStore } from '../../live-views/use-store.ts';
import { useRowCount } from './use-row-count.ts';
import { BookRows, type BookSide } from './book-rows.tsx';
import { BookSidesSwitch } from './book-sides.tsx';
import { useRestriction } from '../market-state.tsx';
import { useLastPrice } from '../use-last-price.ts';
import { useTerminalMarket, type Instrument, type OwnOrder } from '../terminal-market.ts';

/** The book is drawn at most this often, which is also how often the server sends changes. */
const BOOK_MS = 100;

type Hovered = { readonly side: BookSide; readonly index: number } | null;

export function BookPanel({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { instrument, feed, ownOrders, choosePrice } = useTerminalMarket();
  const steps = useMemo(
    () => [0, 1, 2, 3].map((exponent) => multiplyByPowerOfTen(instrument.tickSize, exponent)),
    [instrument],
  );
  const [step, setStep] = useState(steps[0] ?? instrument.tickSize);
  const setBars = usePreferences((state) => state.setBookBars);
  const [hovered, setHovered] = useState<Hovered>(null);
  const scales = scalesOf(instrument);
  const book = useSlowStore(feed.book, BOOK_MS);
  const [box, rowCount] = useRowCount();
  const orders = useStore(ownOrders);
  const sides = usePreferences((state) => state.bookSides);
  const bars = usePreferences((state) => state.bookBars);
  const view = viewOf(book, decimal(step, scales.price), sides === 'both' ? rowCount : 2 * rowCount, bars);
  const own = useMemo(() => ownPrices(orders, instrument, step), [orders, instrument, step]);
  const precision = decimalsOf(step);
  const choose = (price: bigint) =>
    choosePrice(fieldPrice(formatUnits(price, scales.price), instrument.quotePrecision));
  const restriction = useRestriction();
  const isEmpty = view.bids.length === 0 && view.asks.length === 0;
  const trigger = (
    <button
      type="button"
      aria-label={t('terminal.book.precision', { step })}
      className="inline-flex h-9 items-center gap-1 rounded-1 px-2 text-12 font-medium text-muted hover:bg-hover hover:text-fg md:h-6"
    >
      <bdi>{step}</bdi>
      <ChevronDown aria-hidden className="size-3" />
    </button>
  );
  const side = (name: BookSide, rows: readonly BookRow[]) => (
    <BookRows
      side={name}
      rows={rows}
      instrument={instrument}
      precision={precision}
      own={own}
      hovered={hovered?.side === name ? hovered.index : -1}
      onHover={(index) => setHovered(index === null ? null : { side: name, index })}
      onChoose={choose}
    />
  );
  return (
    <section
      aria-label={t('terminal.book.title')}
      className={classNames('num relative flex min-h-0 min-w-0 flex-col bg-surface text-12', className)}
    >
      <div className="flex h-11 flex-none items-center border-b border-line ps-3 pe-2 md:h-9">
        <h2 className="text-12 tracking-normal max-md:sr-only">{t('terminal.book.title')}</h2>
        <BookSidesSwitch />
        <Menu trigger={trigger}>
          {({ Choice, Heading, Separator }) => (
            <>
              <Heading>{t('terminal.book.step')}</Heading>
              <Choice value={step} options={steps.map((value) => ({ value, label: value }))} onChange={setStep} />
              <Separator />
              <Heading>{t('terminal.book.bars')}</Heading>
              <Choice
                value={bars}
                options={BOOK_BARS.map((value) => ({ value, label: t(`terminal.book.bars_${value}`) }))}
                onChange={setBars}
              />
            </>
          )}
        </Menu>
      </div>
      <div
        aria-hidden
        className="mt-1 grid flex-none grid-cols-[minmax(0,1fr)_repeat(2,minmax(max-content,1fr))] gap-x-1 px-3 text-11 leading-[var(--row-book)] whitespace-nowrap text-faint [&>:not(:first-child)]:text-end"
      >
        <span className="truncate">{t('terminal.price_in', { asset: instrument.quote })}</span>
        <span>{t('terminal.amount_in', { asset: instrument.base })}</span>
        <span>{t('terminal.sum_in', { asset: instrument.base })}</span>
      </div>
      {isEmpty ? (
        <EmptyState
          text={`${t('terminal.book.empty')}${restriction === null ? '' : ` ${t(`terminal.state.lead_${restriction}`)}`}`}
        />
      ) : (
        <>
          <div ref={box} className="flex min-h-0 flex-1 flex-col">
            {sides === 'bids' ? null : side('asks', view.asks)}
            <SpreadRow view={view} instrument={instrument} />
            {sides === 'asks' ? null : side('bids', view.bids)}
          </div>
          <Imbalance share={bidShare(view)} />
        </>
      )}
      {hovered ? <SweepTip view={view} hovered={hovered} instrument={instrument} /> : null}
    </section>
  );
}

/** Prices of own orders as the book shows them: gathered to the same step. */
function ownPrices(orders: readonly OwnOrder[] | null, instrument: Instrument, step: string): ReadonlySet<string> {
  const { price: scale } = scalesOf(instrument);
  const size = decimal(step, scale);
  const gathered = (orders ?? [])
    .filter((order) => order.symbol === instrument.symbol)
    .map((order) => {
      const price = decimal(order.price, scale);
      const row = order.side === 'BUY' ? (price / size) * size : ((price + size - 1n) / size) * size;
      return `${order.side === 'BUY' ? 'bids' : 'asks'} ${row}`;
    });
  return new Set(gathered);
}

function SpreadRow({ view, instrument }: { view: BookView; instrument: Instrument }) {
  const { t } = useTranslation();
  const { price, direction } = useLastPrice();
  const { feed } = useTerminalMarket();
  const book = useSlowStore(feed.book, BOOK_MS);
  const [bid, ask] = [book.bids[0]?.price, book.asks[0]?.price];
  const spread = bid !== undefined && ask !== undefined ? ask - bid : null;
  const perMillion = spread !== null && bid ? (spread * 1_000_000n) / bid : 0n;
  return (
    <div className="@container my-px h-8 flex-none border-y border-line">
      <div className="flex h-full items-center gap-2 px-3">
        <Price
          text={formatNumber(price, instrument.quotePrecision)}
          direction={direction}
          className={classNames('text-16 font-semibold tracking-[-0.01em]', directionClass(direction))}
        />
        {spread === null || view.bids.length === 0 ? null : (
          <span className="ms-auto truncate text-11 text-muted">
            <span className="@max-[270px]:sr-only">{t('terminal.book.spread')} </span>
            <bdi>
              {formatAmount(formatUnits(spread, instrument.quotePrecision), instrument.quotePrecision)} ·{' '}
              {formatUnits(perMillion, 4, 3)}%
            </bdi>
          </span>
        )}
      </div>
    </div>
  );
}

function Imbalance({ share }: { share: number }) {
  const { t } = useTranslation();
  const bids = share.toFixed(1);
  const asks = (100 - share).toFixed(1);
  return (
    <div
      role="img"
      aria-label={t('terminal.book.imbalance', { bids, asks })}
      className="grid h-6 flex-none grid-cols-[auto_1fr_auto] items-center gap-2 border-t border-line px-3 text-11 font-medium"
    >
      <bdi className="text-up">{bids}%</bdi>
      <span className="flex h-1 gap-0.5">
        <span className="rounded-full bg-up" style={{ inlineSize: `${share}%` }} />
        <span className="flex-1 rounded-full bg-down" />
      </span>
      <bdi className="text-down">{asks}%</bdi>
    </div>
  );
}

function SweepTip({
  view,
  hovered,
  instrument,
}: {
  view: BookView;
  hovered: NonNullable<Hovered>;
  instrument: Instrument;
}) {
  const { t } = useTranslation();
  const scales = scalesOf(instrument);
  const summary = sweep(view[hovered.side], hovered.index);
  if (summary.sumBase === 0n) return null;
  const rows = [
    [
      t('terminal.book.average'),
      formatAverage(formatUnits(summary.averagePrice, scales.price + AVERAGE_DECIMALS), instrument.quotePrecision),
    ],
    [
      t('terminal.sum_in', { asset: instrument.base }),
      formatAmount(formatUnits(summary.sumBase, scales.quantity), scales.quantity),
    ],
    [
      t('terminal.sum_in', { asset: instrument.quote }),
      formatAmount(formatUnits(summary.sumQuote, scales.price + scales.quantity), 2),
    ],
  ] as const;
  return (
    <dl
      className={classNames(
        'pointer-events-none absolute end-full z-10 me-1 hidden w-52 grid-cols-[1fr_auto] gap-x-3 rounded-2 border border-line-strong bg-overlay px-3 py-2 shadow-overlay md:grid',
        hovered.side === 'asks' ? 'top-1/3' : 'bottom-1/4',
      )}
    >
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="text-end">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
