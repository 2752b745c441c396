import { Search } from 'lucide-react';

type FindFieldProps = { readonly label: string; readonly value: string; readonly onChange: (text: string) => void };

/** A search field that filters the list below it while one types. */
export function FindField({ label, value, onChange }: FindFieldProps) {
  return (
    <label className="field-well flex h-11 min-w-0 flex-1 items-center gap-2 px-2.5 md:h-8 md:w-48 md:flex-none">
      <Search aria-hidden className="size-4 flex-none text-faint" />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={label}
        className="h-full min-w-0 flex-1 text-13 text-fg"
      />
    </label>
  );
}
