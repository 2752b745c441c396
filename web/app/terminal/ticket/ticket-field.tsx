import { useId, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { FieldError } from '../../../ui/text-field.tsx';
import { useTypedNumber } from '../../../ui/use-typed-number.ts';

type TicketFieldProps = {
  readonly label: string;
  readonly unit: ReactNode;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly end?: ReactNode;
  readonly placeholder?: string;
};

/** A number of the ticket, with groups of thousands while it is typed: label inside, unit behind; below it in words what is wrong with it. */
export function TicketField({ label, unit, value, error, onChange, end, placeholder }: TicketFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { isFull, field } = useTypedNumber(value, onChange);
  const hint = isFull ? t('common.number_length') : null;
  return (
    <div>
      <div className="field-well flex h-11 items-center ps-2.5 md:h-9">
        <label htmlFor={id} className="whitespace-nowrap text-muted">
          {label}
        </label>
        <input
          id={id}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          {...field}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${error ? `${id}-error` : ''} ${hint ? `${id}-hint` : ''}`.trim() || undefined}
          className="num h-full min-w-0 flex-1 px-2 text-right text-16 font-medium placeholder:font-normal placeholder:text-faint rtl:text-left md:text-13"
        />
        <span className="flex min-w-[42px] items-center justify-end pe-2.5 text-muted">{unit}</span>
        {end}
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} className="mt-1 text-11" /> : null}
      {hint ? (
        <p id={`${id}-hint`} role="status" className="mt-1 text-11 text-warn">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
