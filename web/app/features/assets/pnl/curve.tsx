import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { directionClass } from '../../../../ui/price.tsx';
import { EmptyState } from '../../../../ui/states.tsx';
import { formatSigned, shownSign } from '../../../../ui/format.ts';
import { VALUE_CURRENCY } from '../value-currency.ts';
import { signedShort } from '../signed-short.ts';
import { dayAt, placePoints, stretchesOf, type Geometry, type PlacedPoint } from './curve-geometry.ts';
import { COVERED } from '../../../figures/covered.ts';
import type { CurvePoint } from './pnl-days.ts';

const WIDTH = 1000;
const HEIGHT = 240;
const BAR_SHARE = 0.7;
/** The bar of a day is no wider than in a week, however few days there are. */
const FEWEST_PLACES = 7;

type CurveProps = {
  readonly label: string;
  readonly points: readonly CurvePoint[];
  /** A bar a day, or else one line of sums. */
  readonly isByDay: boolean;
  readonly isHidden: boolean;
};

/** Pointing at a day, or moving to it with the arrow keys, tells its figure. Days run from left to right in every language. */
export function Curve({ label, points, isByDay, isHidden }: CurveProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState<number | null>(null);
  if (points.every(({ amount }) => amount === null)) return <EmptyState text={t('pnl.empty')} className="h-64" />;
  const geometry = placePoints(points, isByDay);
  const last = points.length - 1;
  const shown = Math.min(at ?? last, last);
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / (box.width || 1);
    setAt(dayAt(share, points.length, isByDay));
  };
  const move = (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, target)));
  };
  const { day, amount } = points[shown]!;
  const figure =
    amount === null ? t('pnl.no_figure') : isHidden ? COVERED : `${formatSigned(amount, 2)} ${VALUE_CURRENCY}`;
  return (
    <div dir="ltr" className="px-4 pb-3">
      <p aria-hidden className="flex min-h-6 items-baseline gap-2 text-13">
        <bdi className="text-muted">{day}</bdi>
        <bdi className={classNames('font-semibold', directionClass(amount === null ? 0 : shownSign(amount, 2)))}>
          {figure}
        </bdi>
      </p>
      <div className="flex gap-2">
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={shown + 1}
          aria-valuetext={`${day}: ${figure}`}
          onKeyDown={move}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setAt(null)}
          className="relative h-48 min-w-0 flex-1 touch-pan-y md:h-60"
        >
          <Drawing geometry={geometry} isByDay={isByDay} shown={at === null ? null : geometry.points[shown]!} />
        </div>
        <Scale geometry={geometry} isHidden={isHidden} />
      </div>
      <p aria-hidden className="flex justify-between pe-14 pt-1 text-11 text-faint">
        <bdi>{points[0]!.day}</bdi>
        {last > 0 ? <bdi>{points[last]!.day}</bdi> : null}
      </p>
    </div>
  );
}

type DrawingProps = { readonly geometry: Geometry; readonly isByDay: boolean; readonly shown: PlacedPoint | null };

function Drawing({ geometry, isByDay, shown }: DrawingProps) {
  const fill = useId();
  const zero = geometry.zero * HEIGHT;
  return (
    <>
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="size-full overflow-visible"
      >
        <defs>
          <linearGradient id={fill} x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" stopColor="var(--accent)" stopOpacity="0.3" />
            <stop offset="1" stopColor="var(--accent)" stopOpacity="0.02" />
          </linearGradient>
        </defs>
        <path d={`M0 ${zero}H${WIDTH}`} stroke="var(--line-strong)" vectorEffect="non-scaling-stroke" />
        {isByDay ? <Bars geometry={geometry} /> : <Line geometry={geometry} fill={fill} />}
        {shown === null ? null : (
          <path
            d={`M${shown.x * WIDTH} 0V${HEIGHT}`}
            stroke="var(--line-strong)"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {shown === null || shown.y === null || isByDay ? null : (
        <span
          aria-hidden
          className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-accent bg-surface"
          style={{ left: `${shown.x * 100}%`, top: `${shown.y * 100}%` }}
        />
      )}
    </>
  );
}

function Line({ geometry, fill }: { geometry: Geometry; fill: string }) {
  const zero = geometry.zero * HEIGHT;
  return stretchesOf(geometry).map((stretch) => {
    const path = stretch.map(({ x, y }) => `${x * WIDTH} ${y * HEIGHT}`).join('L');
    const [first, last] = [stretch[0]!.x * WIDTH, stretch.at(-1)!.x * WIDTH];
    return (
      <g key={first}>
        <path d={`M${first} ${zero}L${path}L${last} ${zero}Z`} fill={`url(#${fill})`} />
        <path
          d={`M${path}`}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </g>
    );
  });
}

/** Up from zero or down from it: the direction is not told by color alone. */
function Bars({ geometry }: { geometry: Geometry }) {
  const width = (WIDTH / Math.max(geometry.points.length, FEWEST_PLACES)) * BAR_SHARE;
  return geometry.points.map(({ point, x, y }) => {
    if (y === null) return null;
    const isUp = y <= geometry.zero;
    const height = Math.max(Math.abs(geometry.zero - y) * HEIGHT, 1);
    return (
      <rect
        key={point.day}
        x={x * WIDTH - width / 2}
        y={isUp ? geometry.zero * HEIGHT - height : geometry.zero * HEIGHT}
        width={width}
        height={height}
        fill={isUp ? 'var(--up)' : 'var(--down)'}
      />
    );
  });
}

function Scale({ geometry: { high, low, zero }, isHidden }: { geometry: Geometry; isHidden: boolean }) {
  const marks = [
    { at: 0, text: high > 0 ? signedShort(high.toFixed(2)) : null },
    { at: zero, text: '0' },
    { at: 1, text: low < 0 ? signedShort(low.toFixed(2)) : null },
  ];
  return (
    <div aria-hidden className="relative w-12 flex-none text-11 text-faint">
      {marks.map(({ at, text }) =>
        text === null ? null : (
          <bdi key={at} className="absolute end-0 -translate-y-1/2" style={{ top: `${at * 100}%` }}>
            {isHidden && text !== '0' ? COVERED : text}
          </bdi>
        ),
      )}
    </div>
  );
}
