import { CircleAlert } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.ts';

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
  readonly isLabelHidden?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
};

/** A labelled input whose error stands at the field in words. */
export function TextField({ label, error, hint, icon, end, isLabelHidden, className, ref, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-13 font-medium text-muted'}>
        {label}
      </label>
      <span className="field-well flex h-11 items-center gap-2 px-3 text-faint">
        {icon}
        <input
          {...input}
          id={id}
          ref={ref}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteOf({ id, error, hint })}
          className="h-full min-w-0 flex-1 text-14 text-fg"
        />
        {end}
      </span>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}

type FieldNoteProps = { readonly id: string; readonly error: string | undefined; readonly hint: ReactNode };

/** Below the field `id`: what is wrong with it, else what helps. `noteOf` names it for the field. */
export function FieldNote({ id, error, hint }: FieldNoteProps) {
  if (error) return <FieldError id={`${id}-error`} text={error} />;
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className="mt-1.5 text-12 text-muted">
      {hint}
    </p>
  );
}

/** The id of the field's note, for `aria-describedby`. */
export function noteOf({ id, error, hint }: FieldNoteProps): string | undefined {
  return error ? `${id}-error` : hint ? `${id}-hint` : undefined;
}

export function FieldError({ id, text, className }: { id?: string; text: string; className?: string }) {
  return (
    <p id={id} role="alert" className={classNames('mt-1.5 flex items-start gap-1.5 text-12 text-urgent', className)}>
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {text}
    </p>
  );
}
