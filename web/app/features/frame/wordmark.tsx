import { classNames } from '../../../ui/class-names.ts';

/** The wordmark; its o is the split ring, the gap between bid and ask. */
export function Wordmark({ className = 'h-[27px] w-[54px]' }: { className?: string }) {
  return (
    <svg viewBox="0 -3 66 33" role="img" aria-label="Agio" className={classNames('block text-fg', className)}>
      <g fill="none" stroke="currentColor" strokeWidth="3.3">
        <circle cx="9" cy="13.6" r="7.2" />
        <path d="M16.2 4.8v17.6" />
        <circle cx="28.4" cy="13.6" r="7.2" />
        <path d="M35.6 4.8v16.8a7 7 0 0 1-13.1 3.5" />
        <path d="M43.4 4.8v17.6" />
        <path d="M50.3 15.2a7.2 7.2 0 0 0 14.1 0" />
      </g>
      <circle cx="43.4" cy="-.4" r="2.1" fill="currentColor" />
      <path className="stroke-accent" fill="none" strokeWidth="3.3" d="M50.3 12a7.2 7.2 0 0 1 14.1 0" />
    </svg>
  );
}
