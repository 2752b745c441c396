import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A native checkbox, so that it works in forms and by every assistive technology; only its box is drawn. */
export function Checkbox({ checked, onChange, disabled, className, children }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-6 cursor-pointer items-center gap-2 whitespace-nowrap max-md:min-h-11',
        disabled && 'opacity-50',
        className,
      )}
    >
      <input
        type="checkbox"
        className="peer sr-only"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden
        className="grid size-3.5 shrink-0 place-items-center rounded-[3px] border border-line-field text-transparent peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
      >
        <Check className="size-2.5" strokeWidth={3.5} />
      </span>
      {children}
    </label>
  );
}
