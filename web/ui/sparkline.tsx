import { classNames } from './class-names.ts';

const WIDTH = 108;
const HEIGHT = 24;

/** A small line of closing prices. Decoration beside the numbers, therefore hidden from assistive technology. */
export function Sparkline({ values, className = 'h-6 w-[108px]' }: { values: readonly number[]; className?: string }) {
  if (values.length < 2) return <span aria-hidden className={classNames('block', className)} />;
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - 2 - ((value - low) / range) * (HEIGHT - 4);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const rise = (values.at(-1) ?? 0) - (values[0] ?? 0);
  const color = rise > 0 ? 'text-up' : rise < 0 ? 'text-down' : 'text-muted';
  const line = `M${points.join('L')}`;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classNames('block', color, className)}
    >
      <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="currentColor" opacity="0.1" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
