import { formatNumber } from '../../../ui/format.ts';

/** What is wrong with one field of a ticket. */
export interface Problem<Field extends string, Reason extends string> {
  readonly field: Field;
  /** The last part of the key of its sentence. */
  readonly reason: Reason;
  readonly values: Readonly<Record<string, string>>;
}

/** A problem whose sentence may need no values. */
export type Found<P extends { readonly values: unknown }> = Omit<P, 'values'> & { readonly values?: P['values'] };

/** The first problem of each field, in the given order. */
export function firstProblems<Field extends string, Reason extends string>(
  all: readonly Found<Problem<Field, Reason>>[],
): readonly Problem<Field, Reason>[] {
  const first = new Map<Field, Problem<Field, Reason>>();
  for (const { field, reason, values = {} } of all) if (!first.has(field)) first.set(field, { field, reason, values });
  return [...first.values()];
}

/** The values of a sentence as the rest of the ticket writes them: 9000000 is 9,000,000. Names of coins stay. */
export function groupedValues(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const grouped = ([name, value]: [string, string]) =>
    [name, /^\d+(\.\d+)?$/.test(value) ? formatNumber(value, value.split('.')[1]?.length ?? 0) : value] as const;
  return Object.fromEntries(Object.entries(values).map(grouped));
}
