import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatNumber } from '../../../ui/format.ts';
import type { Direction } from '../../../ui/price.tsx';
import type { KlineRow, Pair } from '../../api/types.ts';
import { roundSteps } from './round-steps.ts';
import { pairName } from '../../figures/market-name.ts';

const WIDTH = 484;
const HEIGHT = 330;
/** The prices beside it have room for six digits and two decimals. */
const PLOT_WIDTH = 404;
const PRICE_TOP = 16;
const PRICE_BOTTOM = 250;
const VOLUME_TOP = 264;
const VOLUME_BOTTOM = 304;
const GRID_LINES = 5;
const LEAST_DECIMALS = 2;
/** Of the last price, and as much as a number needs beside it. */
const LABEL_HEIGHT = 14;
/** With more candles than this the times under them stand farther apart. */
const MOST_DENSE = 64;

type CandlePictureProps = {
  readonly pair: Pair;
  readonly rows: readonly KlineRow[];
  readonly direction: Direction;
  readonly label: string;
  /** What stands under the candles: the hour of a day, or the day of a longer time. */
  readonly times?: 'hours' | 'days' | 'months';
};

/** Candles as plain SVG, drawn by the server too: the picture is there before any JavaScript. */
export function CandlePicture({ pair, rows, direction, label, times = 'hours' }: CandlePictureProps) {
  const { t } = useTranslation();
  const highs = rows.map((row) => Number(row[2]));
  const lows = rows.map((row) => Number(row[3]));
  const low = Math.min(...lows);
  const high = Math.max(...highs);
  const range = high - low || 1;
  const y = (price: number) => PRICE_BOTTOM - ((price - low) / range) * (PRICE_BOTTOM - PRICE_TOP);
  const step = PLOT_WIDTH / Math.max(rows.length, 1);
  const shapes = shapesOf(rows, y);
  const every = rows.length > MOST_DENSE ? 24 : 16;
  const last = rows.at(-1);
  const lastY = last ? y(Number(last[4])) : 0;
  const steps = roundSteps(low, high, GRID_LINES);
  const decimals = Math.min(pair.quotePrecision, Math.max(LEAST_DECIMALS, steps.decimals));
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      className="num block h-auto w-full text-11"
      direction="ltr"
    >
      {/* A line whose number the last price would cover is left out with it. */}
      {steps.at
        .filter((price) => last === undefined || Math.abs(y(price) - lastY) > LABEL_HEIGHT)
        .map((price) => (
          <g key={price}>
            <path className="stroke-line" d={`M0 ${y(price).toFixed(1)}H${PLOT_WIDTH}`} />
            <text className="fill-faint" x={PLOT_WIDTH + 8} y={(y(price) + 4).toFixed(1)}>
              {formatNumber(price.toFixed(decimals), decimals)}
            </text>
          </g>
        ))}
      <Candles rows={rows.filter(isUp)} className="text-up" shapes={shapes} />
      <Candles rows={rows.filter((row) => !isUp(row))} className="text-down" shapes={shapes} />
      {last ? (
        <g className={direction < 0 ? 'text-down' : 'text-up'}>
          <path stroke="currentColor" strokeDasharray="1 3" d={`M0 ${lastY.toFixed(1)}H${PLOT_WIDTH}`} />
          <rect
            fill="currentColor"
            x={PLOT_WIDTH + 2}
            y={(lastY - 9).toFixed(1)}
            width={WIDTH - PLOT_WIDTH - 2}
            height="18"
            rx="2"
          />
          <text className="fill-on-accent font-semibold" x={PLOT_WIDTH + 8} y={(lastY + 4).toFixed(1)}>
            {formatNumber(last[4], decimals)}
          </text>
        </g>
      ) : null}
      {rows.map((row, index) =>
        index % every === every / 2 ? (
          <text key={row[0]} className="fill-faint" x={(index * step).toFixed(1)} y={HEIGHT - 6} textAnchor="middle">
            {timeOf(row[0], times)}
          </text>
        ) : null,
      )}
      <title>{t('market.candles_of', { pair: pairName(pair) })}</title>
    </svg>
  );
}

const isUp = (row: KlineRow): boolean => Number(row[4]) >= Number(row[1]);

interface Shapes {
  readonly wick: (row: KlineRow) => string;
  readonly body: (row: KlineRow) => string;
  readonly volume: (row: KlineRow) => string;
}

/** The shapes of one candle, as parts of an SVG path. */
function shapesOf(rows: readonly KlineRow[], y: (price: number) => number): Shapes {
  const step = PLOT_WIDTH / Math.max(rows.length, 1);
  const most = Math.max(...rows.map((row) => Number(row[5])), 1e-12);
  const places = new Map(rows.map((row, index) => [row[0], index * step]));
  const box = (row: KlineRow, top: number, height: number): string => {
    const width = (step * 0.66).toFixed(1);
    const left = ((places.get(row[0]) ?? 0) + step * 0.17).toFixed(1);
    return `M${left} ${top.toFixed(1)}h${width}v${height.toFixed(1)}h-${width}z`;
  };
  return {
    wick: (row) =>
      `M${((places.get(row[0]) ?? 0) + step / 2).toFixed(1)} ${y(Number(row[2])).toFixed(1)}V${y(Number(row[3])).toFixed(1)}`,
    body(row) {
      const [open, close] = [y(Number(row[1])), y(Number(row[4]))];
      return box(row, Math.min(open, close), Math.max(1, Math.abs(open - close)));
    },
    volume(row) {
      const height = (Number(row[5]) / most) * (VOLUME_BOTTOM - VOLUME_TOP);
      return box(row, VOLUME_BOTTOM - height, height);
    },
  };
}

type CandlesProps = { readonly rows: readonly KlineRow[]; readonly className: string; readonly shapes: Shapes };

/** All candles of one direction in three SVG paths, which saves about two hundred elements. */
function Candles({ rows, className, shapes }: CandlesProps) {
  const path = (shape: (row: KlineRow) => string): string => rows.map(shape).join('');
  return (
    <g className={className} fill="currentColor">
      <path stroke="currentColor" d={path(shapes.wick)} />
      <path d={path(shapes.body)} />
      <path opacity="0.22" d={path(shapes.volume)} />
    </g>
  );
}

/** UTC, so that the server and the browser draw the same text. */
function timeOf(timeMs: number, times: 'hours' | 'days' | 'months'): string {
  const text = new Date(timeMs).toISOString();
  return times === 'hours' ? text.slice(11, 16) : times === 'days' ? text.slice(5, 10) : text.slice(0, 7);
}
