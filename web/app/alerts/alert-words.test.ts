import type { FiredAlert } from '@agio/contracts/http/alerts';
import { expect, test } from 'vitest';
import type { Translate } from '../i18n/translator.ts';
import { alertMarketWords, firedWords } from './alert-words.ts';

const t = ((key: string, values?: Record<string, string>) =>
  key === 'frame.perpetual' ? 'Perpetual' : [key, ...Object.values(values ?? {})].join(' ')) as unknown as Translate;
const bare = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
const sol = { base: 'SOL', quote: 'USDT', priceDecimals: 2 };
const markets = new Map([
  ['spot SOLUSDT', sol],
  ['futures SOLUSDT', sol],
]);
const fired = { id: 1, symbol: 'SOLUSDT', direction: 'ABOVE', price: '200', lastPrice: '200.5', time: 1 } as const;
const titleOf = (market: FiredAlert['market'], of = markets) =>
  bare(firedWords(t, { ...fired, market } as FiredAlert, of).title);

test('R24 what an alert told says whether it was the perpetual or the spot market of a coin', () => {
  expect(titleOf('SPOT')).toBe('alerts.rose SOL/USDT 200.50 USDT');
  expect(titleOf('FUTURES')).toBe('alerts.rose SOLUSDT Perpetual 200.50 USDT');
  // Where the markets could not be read the symbols are the same.
  expect(titleOf('FUTURES', new Map())).toBe('alerts.rose SOLUSDT Perpetual 200.5');
  expect(alertMarketWords(t, markets, { market: 'FUTURES', symbol: 'SOLUSDT' })).toBe('SOLUSDT Perpetual');
});
