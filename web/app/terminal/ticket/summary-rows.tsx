import type { ReactNode } from 'react';
import { Popover } from '../../../ui/popover.tsx';

/** `help`: what the figure is made of, where its word alone does not tell; it opens at the label. */
export type SummaryRow = readonly [label: string, value: ReactNode, help?: ReactNode];

/** What an order would cost and lead to, row by row; a dash where that cannot be told. */
export function SummaryRows({ rows }: { rows: readonly SummaryRow[] }) {
  return rows.map(([label, value, help]) => (
    <div key={label} className="flex justify-between gap-2 leading-5">
      <dt className="text-muted">{help === undefined ? label : <Explained label={label} help={help} />}</dt>
      <dd>
        <bdi>{value ?? '–'}</bdi>
      </dd>
    </div>
  ));
}

function Explained({ label, help }: { label: string; help: ReactNode }) {
  const trigger = (
    <button
      type="button"
      className="relative cursor-help underline decoration-dotted underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3 md:after:hidden"
    >
      {label}
    </button>
  );
  return (
    <Popover trigger={trigger} label={label}>
      {() => <div className="max-w-80 p-2 text-12">{help}</div>}
    </Popover>
  );
}
