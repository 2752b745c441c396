import type { ReactNode } from 'react';

export type SummaryRow = readonly [label: string, value: ReactNode];

/** What an order would cost and lead to, row by row; a dash where that cannot be told. */
export function SummaryRows({ rows }: { rows: readonly SummaryRow[] }) {
  return rows.map(([label, value]) => (
    <div
      key={label}
      className="flex justify-between gap-2 leading-5 [@container_ticket_(max-height:640px)]:leading-4.5 md:[@container_ticket_(max-height:640px)]:leading-4"
    >
      <dt className="text-muted">{label}</dt>
      <dd>
        {/* Words around a figure are read as their language is: "up to 9 USDT" begins at the right in Persian. */}
        <bdi>{typeof value === 'string' ? <span dir="auto">{value}</span> : (value ?? '–')}</bdi>
      </dd>
    </div>
  ));
}
