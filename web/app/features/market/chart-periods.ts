import type { KlineInterval } from '@agio/core/words';

interface Period {
  readonly interval: KlineInterval;
  /** How many klines of the interval make the period. */
  readonly klines: number;
  /** What stands under them. */
  readonly times: 'hours' | 'days' | 'months';
}

/** How far back the chart of a coin looks; as many klines as can be told apart on its width. */
export const PERIODS = {
  day: { interval: '15m', klines: 96, times: 'hours' },
  week: { interval: '2h', klines: 84, times: 'days' },
  month: { interval: '8h', klines: 90, times: 'days' },
  year: { interval: '3d', klines: 122, times: 'months' },
} as const satisfies Readonly<Record<string, Period>>;

export type PeriodName = keyof typeof PERIODS;
export const PERIOD_NAMES = ['day', 'week', 'month', 'year'] as const satisfies readonly PeriodName[];
export const FIRST_PERIOD: PeriodName = 'day';
