import { Download, ListFilter } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { SIDES } from '@agio/core/words';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Side } from '../../api/types.ts';
import { useStore } from '../../live-views/use-store.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import { filterCount, isFiltered, NO_FILTER, type HistoryFilter } from './history-filter.ts';

/** Earlier years are half-typed ones (0202 on the way to 2026). */
const FIRST_DAY = '1970-01-01';

export type SideNames = Readonly<Record<Side, string>>;

type HistoryFiltersProps = {
  readonly filter: HistoryFilter;
  readonly onChange: (filter: HistoryFilter) => void;
  /** The panel shows one market only: there is none to choose. */
  readonly isOneMarket: boolean;
  readonly hasSide: boolean;
  readonly sideNames: SideNames | undefined;
  readonly isSaving: boolean;
  /** Undefined while there is nothing to save. */
  readonly onSave: (() => void) | undefined;
  readonly start: ReactNode;
};

/**
 * Market, side and days of a history, and the file of all that they find. On a phone they are folded behind one button, or no row would be
 * in sight below them.
 */
export function HistoryFilters({
  filter,
  onChange,
  isOneMarket,
  hasSide,
  sideNames,
  isSaving,
  onSave,
  start,
}: HistoryFiltersProps) {
  const { t } = useTranslation();
  const { tickers, markets } = useTerminalMarket();
  const symbols = [...useStore(tickers).keys()].toSorted();
  const nameOf = (wanted: string) => markets.list.find(({ symbol }) => symbol === wanted)?.name ?? wanted;
  const [isOpen, setIsOpen] = useState(false);
  const fields = useId();
  const count = filterCount(filter, { hasMarket: !isOneMarket, hasSide });
  const change = (part: Partial<HistoryFilter>) => onChange({ ...filter, ...part });
  return (
    <div
      role="search"
      aria-label={t('terminal.history.filters')}
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-grid px-3 py-1 max-md:gap-2 max-md:px-4 max-md:py-2"
    >
      {start ? <div className="flex max-md:flex-1">{start}</div> : null}
      <Button
        size="xs"
        className="md:hidden max-md:h-11"
        aria-expanded={isOpen}
        aria-controls={fields}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ListFilter aria-hidden className="size-3.5" />
        {t('terminal.history.filter')}
        {count === 0 ? null : <bdi className="num rounded-full bg-accent-tint px-1.5 text-11 text-accent">{count}</bdi>}
      </Button>
      <div
        id={fields}
        className={classNames(
          'md:contents max-md:w-full max-md:gap-2',
          isOpen ? 'max-md:grid max-md:grid-cols-2' : 'max-md:hidden',
        )}
      >
        {isOneMarket ? null : (
          <Choice label={t('terminal.market')} value={filter.symbol} onChange={(symbol) => change({ symbol })}>
            {(symbols.includes(filter.symbol) || filter.symbol === '' ? symbols : [filter.symbol, ...symbols]).map(
              (symbol) => (
                <option key={symbol} value={symbol}>
                  {nameOf(symbol)}
                </option>
              ),
            )}
          </Choice>
        )}
        {hasSide ? (
          <Choice
            label={t('terminal.ticket.side')}
            value={filter.side}
            onChange={(value) => change({ side: SIDES.find((side) => side === value) ?? '' })}
          >
            {SIDES.map((side) => (
              <option key={side} value={side}>
                {sideNames?.[side] ?? t(`terminal.side_${side}`)}
              </option>
            ))}
          </Choice>
        ) : null}
        <Day
          label={t('terminal.history.from')}
          value={filter.from}
          max={filter.to}
          onChange={(from) => change({ from })}
        />
        <Day label={t('terminal.history.to')} value={filter.to} min={filter.from} onChange={(to) => change({ to })} />
        {isFiltered(filter) ? (
          <Button size="xs" look="ghost" onClick={() => onChange(NO_FILTER)}>
            {t('terminal.history.clear')}
          </Button>
        ) : null}
        <Button
          size="xs"
          className="ms-auto max-md:col-span-full max-md:ms-0 max-md:h-11"
          busy={isSaving}
          disabled={onSave === undefined}
          onClick={onSave}
        >
          <Download aria-hidden className="size-3.5" />
          {t('terminal.history.save')}
        </Button>
      </div>
    </div>
  );
}

const WELL = 'field-well inline-flex h-6 min-w-0 items-center px-1.5 text-12 text-fg max-md:h-11 max-md:text-16';

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function Choice({ label, value, onChange, children }: FieldProps & { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <span className="flex items-center gap-1.5 text-muted max-md:grid max-md:gap-0.5">
      <label htmlFor={id}>{label}</label>
      <span className={WELL}>
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="w-full [&>option]:bg-overlay [&>option]:text-fg"
        >
          <option value="">{t('terminal.history.all')}</option>
          {children}
        </select>
      </span>
    </span>
  );
}

function Day({ label, value, min, max, onChange }: FieldProps & { readonly min?: string; readonly max?: string }) {
  const id = useId();
  return (
    <span className="flex items-center gap-1.5 text-muted max-md:grid max-md:gap-0.5">
      <label htmlFor={id}>{label}</label>
      <span className={WELL}>
        <input
          id={id}
          type="date"
          value={value}
          min={min || FIRST_DAY}
          max={max || undefined}
          onChange={(event) => onChange(event.target.value)}
          className="w-full"
        />
      </span>
    </span>
  );
}
