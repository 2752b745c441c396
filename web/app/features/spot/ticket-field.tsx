import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/text-field.tsx';
import { cleanTypedNumber } from '../../../ui/format.ts';

type TicketFieldProps = {
  readonly label: string;
  readonly unit: ReactNode;
  readonly value: string;
  readonly decimals: number;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly end?: ReactNode;
};

/** A number of the ticket: label inside, unit behind, its error below in words. */
export function TicketField({ label, unit, value, decimals, error, onChange, end }: TicketFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [hasCommaHint, setHasCommaHint] = useState(false);
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
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${error ? `${id}-error` : ''} ${hasCommaHint ? `${id}-hint` : ''}`.trim() || undefined}
          onChange={(event) => {
            const typed = cleanTypedNumber(event.target.value, decimals);
            // The comma itself is gone with the next key: the hint stays until the field is empty.
            setHasCommaHint((had) => typed.commaHint || (had && typed.value !== ''));
            onChange(typed.value);
          }}
          className="num h-full min-w-0 flex-1 px-2 text-end text-16 font-medium md:text-13"
        />
        <span className="flex min-w-[42px] items-center justify-end pe-2.5 text-muted">{unit}</span>
        {end}
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} className="mt-1 text-11" /> : null}
      {hasCommaHint ? (
        <p id={`${id}-hint`} className="mt-1 text-11 text-warn">
          {t('common.comma_hint')}
        </p>
      ) : null}
    </div>
  );
}
