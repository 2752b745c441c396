import type { ReactNode } from 'react';

/** `hint`: what the label stands for, where its word alone does not tell. */
export type SummaryRow = readonly [label: string, value: ReactNode, hint?: string];

/** What an order would cost and lead to, row by row; a dash where that cannot be told. */
export function SummaryRows({ rows }: { rows: readonly SummaryRow[] }) {
  return rows.map(([label, value, hint]) => (
    <div key={label} className="flex justify-between gap-2 leading-5">
      <dt className="text-muted" title={hint}>
        {hint === undefined ? (
          label
        ) : (
          <>
            <span className="cursor-help underline decoration-dotted underline-offset-4">{label}</span>
            <span className="sr-only">. {hint}</span>
          </>
        )}
      </dt>
      <dd>
        <bdi>{value ?? '–'}</bdi>
      </dd>
    </div>
  ));
}
