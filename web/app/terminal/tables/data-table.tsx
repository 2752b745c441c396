import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { useUncutFigures } from './use-uncut-figures.ts';

export type Column<T> = {
  readonly key: string;
  readonly label: ReactNode;
  readonly isEnd?: boolean;
  /** Left out where there is little room. */
  readonly isExtra?: boolean;
  /** Left out where the table would be wider than its panel on a laptop, and stands elsewhere on the page. */
  readonly isLesser?: boolean;
  /** Left out before all others, where the table would be wider than its panel. */
  readonly isLeast?: boolean;
  /** Left out where the table would be wider than its panel. */
  readonly isRoomyOnly?: boolean;
  /** Left out in a panel that is little wider than a phone, and stands elsewhere on the page. */
  readonly isWideOnly?: boolean;
  /** Names the row: on a phone it is the head of the row's card, over the figures. */
  readonly isTitle?: boolean;
  /** Buttons of the row: they stay in sight where the table is wider than its panel. */
  readonly isPinned?: boolean;
  /** Few and small buttons: on a phone they stand beside the title of the row's card. */
  readonly isInCorner?: boolean;
  /** `shown`: all rows of the table, for a cell that names another row. */
  readonly cell: (row: T, shown: readonly T[]) => ReactNode;
};

type DataTableProps<T> = {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** Whether it holds figures alone, without anything to press: then the keyboard scrolls the table itself. */
  readonly isFiguresOnly?: boolean;
  /** Neighbors of one group are tied by a bracket; undefined for a row of its own. */
  readonly groupOf?: ((row: T) => number | undefined) | undefined;
};

/** The part of a bracket that a row draws at its start; on phones it stands around cards. */
const BRACKETS = {
  begin: 'top-1/2 -bottom-px rounded-ss-1 border-t max-md:top-3',
  within: 'inset-y-0',
  end: 'top-0 bottom-1/2 rounded-es-1 border-b max-md:bottom-3',
} as const;

function bracketOf<T>(
  rows: readonly T[],
  at: number,
  groupOf: DataTableProps<T>['groupOf'],
): keyof typeof BRACKETS | null {
  const groupAt = (place: number): number | undefined => {
    const row = rows[place];
    return row === undefined ? undefined : groupOf?.(row);
  };
  const group = groupAt(at);
  if (group === undefined) return null;
  const [above, below] = [groupAt(at - 1) === group, groupAt(at + 1) === group];
  if (above && below) return 'within';
  return above ? 'end' : below ? 'begin' : null;
}

/**
 * The dense table of the terminal's account panel; on phones each row is a card, so that nothing of it is off the screen: its title,
 * below it the figures side by side, each under its name, and the buttons.
 */
export function DataTable<T>({ caption, columns, rows, keyOf, isFiguresOnly = false, groupOf }: DataTableProps<T>) {
  const box = useUncutFigures();
  const shape = (column: Column<T>) =>
    classNames(
      // By the side and not by the text's direction: digits have one of their own, and would leave their head in Persian.
      column.isEnd ? 'md:text-right md:rtl:text-left' : 'text-start',
      column.isExtra && 'md:max-lg:hidden',
      column.isLesser && 'md:@max-[1120px]:hidden',
      column.isLeast && 'md:@max-[1280px]:hidden',
      column.isRoomyOnly && 'md:in-data-[tight]:hidden md:@max-[820px]:hidden',
      column.isWideOnly && 'md:@max-[560px]:hidden',
      column.isPinned &&
        'md:sticky md:end-0 md:bg-surface md:before:absolute md:before:inset-y-0 md:before:start-0 md:before:w-px md:in-data-[wider]:before:bg-line',
    );
  // The roles are said because a card's display takes the table's own away.
  return (
    <div
      ref={box}
      className="scroll-quiet @container relative min-h-0 flex-1 overflow-auto"
      {...(isFiguresOnly ? { tabIndex: 0, role: 'region', 'aria-label': caption } : {})}
    >
      <table role="table" className="w-full border-collapse whitespace-nowrap max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr
            role="row"
            className="[&>th]:sticky [&>th]:top-0 [&>th]:z-[1] [&>th]:h-7 md:[@media(max-height:800px)]:[&>th]:h-6 [&>th]:bg-surface [&>th]:px-1.5 md:@max-[820px]:[&>th]:px-1 [&>th]:text-11 [&>th]:leading-3.5 md:in-data-[tight]:[&>th]:whitespace-normal [&>th]:font-normal [&>th]:text-faint [&>th:first-child]:ps-3 [&>th:last-child]:pe-3"
          >
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-pinned={column.isPinned ? '' : undefined}
                data-figure={column.isEnd && !column.isPinned ? '' : undefined}
                className={shape(column)}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {rows.map((row, at) => (
            <tr
              key={keyOf(row)}
              role="row"
              className="border-t border-grid hover:bg-hover max-md:relative max-md:grid max-md:grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] max-md:gap-x-3 max-md:gap-y-2 max-md:px-4 max-md:py-3 md:h-8 md:[&>td]:px-1.5 md:@max-[820px]:[&>td]:px-1 md:[&>td:first-child]:relative md:[&>td:first-child]:ps-3 md:[&>td:last-child]:pe-3"
            >
              {columns.map((column, place) => (
                <td
                  key={column.key}
                  role="cell"
                  data-pinned={column.isPinned ? '' : undefined}
                  className={classNames(
                    'max-md:flex max-md:min-w-0 max-md:whitespace-normal max-md:[&>*]:max-w-full',
                    column.isTitle || column.isPinned
                      ? 'max-md:col-span-full max-md:items-center max-md:gap-3'
                      : 'max-md:flex-col max-md:items-start',
                    column.isTitle && 'max-md:order-first max-md:text-14',
                    column.isPinned && 'max-md:justify-between',
                    column.isInCorner && 'max-md:absolute max-md:end-2 max-md:top-0.5',
                    shape(column),
                  )}
                >
                  {column.isTitle || column.isInCorner ? null : (
                    <span aria-hidden className="text-11 text-muted md:hidden">
                      {column.label}
                    </span>
                  )}
                  {place === 0 ? <Bracket part={bracketOf(rows, at, groupOf)} /> : null}
                  {column.cell(row, rows)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Bracket({ part }: { part: keyof typeof BRACKETS | null }) {
  if (part === null) return null;
  return <span aria-hidden className={classNames('absolute start-1 w-1.5 border-s border-accent', BRACKETS[part])} />;
}
