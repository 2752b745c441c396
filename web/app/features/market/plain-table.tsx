import type { ReactNode } from 'react';

/** The frame of a table without controls; it scrolls sideways where it is wider than the screen. */
export function PlainTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="scroll-quiet overflow-x-auto rounded-2 border border-line bg-surface" tabIndex={0}>
      <table className="w-full border-collapse whitespace-nowrap [&_tbody_tr]:h-11 [&_tbody_tr]:border-b [&_tbody_tr]:border-line [&_tbody_tr:last-child]:border-0 [&_td]:px-3 [&_th]:px-3 [&_thead_tr]:h-10 [&_thead_tr]:border-b [&_thead_tr]:border-line [&_thead_th]:font-medium [&_thead]:text-12 [&_thead]:text-muted">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/** A time such as 2026-02-28 16:00, in UTC, so that server and browser render the same. */
export function UtcTime({ timeMs }: { timeMs: number }) {
  const text = new Date(timeMs).toISOString();
  return (
    <time dateTime={text}>
      <bdi>{text.slice(0, 16).replace('T', ' ')}</bdi>
    </time>
  );
}
