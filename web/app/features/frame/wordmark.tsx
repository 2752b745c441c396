import { classNames } from '../../../ui/class-names.ts';
import {
  WORDMARK_ACCENT,
  WORDMARK_BOX,
  WORDMARK_DOT,
  WORDMARK_INK,
  WORDMARK_STROKE,
} from '../../../ui/wordmark-paths.ts';

const { x, y, width, height } = WORDMARK_BOX;

export function Wordmark({ className = 'h-[27px] w-[54px]' }: { className?: string }) {
  return (
    <svg
      viewBox={`${x} ${y} ${width} ${height}`}
      role="img"
      aria-label="Agio"
      className={classNames('block text-fg', className)}
    >
      <path d={WORDMARK_INK.join('')} fill="none" stroke="currentColor" strokeWidth={WORDMARK_STROKE} />
      <path d={WORDMARK_DOT} fill="currentColor" />
      <path className="stroke-accent" fill="none" strokeWidth={WORDMARK_STROKE} d={WORDMARK_ACCENT} />
    </svg>
  );
}
