import { ChevronDown } from 'lucide-react';

type UnitSelectProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  /** What stands in the field: a coin, where the options are whole words. */
  readonly unit: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
};

/** The unit of a field where a person may choose it: the browser's own list lies over the coin, so it takes no place of its own. */
export function UnitSelect<T extends string>({ label, value, unit, options, onChange }: UnitSelectProps<T>) {
  return (
    <span className="relative flex h-full items-center gap-0.5 rounded-4 ps-1 has-focus-visible:outline-2 has-focus-visible:outline-accent">
      {unit}
      <ChevronDown aria-hidden className="size-3" />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
        className="absolute inset-y-0 -start-2 -end-2.5 cursor-pointer appearance-none opacity-0 [&>option]:bg-overlay [&>option]:text-fg"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
