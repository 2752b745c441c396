import { expect, test } from 'vitest';
import type { Holding } from './portfolio.ts';
import { shownHoldings } from './shown-holdings.ts';

const holding = (asset: string, value: string | null): Holding => ({
  asset,
  total: '1',
  available: '1',
  locked: '0',
  unrealised: '0',
  byWallet: { SPOT: '1' },
  price: value,
  changePercent: null,
  value,
  shownValue: value,
});
const HOLDINGS = [
  holding('BTC', '25000.5'),
  holding('USDT', '1'),
  holding('DOGE', '0.99999999'),
  holding('XYZ', null),
  holding('ETH', '0'),
];
const NAMES: Readonly<Record<string, string>> = { BTC: 'Bitcoin', DOGE: 'Dogecoin', ETH: 'Ethereum' };
const shown = (text: string, hidesSmall = false): string[] =>
  shownHoldings(HOLDINGS, { text, hidesSmall }, (asset) => NAMES[asset]).map(({ asset }) => asset);

test('R22 a coin is found by a part of its code or of its name, in any case, with spaces around', () => {
  expect(shown('')).toEqual(['BTC', 'USDT', 'DOGE', 'XYZ', 'ETH']);
  expect(shown(' coin ')).toEqual(['BTC', 'DOGE']);
  expect(shown('usd')).toEqual(['USDT']);
  expect(shown('ETHER')).toEqual(['ETH']);
  expect(shown('nothing like it')).toEqual([]);
});

test('R22 small balances are those worth less than 1 USDT; what has no price is not called small', () => {
  expect(shown('', true)).toEqual(['BTC', 'USDT', 'XYZ']);
  expect(shown('doge', true)).toEqual([]);
});
