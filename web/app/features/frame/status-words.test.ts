import { expect, test } from 'vitest';
import type { MarketStatusNotice } from '@agio/contracts/http/alerts';
import type { Translate } from '../../i18n/translator.ts';
import type { FilledMarket } from '../../live/own-fills.ts';
import { statusWords } from './status-words.ts';

const t = ((key: string) => (key === 'frame.perpetual' ? 'Perpetual' : key)) as unknown as Translate;
const listed = { base: 'BTC', quote: 'USDT' } as FilledMarket;
const nameOf = (market: MarketStatusNotice['market'], known: FilledMarket | undefined = listed) =>
  statusWords(t, { market, symbol: 'BTCUSDT', status: 'HALT' } as unknown as MarketStatusNotice, known).name;

test('the halt of a perpetual says that it is one, known or not: its symbol alone reads as the spot market', () => {
  expect(nameOf('SPOT')).toBe('BTC/USDT');
  expect(nameOf('FUTURES')).toBe('BTCUSDT Perpetual');
  expect(nameOf('FUTURES', undefined)).toBe('BTCUSDT Perpetual');
});
