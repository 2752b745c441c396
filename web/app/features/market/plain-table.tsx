import type { ReactNode } from 'react';

/**
 * The frame of a table without controls; it scrolls sideways where it is wider than the screen. On the narrowest phones its heads may have
 * two lines and its columns stand closer, so that three of them have room in every language.
 */
export function PlainTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="scroll-quiet overflow-x-auto rounded-2 border border-line bg-surface" tabIndex={0}>
      <table className="w-full border-collapse whitespace-nowrap [&_tbody_tr]:h-11 [&_tbody_tr]:border-b [&_tbody_tr]:border-line [&_tbody_tr:last-child]:border-0 [&_td]:px-3 max-[359px]:[&_td]:px-1.5 [&_th]:px-3 max-[359px]:[&_th]:px-1.5 [&_thead_tr]:h-10 [&_thead_tr]:border-b [&_thead_tr]:border-line [&_thead_th]:font-medium max-[359px]:[&_thead]:text-11 max-[359px]:[&_thead_th]:leading-4 max-[359px]:[&_thead_th]:whitespace-normal [&_thead]:text-12 [&_thead]:text-muted">
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
