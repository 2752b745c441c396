import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from './class-names.ts';
import { formatPercent, signOf } from './format.ts';

export type Direction = -1 | 0 | 1;

export function directionClass(direction: Direction): string {
  return direction > 0 ? 'text-up' : direction < 0 ? 'text-down' : 'text-fg';
}

/** Direction is never shown by color alone: a filled triangle says it too. */
export function Triangle({ direction, className = 'size-2' }: { direction: Direction; className?: string }) {
  if (direction === 0) return null;
  return (
    <svg aria-hidden viewBox="0 0 8 8" fill="currentColor" className={classNames('flex-none', className)}>
      <path d={direction > 0 ? 'M4 1.2 7.4 6.8H.6Z' : 'M4 6.8.6 1.2h6.8Z'} />
    </svg>
  );
}

export function Price({ text, direction, className }: { text: string; direction: Direction; className?: string }) {
  const Arrow = direction > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={classNames('inline-flex items-center gap-0.5', directionClass(direction), className)}>
      <bdi>{text}</bdi>
      {direction === 0 ? null : <Arrow aria-hidden className="size-[0.9em]" />}
    </span>
  );
}

/** A percentage with sign and triangle, as a chip on its own opaque tint or as plain text. */
export function Change({
  percent,
  look = 'chip',
  className,
}: {
  percent: string;
  look?: 'chip' | 'text';
  className?: string;
}) {
  const direction = signOf(percent);
  const chip = direction > 0 ? 'bg-up-tint' : direction < 0 ? 'bg-down-tint' : 'bg-hover';
  return (
    <span
      className={classNames(
        'inline-flex items-center justify-end gap-1.5 font-medium whitespace-nowrap',
        directionClass(direction),
        look === 'chip' && `${chip} min-w-[86px] rounded-1 px-2 py-px`,
        className,
      )}
    >
      <Triangle direction={direction} />
      <bdi>{formatPercent(percent)}</bdi>
    </span>
  );
}
