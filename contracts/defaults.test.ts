import { expect, test } from 'vitest';
import { DEFAULTS } from './defaults.ts';
import { searchSpot } from './http/markets.ts';

test.each([
  ['USD', DEFAULTS.quoteCurrency],
  ['USDT', DEFAULTS.spotQuote],
  ['BTCUSDT', DEFAULTS.futuresSymbol],
  [2, DEFAULTS.fiatPrecision],
  ['America/New_York', DEFAULTS.timeZone],
  ['dark', DEFAULTS.theme],
  ['en-us', DEFAULTS.language],
])('K2 the default %s', (expected, actual) => expect(actual).toBe(expected));

test('K2 the default time zone is one that clocks know', () => {
  expect(new Intl.DateTimeFormat('en', { timeZone: DEFAULTS.timeZone }).resolvedOptions().timeZone).toBe(
    DEFAULTS.timeZone,
  );
});

test('K5 a list has pages of 20, the ended token splashes of 5', () => {
  expect(DEFAULTS.pageSize).toBe(20);
  expect(DEFAULTS.endedSplashPageSize).toBe(5);
  expect(searchSpot.query.parse({}).pageSize).toBe(20);
});
