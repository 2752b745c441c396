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

/** The dense table of the terminal's account panel. */
export function DataTable<T>({ caption, columns, rows, keyOf }: DataTableProps<T>) {
  const shape = (column: Column<T>) =>
    classNames(column.isEnd ? 'text-end' : 'text-start', column.isExtra && 'max-lg:hidden');
  return (
    <div className="scroll-quiet relative min-h-0 flex-1 overflow-auto">
      <table className="w-full border-collapse whitespace-nowrap">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="[&>th]:sticky [&>th]:top-0 [&>th]:z-[1] [&>th]:h-7 [&>th]:bg-surface [&>th]:px-1.5 [&>th]:text-11 [&>th]:font-normal [&>th]:text-faint [&>th:first-child]:ps-3 [&>th:last-child]:pe-3">
            {columns.map((column) => (
              <th key={column.key} scope="col" className={shape(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="h-11 border-t border-grid hover:bg-hover md:h-8 [&>td]:px-1.5 [&>td:first-child]:ps-3 [&>td:last-child]:pe-3"
            >
              {columns.map((column) => (
                <td key={column.key} className={shape(column)}>
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
