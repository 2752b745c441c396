/** Which days and months of results are shown, and what they add up to. Days are text such as 2026-02-28, in UTC; amounts exact. */
import type { DataOf } from '@agio/contracts/calls';
import { DAY_MS } from '@agio/contracts/durations';
import { decimal, formatUnits } from '../../../../ui/decimal.ts';

export type PnlDay = DataOf<'GET /web/account/pnl/days'>['days'][number];

/** Of all that one has, or of the futures wallet alone. */
export const SCOPES = ['account', 'futures'] as const;
export type Scope = (typeof SCOPES)[number];

export const RANGES = ['7', '30', '90', '365'] as const;
/** In days. */
export type Range = (typeof RANGES)[number];

const SCALE = 18;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const FIRST_MONTH = '1970-01';
const WEEK = 7;

export const dayText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);

/** The day `count` days later; a negative count goes back. */
export const shiftDay = (day: string, count: number): string => dayText(timeOf(day) + count * DAY_MS);

/** The month of an address, such as 2026-02; this month where it names none, or one to come. */
export function readMonth(given: string | null, today: string): string {
  const now = today.slice(0, 7);
  return given !== null && MONTH.test(given) && given >= FIRST_MONTH && given <= now ? given : now;
}

export function shiftMonth(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  return { from: `${month}-01`, to: shiftDay(`${shiftMonth(month, 1)}-01`, -1) };
}

/** The days of a month by weeks that begin on Mondays; null where a week reaches into another month. */
export function weeksOf(month: string): (string | null)[][] {
  const { from, to } = daysOfMonth(month);
  const before = (new Date(timeOf(from)).getUTCDay() + 6) % WEEK;
  const count = Number(to.slice(8));
  const cells = Math.ceil((before + count) / WEEK) * WEEK;
  const days = Array.from({ length: cells }, (_, at) =>
    at < before || at >= before + count ? null : shiftDay(from, at - before),
  );
  return Array.from({ length: cells / WEEK }, (_, week) => days.slice(week * WEEK, (week + 1) * WEEK));
}

/** What a day earned; null where that is not known. */
export const resultOf = (day: PnlDay, scope: Scope): string | null => (scope === 'account' ? day.pnl : day.futures.pnl);

/** Null if none of the results is known. */
export function sumOf(results: readonly (string | null)[]): string | null {
  const known = results.filter((result) => result !== null);
  if (known.length === 0) return null;
  return formatUnits(
    known.reduce((sum, result) => sum + decimal(result, SCALE), 0n),
    SCALE,
  );
}

export interface CurvePoint {
  readonly day: string;
  /** Of the day, or of all days up to it; null where the day has none. */
  readonly amount: string | null;
}

/** From the first day that has a result on, at most `range` days; days without a result stay empty and add nothing. */
export function curveOf(days: readonly PnlDay[], scope: Scope, range: Range, isCumulative: boolean): CurvePoint[] {
  const begun = days.findIndex(({ equity, pnl }) => equity !== null || pnl !== null);
  const shown = begun < 0 ? [] : days.slice(Math.max(begun, days.length - Number(range)));
  let sum = 0n;
  return shown.map((day) => {
    const result = resultOf(day, scope);
    if (result === null || !isCumulative) return { day: day.day, amount: result };
    sum += decimal(result, SCALE);
    return { day: day.day, amount: formatUnits(sum, SCALE) };
  });
}
