import { ChevronDown } from 'lucide-react';
import { useId, type SelectHTMLAttributes, type ReactNode } from 'react';

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  readonly label: string;
  readonly children: ReactNode;
};

/** The browser's own list: it works by keyboard, by voice and with the phone's wheel. */
export function SelectField({ label, className, children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-13 font-medium text-muted">
        {label}
      </label>
      <span className="field-well relative flex h-11 items-center">
        <select
          {...select}
          id={id}
          className="h-full w-full appearance-none ps-3 pe-9 text-14 text-fg [&>option]:bg-overlay [&>option]:text-fg"
        >
          {children}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-3 size-4 text-muted" />
      </span>
    </div>
  );
}
