import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../../ui/text-field.tsx';
import { cleanTypedNumber, type TypedNumber } from '../../../../ui/format.ts';

type TicketFieldProps = {
  readonly label: string;
  readonly unit: ReactNode;
  readonly value: string;
  readonly decimals: number;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly end?: ReactNode;
  readonly placeholder?: string;
};

/** A number of the ticket: label inside, unit behind; below it in words its error and what was typed but does not count. */
export function TicketField({ label, unit, value, decimals, error, onChange, end, placeholder }: TicketFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [hasCommaHint, setHasCommaHint] = useState(false);
  const [cut, setCut] = useState<TypedNumber['cut']>(null);
  const hint = cut
    ? t(`spot.ticket.cut_${cut}`, { decimals: String(decimals) })
    : hasCommaHint
      ? t('common.comma_hint')
      : null;
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
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${error ? `${id}-error` : ''} ${hint ? `${id}-hint` : ''}`.trim() || undefined}
          onChange={(event) => {
            const typed = cleanTypedNumber(event.target.value, decimals);
            // The comma itself is gone with the next key: the hint stays until the field is empty.
            setHasCommaHint((had) => typed.commaHint || (had && typed.value !== ''));
            setCut(typed.cut);
            onChange(typed.value);
          }}
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
