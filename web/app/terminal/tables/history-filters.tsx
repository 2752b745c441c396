import { Download, ListFilter } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { SIDES } from '@agio/core/words';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Popover } from '../../../ui/popover.tsx';
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
 * Market, side and days of a history, and the file of all that they find, in one row: below it is little room for rows. Where the row has
 * no room for the fields, they are behind one button that says how many are set.
 */
export function HistoryFilters({ isSaving, onSave, start, ...offered }: HistoryFiltersProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  const isFolded = useIsFolded(row);
  const count = filterCount(offered.filter, { hasMarket: !offered.isOneMarket, hasSide: offered.hasSide });
  const folded = (
    <Button size="xs">
      <ListFilter aria-hidden className="size-3.5" />
      {t('terminal.history.filter')}
      {count === 0 ? null : <bdi className="num rounded-full bg-accent-tint px-1.5 text-11 text-accent">{count}</bdi>}
    </Button>
  );
  return (
    <div
      ref={row}
      role="search"
      aria-label={t('terminal.history.filters')}
      className="@container flex flex-none items-center gap-x-3 overflow-hidden border-b border-grid px-3 py-1 max-md:gap-2 max-md:px-4 max-md:py-2"
    >
      {start ? <div className="flex flex-none">{start}</div> : null}
      {isFolded ? (
        <Popover trigger={folded} label={t('terminal.history.filters')} hasField={false}>
          {() => (
            <div className="num grid max-w-[calc(100vw-2rem)] grid-cols-2 items-end gap-2 p-2 text-12 [&>.invisible]:hidden [&>button]:col-span-full [&>span]:grid [&>span]:gap-0.5">
              <Fields {...offered} />
            </div>
          )}
        </Popover>
      ) : (
        <Fields {...offered} />
      )}
      <Button
        size="xs"
        className="ms-auto flex-none max-md:min-w-11"
        busy={isSaving}
        disabled={onSave === undefined}
        onClick={onSave}
      >
        <Download aria-hidden className="size-3.5" />
        <span className="@max-[30rem]:sr-only max-md:sr-only">{t('terminal.history.save')}</span>
      </Button>
    </div>
  );
}

/**
 * Folded once they are wider than their row, and in it again when it is as wide as they were. Not while one of them has the focus, which
 * would be lost with it.
 */
function useIsFolded(row: RefObject<HTMLDivElement | null>): boolean {
  const [neededPx, setNeededPx] = useState<number | null>(null);
  useLayoutEffect(() => {
    const box = row.current!;
    const measure = () =>
      setNeededPx((needed) => {
        if (needed !== null) return box.clientWidth >= needed ? null : needed;
        return box.scrollWidth > box.clientWidth && !isInFolded(document.activeElement) ? box.scrollWidth : null;
      });
    const left = ({ relatedTarget }: FocusEvent) => isInFolded(relatedTarget as Element | null) || measure();
    box.addEventListener('focusout', left);
    const sizes = new ResizeObserver(measure);
    for (const part of [box, ...box.children]) sizes.observe(part);
    return () => {
      sizes.disconnect();
      box.removeEventListener('focusout', left);
    };
  });
  return neededPx !== null;
}

/** `data-folds`: what is not in the row when it is folded. */
const isInFolded = (element: Element | null): boolean => element !== null && element.closest('[data-folds]') !== null;

function Fields({
  filter,
  onChange,
  isOneMarket,
  hasSide,
  sideNames,
}: Omit<HistoryFiltersProps, 'isSaving' | 'onSave' | 'start'>) {
  const { t } = useTranslation();
  const { tickers, markets } = useTerminalMarket();
  const symbols = [...useStore(tickers).keys()].toSorted();
  const nameOf = (wanted: string) => markets.list.find(({ symbol }) => symbol === wanted)?.name ?? wanted;
  const change = (part: Partial<HistoryFilter>) => onChange({ ...filter, ...part });
  const clear = ({ currentTarget, detail }: MouseEvent) => {
    onChange(NO_FILTER);
    // Pressed with a key: the button is gone now, and the focus goes back to the first field.
    if (detail === 0)
      currentTarget.parentElement?.querySelector<HTMLElement>('[data-folds] :is(select, input)')?.focus();
  };
  return (
    <>
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
      {/* Its room is kept, so that the first choice moves nothing. */}
      <Button
        size="xs"
        look="ghost"
        className={classNames('flex-none', !isFiltered(filter) && 'invisible')}
        data-folds
        onClick={clear}
      >
        {t('terminal.history.clear')}
      </Button>
    </>
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
    <span data-folds className="flex flex-none items-center gap-1.5 text-muted">
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
    <span data-folds className="flex flex-none items-center gap-1.5 text-muted">
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
