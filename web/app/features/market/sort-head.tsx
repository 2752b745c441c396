import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import type { SortOrder } from './sort-pairs.ts';

type SortHeadProps<Key extends string> = {
  readonly column: Key;
  readonly label: string;
  /** Without it and `onSort` the column cannot be sorted. */
  readonly sorting: { readonly key: string; readonly order: SortOrder } | undefined;
  readonly onSort: ((key: Key) => void) | undefined;
  readonly className?: string | undefined;
};

/** The head of a column by which a list can be sorted. */
export function SortHead<Key extends string>({ column, label, sorting, onSort, className }: SortHeadProps<Key>) {
  if (!sorting || !onSort)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  const isSorted = sorting.key === column;
  const Icon = !isSorted ? ChevronsUpDown : sorting.order === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={isSorted ? sorting.order : undefined} className={className}>
      <button
        type="button"
        onClick={() => onSort(column)}
        className={classNames('inline-flex items-center gap-1', isSorted && 'text-fg')}
      >
        {label}
        <Icon aria-hidden className={classNames('size-3 max-[379px]:hidden', isSorted && 'text-accent')} />
      </button>
    </th>
  );
}
