import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

export interface CardColumn<T> {
  readonly key: string;
  readonly label: string;
  /** A figure. */
  readonly isEnd?: boolean;
  /** Names the row: on phones the head of its card, without a name of its own. */
  readonly isTitle?: boolean;
  readonly className?: (row: T) => string;
  readonly cell: (row: T) => ReactNode;
}

type CardTableProps<T> = {
  readonly caption: string;
  readonly columns: readonly CardColumn<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T, at: number) => string;
};

/**
 * A table of a page; on phones each row is a card, each figure under its name, so that no amount is off the screen. The roles are said
 * because a card's display takes the table's own away.
 */
export function CardTable<T>({ caption, columns, rows, keyOf }: CardTableProps<T>) {
  return (
    <div className="scroll-quiet overflow-x-auto rounded-2 border border-line bg-surface" tabIndex={0}>
      <table role="table" className="w-full border-collapse max-sm:block sm:whitespace-nowrap">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="text-12 text-muted max-sm:sr-only">
          <tr role="row" className="h-10 border-b border-line">
            {columns.map(({ key, label, isEnd }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                className={classNames('px-3 font-medium', isEnd ? 'text-end' : 'text-start')}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {rows.map((row, at) => (
            <tr
              key={keyOf(row, at)}
              role="row"
              className="border-line not-last:border-b max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:gap-y-2 max-sm:px-3 max-sm:py-3 sm:h-11"
            >
              {columns.map(({ key, label, isEnd, isTitle, className, cell }) => (
                <td
                  key={key}
                  role="cell"
                  className={classNames(
                    'max-sm:flex max-sm:min-w-0 max-sm:flex-col max-sm:items-start max-sm:wrap-anywhere sm:px-3',
                    isEnd && 'sm:text-end',
                    isTitle && 'max-sm:col-span-full',
                    className?.(row),
                  )}
                >
                  {isTitle ? null : (
                    <span aria-hidden className="text-12 text-muted sm:hidden">
                      {label}
                    </span>
                  )}
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
