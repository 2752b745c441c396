import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { classNames } from './class-names.ts';

type ComboboxFieldProps = {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly maxLength?: number;
  /** Id of the listbox; its options have the ids that `optionId` gives by their place. */
  readonly list: string;
  readonly count: number;
  /** The options are on their way: the arrow keys count, however few there are. */
  readonly isPending?: boolean;
  /** Place of the option that Enter chooses. */
  readonly active: number;
  readonly onMove: (place: number) => void;
  readonly onChoose: () => void;
  readonly hasFocus?: boolean;
  readonly className: string;
  readonly iconClassName: string;
  readonly inputClassName: string;
};

export const optionId = (list: string, place: number): string => `${list}-${place}`;

/** A field that finds options in the list below it: the focus stays in the field, the arrow keys move through the list, Enter chooses. */
export function ComboboxField({
  list,
  count,
  isPending = false,
  active,
  onChange,
  onMove,
  onChoose,
  ...props
}: ComboboxFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the typing of a Chinese or Japanese word chooses nothing yet.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onChoose();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    onMove(Math.max(0, isPending ? active + step : Math.min(count - 1, active + step)));
  };
  return (
    <span className={classNames('field-well flex items-center', props.className)}>
      <Search aria-hidden className={props.iconClassName} />
      <input
        autoFocus={props.hasFocus}
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active < count ? optionId(list, active) : undefined}
        aria-label={props.label}
        placeholder={props.placeholder}
        autoComplete="off"
        maxLength={props.maxLength}
        value={props.value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={classNames('h-full min-w-0 flex-1 text-fg', props.inputClassName)}
      />
    </span>
  );
}
