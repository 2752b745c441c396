import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatUnits } from '../../../ui/decimal.ts';
import { formatAmount, formatNumber, formatPercent } from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { scalesOf } from '../../live/book-view.ts';
import { useSlowStore } from '../../live-views/use-store.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import {
  bandsOf,
  type Depth,
  depthOf,
  type DepthSide,
  heightOf,
  outline,
  percentFromMid,
  placeOf,
  stepAt,
} from './depth-sums.ts';

const DRAW_MS = 250;
const WIDTH = 1000;
const HEIGHT = 400;
const BANDS = [25n, 50n, 75n, 100n];

type Pointed = { readonly side: DepthSide; readonly index: number } | null;

/** How much of the coin lies between the middle of the book and each price. */
export function DepthView() {
  const { t } = useTranslation();
  const { feed } = useTerminalMarket();
  const depth = depthOf(useSlowStore(feed.book, DRAW_MS));
  if (depth === null) return <EmptyState text={t('terminal.chart.depth_empty')} className="flex-1" />;
  return <Picture depth={depth} />;
}

function useTexts(depth: Depth) {
  const { instrument } = useTerminalMarket();
  const scales = scalesOf(instrument);
  return {
    price: (price: bigint) => formatNumber(formatUnits(price, scales.price), instrument.quotePrecision),
    sum: (sum: bigint) => `${formatAmount(formatUnits(sum, scales.quantity), 4)} ${instrument.base}`,
    percent: (price: bigint) => formatPercent(percentFromMid(price, depth)),
  };
}

function Picture({ depth }: { depth: Depth }) {
  const { t } = useTranslation();
  const { name } = useTerminalMarket();
  const texts = useTexts(depth);
  const [pointed, setPointed] = useState<Pointed>(null);
  const step = pointed && (depth[pointed.side][pointed.index] ?? depth[pointed.side].at(-1)!);
  const onPointer = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(stepAt(depth, Math.max(0, Math.min(1, (clientX - left) / width))));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setPointed(null);
    const outward = event.key === 'ArrowLeft' ? 'bids' : event.key === 'ArrowRight' ? 'asks' : null;
    if (outward === null) return;
    event.preventDefault();
    setPointed((now) => stepped(now, outward, depth));
  };
  const summary = t('terminal.chart.depth_described', {
    pair: name,
    bids: texts.sum(depth.bids.at(-1)!.sum),
    asks: texts.sum(depth.asks.at(-1)!.sum),
  });
  const shown = step
    ? `${t(`terminal.book.${pointed.side}`)}, ${texts.price(step.price)}, ${texts.sum(step.sum)}, ${texts.percent(step.price)}`
    : summary;
  return (
    <div className="num flex min-h-[260px] flex-1 flex-col p-2 text-11 md:min-h-0" dir="ltr">
      <Totals depth={depth} />
      <div
        role="slider"
        tabIndex={0}
        aria-label={summary}
        aria-valuenow={step ? Math.round(placeOf(step.price, depth) * 100) : 50}
        aria-valuetext={shown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setPointed(null)}
        onKeyDown={onKey}
        className="relative mt-1 min-h-0 flex-1 cursor-crosshair touch-pan-y"
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <path
            d={outline(depth, 'bids', WIDTH, HEIGHT)}
            className="fill-up/15 stroke-up"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={outline(depth, 'asks', WIDTH, HEIGHT)}
            className="fill-down/15 stroke-down"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {step ? <PointedStep depth={depth} side={pointed.side} step={step} /> : null}
      </div>
      <div className="mt-1 flex justify-between text-faint">
        <bdi>{texts.price(depth.bids.at(-1)!.price)}</bdi>
        <bdi>{texts.price(depth.twiceMid / 2n)}</bdi>
        <bdi>{texts.price(depth.asks.at(-1)!.price)}</bdi>
      </div>
      <Bands depth={depth} caption={summary} />
    </div>
  );
}

/** One step outwards on this side, or back towards the middle from the other one. */
function stepped(now: Pointed, outward: DepthSide, depth: Depth): Pointed {
  if (now === null) return { side: outward, index: 0 };
  if (now.side === outward) return { side: outward, index: Math.min(depth[outward].length - 1, now.index + 1) };
  return now.index === 0 ? { side: outward, index: 0 } : { side: now.side, index: now.index - 1 };
}

function Totals({ depth }: { depth: Depth }) {
  const { t } = useTranslation();
  const texts = useTexts(depth);
  return (
    <dl className="flex justify-between gap-2 text-12 [&>div]:flex [&>div]:gap-1.5">
      <div>
        <dt className="text-muted">{t('terminal.book.bids')}</dt>
        <dd className="text-up">
          <bdi>{texts.sum(depth.bids.at(-1)!.sum)}</bdi>
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t('terminal.book.asks')}</dt>
        <dd className="text-down">
          <bdi>{texts.sum(depth.asks.at(-1)!.sum)}</bdi>
        </dd>
      </div>
    </dl>
  );
}

type PointedStepProps = { depth: Depth; side: DepthSide; step: { readonly price: bigint; readonly sum: bigint } };

function PointedStep({ depth, side, step }: PointedStepProps) {
  const { t } = useTranslation();
  const texts = useTexts(depth);
  const x = placeOf(step.price, depth) * 100;
  const y = 100 - heightOf(step.sum, depth) * 100;
  return (
    <>
      <span aria-hidden className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${x}%` }} />
      <span
        aria-hidden
        className={classNames('absolute size-2 -translate-1/2 rounded-full', side === 'bids' ? 'bg-up' : 'bg-down')}
        style={{ left: `${x}%`, top: `${y}%` }}
      />
      <dl
        className="pointer-events-none absolute top-2 z-10 grid grid-cols-[auto_auto] gap-x-3 rounded-1 border border-line-strong bg-overlay px-2 py-1 [&>dd]:text-end [&>dt]:text-muted"
        style={side === 'bids' ? { left: `calc(${x}% + 8px)` } : { right: `calc(${100 - x}% + 8px)` }}
      >
        <dt>{t('terminal.ticket.price')}</dt>
        <dd>
          <bdi>{texts.price(step.price)}</bdi>
        </dd>
        <dt>{t('terminal.chart.depth_sum')}</dt>
        <dd>
          <bdi>{texts.sum(step.sum)}</bdi>
        </dd>
        <dt>{t('terminal.chart.depth_from_mid')}</dt>
        <dd>
          <bdi>{texts.percent(step.price)}</bdi>
        </dd>
      </dl>
    </>
  );
}

/** The picture as a table, for who does not see it. */
function Bands({ depth, caption }: { depth: Depth; caption: string }) {
  const { t } = useTranslation();
  const texts = useTexts(depth);
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('terminal.chart.depth_from_mid')}</th>
            <th scope="col">{t('terminal.book.bids')}</th>
            <th scope="col">{t('terminal.book.asks')}</th>
          </tr>
        </thead>
        <tbody>
          {bandsOf(depth, BANDS).map(({ percent, bids, asks }, index) => (
            <tr key={index}>
              <th scope="row">±{percent}%</th>
              <td>{texts.sum(bids)}</td>
              <td>{texts.sum(asks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
