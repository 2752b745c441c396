import { useId, type ReactNode, type TextareaHTMLAttributes } from 'react';
import { FieldNote, noteOf } from './text-field.tsx';

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
};

/** A labelled field of several lines, which grows with its text; its error stands at the field in words. */
export function TextArea({ label, error, hint, ...field }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-13 font-medium text-muted">
        {label}
      </label>
      <span className="field-well flex px-3 py-2">
        <textarea
          rows={3}
          dir="auto"
          {...field}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteOf({ id, error, hint })}
          className="field-sizing-content max-h-60 min-h-16 min-w-0 flex-1 resize-none bg-transparent text-14 text-fg outline-none"
        />
      </span>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}
