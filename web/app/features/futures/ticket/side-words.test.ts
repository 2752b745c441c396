import { expect, test } from 'vitest';
import type { Translate } from '../../../i18n/translator.ts';
import { sendWords, sideWords } from './side-words.ts';

const t: Translate = (key, values) => `${key} ${Object.values(values ?? {}).join(' ')}`.trim();

test('R24 in hedge mode a side is called by what it does, with the size in the order of the language', () => {
  const named = (isClosing: boolean, isOneWay: boolean) => sideWords(t, 'BUY', { isClosing }, isOneWay);
  expect([named(false, false), named(true, false)]).toEqual(['terminal.open_BUY', 'terminal.close_BUY']);
  expect([named(false, true), named(true, true)]).toEqual(['futures.side_BUY', 'futures.side_BUY']);
  const sent = (isClosing: boolean, isOneWay: boolean) => sendWords(t, 'SELL', '1 BTC', { isClosing }, isOneWay);
  expect([sent(false, false), sent(true, false)]).toEqual([
    'futures.send_open_SELL 1 BTC',
    'futures.send_close_SELL 1 BTC',
  ]);
  expect(sent(false, true)).toBe('futures.side_SELL 1 BTC');
});
