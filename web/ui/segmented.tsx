import { classNames } from './class-names.ts';

export type Option<T extends string> = { readonly value: T; readonly label: string; readonly disabled?: boolean };

type SegmentedProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
};

/** One of a few, all visible. Native radios: arrow keys and forms work by themselves. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: SegmentedProps<T>) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames('inline-flex gap-0.5 rounded-1 border border-line bg-well p-px', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'relative flex-1 cursor-pointer rounded-[3px] px-2 text-center text-12 leading-[22px] font-medium whitespace-nowrap max-md:min-w-11 max-md:leading-10 pointer-coarse:leading-10 has-focus-visible:outline-2 has-focus-visible:outline-accent',
            option.value === value ? 'bg-overlay text-fg ring-1 ring-line-strong' : 'text-muted hover:text-fg',
            option.disabled && 'cursor-not-allowed opacity-40',
          )}
        >
          <input
            type="radio"
            className="sr-only"
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
