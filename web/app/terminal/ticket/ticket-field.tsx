import { Minus, Plus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FieldError } from '../../../ui/text-field.tsx';
import { useTypedNumber } from '../../../ui/use-typed-number.ts';
import { type Step, stepped } from './stepped.ts';

type TicketFieldProps = {
  readonly label: string;
  /** Undefined where the field is too narrow for it; it is the placeholder then. */
  readonly unit?: ReactNode;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly end?: ReactNode;
  readonly placeholder?: string;
  /** On phones, where typing hides half of the page, it can be changed by buttons too. */
  readonly step?: Step | undefined;
};

/** A number of the ticket, with groups of thousands while it is typed: label inside, unit behind; below it in words what is wrong with it. */
export function TicketField({ label, unit, value, error, onChange, end, placeholder, step }: TicketFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { isFull, field } = useTypedNumber(value, onChange);
  const hint = isFull ? t('common.number_length') : null;
  return (
    <div>
      <div className="field-well flex h-11 items-center ps-2.5 md:h-9 md:[@container_ticket_(max-height:640px)]:h-8">
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
        {unit === undefined ? null : (
          <span
            className={classNames(
              'flex h-full min-w-[42px] items-center justify-end pe-2.5 text-muted',
              step && end !== undefined && 'max-[359px]:hidden',
            )}
          >
            {unit}
          </span>
        )}
        {step === undefined ? null : (
          <span className="flex self-stretch md:hidden">
            <StepButton
              label={t('terminal.ticket.step_down', { field: label })}
              onStep={() => onChange(stepped(value, step, -1))}
            >
              <Minus aria-hidden className="size-4" />
            </StepButton>
            <StepButton
              label={t('terminal.ticket.step_up', { field: label })}
              onStep={() => onChange(stepped(value, step, 1))}
            >
              <Plus aria-hidden className="size-4" />
            </StepButton>
          </span>
        )}
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

type StepButtonProps = { readonly label: string; readonly onStep: () => void; readonly children: ReactNode };

function StepButton({ label, onStep, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onStep}
      className="grid w-11 place-items-center border-s border-line text-muted"
    >
      {children}
    </button>
  );
}
