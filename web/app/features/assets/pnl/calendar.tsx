import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { iconButtonClass } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { directionClass } from '../../../../ui/price.tsx';
import { formatSigned, shownSign } from '../../../../ui/format.ts';
import { intlTag } from '../../../i18n/intl-tag.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { signedShort } from '../signed-short.ts';
import { DayDetails } from './day-details.tsx';
import { COVERED } from '../../../figures/covered.ts';
import { resultOf, shiftMonth, weeksOf, type PnlDay, type Scope } from './pnl-days.ts';

type CalendarProps = {
  readonly month: string;
  readonly days: readonly PnlDay[];
  readonly today: string;
  readonly scope: Scope;
  readonly isHidden: boolean;
  /** Address of this page with another month. */
  readonly pathOf: (month: string) => string;
};

/** A month, day by day. Arrow keys, Home and End move from day to day. */
export function Calendar({ month, days, today, scope, isHidden, pathOf }: CalendarProps) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const byDay = new Map(days.map((day) => [day.day, day]));
  const inMonth = [...byDay.keys()];
  const [chosen, setChosen] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const current = chosen !== null && byDay.has(chosen) ? chosen : (inMonth.at(-1) ?? null);
  const move = (event: KeyboardEvent) => {
    const target = keyTarget(event, inMonth, current);
    if (target === null) return;
    event.preventDefault();
    setChosen(target);
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${target}"]`)?.focus();
  };
  const date = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlTag(locale.tag), { ...options, calendar: 'gregory', timeZone: 'UTC' }).format(
      Date.parse(day),
    );
  const title = date(`${month}-01`, { month: 'long', year: 'numeric' });
  const weeks = weeksOf(month);
  return (
    <>
      <div className="flex items-center gap-1 px-2 md:px-3">
        <MonthLink to={pathOf(shiftMonth(month, -1))} label={t('pnl.month_before')}>
          <ChevronLeft aria-hidden className="flip size-4" />
        </MonthLink>
        <h2 aria-live="polite" className="min-w-36 text-center text-14 font-semibold first-letter:uppercase">
          {title}
        </h2>
        <MonthLink to={month < today.slice(0, 7) ? pathOf(shiftMonth(month, 1)) : null} label={t('pnl.month_after')}>
          <ChevronRight aria-hidden className="flip size-4" />
        </MonthLink>
      </div>
      <table
        ref={grid}
        onKeyDown={move}
        aria-label={title}
        className="w-full table-fixed border-separate border-spacing-0.5 px-1 md:border-spacing-1 md:px-3"
      >
        <thead>
          <tr>
            {weeks[1]!.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={date(day!, { weekday: 'long' })}
                className="h-7 text-11 font-medium text-faint"
              >
                {date(day!, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, at) => (
            <tr key={at}>
              {week.map((day, weekday) => (
                <td key={day ?? weekday} className="p-0">
                  {day === null ? null : (
                    <DayCell
                      day={day}
                      known={byDay.get(day)}
                      scope={scope}
                      isHidden={isHidden}
                      isToday={day === today}
                      isCurrent={day === current}
                      name={date(day, { dateStyle: 'long' })}
                      onChoose={() => setChosen(day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {current === null ? null : (
        <DayDetails
          day={byDay.get(current)!}
          name={date(current, { dateStyle: 'long' })}
          isToday={current === today}
          isHidden={isHidden}
        />
      )}
    </>
  );
}

/** Where a key leads from a day; null: it is no key of the calendar, or there is nothing in that direction. */
function keyTarget(event: KeyboardEvent, days: readonly string[], current: string | null): string | null {
  const isMirrored = document.documentElement.dir === 'rtl';
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: isMirrored ? 1 : -1,
    ArrowRight: isMirrored ? -1 : 1,
    ArrowUp: -7,
    ArrowDown: 7,
  };
  if (event.key === 'Home') return days[0] ?? null;
  if (event.key === 'End') return days.at(-1) ?? null;
  const step = steps[event.key];
  return step === undefined || current === null ? null : (days[days.indexOf(current) + step] ?? null);
}

function MonthLink({ to, label, children }: { to: string | null; label: string; children: React.ReactNode }) {
  if (to === null)
    return (
      <span aria-hidden className={iconButtonClass('opacity-40 max-md:size-11')}>
        {children}
      </span>
    );
  return (
    <Link to={to} preventScrollReset aria-label={label} title={label} className={iconButtonClass('max-md:size-11')}>
      {children}
    </Link>
  );
}

type DayCellProps = {
  readonly day: string;
  /** Undefined: a day to come. */
  readonly known: PnlDay | undefined;
  readonly scope: Scope;
  readonly isHidden: boolean;
  readonly isToday: boolean;
  readonly isCurrent: boolean;
  /** In words. */
  readonly name: string;
  readonly onChoose: () => void;
};

function DayCell({ day, known, scope, isHidden, isToday, isCurrent, name, onChoose }: DayCellProps) {
  const { t } = useTranslation();
  const number = (
    <span className={classNames('text-12', isToday && 'font-bold text-accent')}>{Number(day.slice(8))}</span>
  );
  if (!known) return <span className="grid h-12 content-start ps-1.5 pt-1 text-faint md:h-14">{number}</span>;
  const result = resultOf(known, scope);
  const direction = result === null ? 0 : shownSign(result, 2);
  const said = result === null ? t('pnl.no_figure') : isHidden ? COVERED : `${formatSigned(result, 2)} USDT`;
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={isCurrent}
      onClick={onChoose}
      className={classNames(
        'relative grid h-12 w-full content-between overflow-hidden rounded-1 border px-0.5 py-0.5 text-start sm:px-1 md:h-14 md:px-1.5 md:py-1',
        direction > 0 ? 'bg-up-tint' : direction < 0 ? 'bg-down-tint' : 'bg-well',
        isCurrent ? 'border-accent' : 'border-transparent hover:border-line-strong',
      )}
    >
      {/* What is read aloud is text of its own: the short figures of a cell are not part of the whole ones. */}
      <span className="sr-only">{`${name}: ${said}`}</span>
      <span aria-hidden="true">{number}</span>
      <span
        aria-hidden="true"
        className={classNames('text-end text-11 font-medium sm:text-12', directionClass(direction))}
      >
        {result === null ? (
          <span className="text-faint">–</span>
        ) : (
          <bdi>{isHidden ? COVERED : signedShort(result)}</bdi>
        )}
      </span>
    </button>
  );
}
