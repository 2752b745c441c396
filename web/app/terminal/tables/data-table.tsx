import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

export type Column<T> = {
  readonly key: string;
  readonly label: ReactNode;
  readonly isEnd?: boolean;
  /** Left out where there is little room. */
  readonly isExtra?: boolean;
  readonly cell: (row: T) => ReactNode;
};

type DataTableProps<T> = {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
};

/** The dense table of the terminal's account panel; on phones each row is a card, so that nothing of it is off the screen. */
export function DataTable<T>({ caption, columns, rows, keyOf }: DataTableProps<T>) {
  const shape = (column: Column<T>) =>
    classNames(column.isEnd ? 'md:text-end' : 'text-start', column.isExtra && 'md:max-lg:hidden');
  // The roles are said because a card's display takes the table's own away.
  return (
    <div className="scroll-quiet relative min-h-0 flex-1 overflow-auto">
      <table role="table" className="w-full border-collapse whitespace-nowrap max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr
            role="row"
            className="[&>th]:sticky [&>th]:top-0 [&>th]:z-[1] [&>th]:h-7 [&>th]:bg-surface [&>th]:px-1.5 [&>th]:text-11 [&>th]:font-normal [&>th]:text-faint [&>th:first-child]:ps-3 [&>th:last-child]:pe-3"
          >
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" className={shape(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className="border-t border-grid hover:bg-hover max-md:grid max-md:gap-1 max-md:px-4 max-md:py-3 md:h-8 md:[&>td]:px-1.5 md:[&>td:first-child]:ps-3 md:[&>td:last-child]:pe-3"
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  className={classNames(
                    'max-md:flex max-md:min-h-6 max-md:items-center max-md:justify-between max-md:gap-3 max-md:text-end max-md:whitespace-normal',
                    shape(column),
                  )}
                >
                  <span aria-hidden className="flex-none text-muted md:hidden">
                    {column.label}
                  </span>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
