import type { ReactNode } from 'react';
import { TicketField } from '../ticket/ticket-field.tsx';

type AmendFieldsProps<Field extends string> = {
  /** Those that the order has, in the order in which they are asked for. */
  readonly fields: readonly Field[];
  readonly labels: Readonly<Record<Field, readonly [label: string, unit: ReactNode]>>;
  readonly values: Readonly<Partial<Record<Field, string>>>;
  readonly errorOf: (field: Field) => string | undefined;
  readonly onChange: (field: Field, value: string) => void;
};

/** The numbers of an order that can be changed, of either kind of market. */
export function AmendFields<Field extends string>({
  fields,
  labels,
  values,
  errorOf,
  onChange,
}: AmendFieldsProps<Field>) {
  return fields.map((field) => {
    const [label, unit] = labels[field];
    return (
      <TicketField
        key={field}
        label={label}
        unit={unit}
        value={values[field] ?? ''}
        error={errorOf(field)}
        onChange={(value) => onChange(field, value)}
      />
    );
  });
}
