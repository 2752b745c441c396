import { ChevronDown } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { tabClass } from '../../../ui/tabs.tsx';

interface TypeChoice<T extends string> {
  readonly value: T;
  readonly label: string;
}

type TypeTabsProps<T extends string> = {
  readonly value: T;
  readonly plain: readonly TypeChoice<T>[];
  /** Those that wait for a price. */
  readonly waiting: readonly TypeChoice<T>[];
  /** Tabs behind that list. */
  readonly last?: readonly TypeChoice<T>[];
  readonly onChange: (type: T) => void;
};

/** The plain types of order as tabs; those that wait for a price share one, the browser's own list. */
export function TypeTabs<T extends string>({ value, plain, waiting, last = [], onChange }: TypeTabsProps<T>) {
  const { t } = useTranslation();
  const waits = waiting.some((choice) => choice.value === value);
  const tab = (choice: TypeChoice<T>) => (
    <button
      key={choice.value}
      type="button"
      aria-pressed={choice.value === value}
      onClick={() => onChange(choice.value)}
      className={classNames(tabClass(choice.value === value), 'flex-none')}
    >
      {choice.label}
    </button>
  );
  return (
    <div
      data-toast-below
      role="group"
      aria-label={t('terminal.ticket.type')}
      className="scroll-quiet flex h-11 flex-none gap-4 overflow-x-auto overflow-y-hidden border-b border-line px-3 md:h-9 md:[@container_ticket_(max-height:640px)]:h-8"
    >
      {plain.map(tab)}
      <span
        className={classNames(
          tabClass(waits),
          'flex-none has-focus-visible:outline-2 has-focus-visible:outline-accent',
        )}
      >
        <select
          aria-label={t('terminal.ticket.conditional_type')}
          value={waits ? value : ''}
          onChange={(event) => onChange(event.target.value as T)}
          className="h-full cursor-pointer appearance-none field-sizing-content bg-transparent pe-5 outline-none [&>option]:bg-overlay [&>option]:text-fg"
        >
          <option value="" hidden>
            {t('terminal.ticket.conditional')}
          </option>
          {waiting.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-0 size-3.5" />
      </span>
      {last.map(tab)}
    </div>
  );
}
