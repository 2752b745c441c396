import { expect, test } from 'vitest';
import { groupsOf, searchable, type FoundCoin, type FoundContract, type FoundPair } from './search-results.ts';

const pair = (base: string, quote: string, baseName: string) =>
  ({ symbol: base + quote, base, quote, baseName }) as FoundPair;
const contract = (base: string) => ({ symbol: `${base}USDT`, base, quote: 'USDT' }) as FoundContract;
const coin = (name: string, fullName: string): FoundCoin => ({ name, fullName });
const pages = [
  { path: '/service/handling-fee', name: 'کارمزد معاملات' },
  { path: '/market', name: 'بازارها' },
];
const all = searchable(
  {
    spot: [pair('BTC', 'USDT', 'Bitcoin'), pair('ETH', 'USDT', 'Ethereum'), pair('ETH', 'BTC', 'Ethereum')],
    futures: [contract('BTC'), contract('ETH')],
    coins: [coin('BTC', 'Bitcoin'), coin('ETH', 'Ethereum'), coin('USDT', 'Tether')],
  },
  pages,
  (asset) => (asset === 'BTC' ? 'بیت\u200cکوین' : ''),
);
const shown = (text: string, recent: readonly string[] = []) =>
  groupsOf(all, text, recent).map(({ kind, results }) => [kind, ...results.map(({ id }) => id.split(' ')[1])]);

test('C30 the search finds markets, contracts and coins, those that begin with the text first', () => {
  expect(shown('btc')).toEqual([
    ['spot', 'BTCUSDT', 'ETHBTC'],
    ['futures', 'BTCUSDT'],
    ['coins', 'BTC'],
  ]);
  expect(shown('ether')).toEqual([
    ['spot', 'ETHUSDT', 'ETHBTC'],
    ['futures', 'ETHUSDT'],
    ['coins', 'ETH'],
  ]);
  expect(shown(' eth/btc ')).toEqual([['spot', 'ETHBTC']]);
});

test('C30 pages are found by their name in the reader’s language and by their address', () => {
  expect(shown('کارمزد')).toEqual([['pages', '/service/handling-fee']]);
  expect(shown('fee')).toEqual([['pages', '/service/handling-fee']]);
  expect(shown('handling')).toEqual([['pages', '/service/handling-fee']]);
});

test('C30 a coin and its markets are found by its name in the reader’s language, however its parts are joined and its letters typed', () => {
  const bitcoin = [
    ['spot', 'BTCUSDT'],
    ['futures', 'BTCUSDT'],
    ['coins', 'BTC'],
  ];
  for (const text of ['بیت\u200cکوین', 'بیت کوین', 'بیتکوین', 'بيت كوين', 'بیت']) expect(shown(text)).toEqual(bitcoin);
});

test('a coin without a market of its own has no page and is not found', () => {
  expect(shown('tether')).toEqual([]);
});

test('without a text come what was chosen last, as far as it still exists, and the first markets', () => {
  expect(shown('', ['coins ETH', 'spot GONEUSDT', 'pages /market'])).toEqual([
    ['recent', 'ETH', '/market'],
    ['spot', 'BTCUSDT', 'ETHUSDT', 'ETHBTC'],
    ['futures', 'BTCUSDT', 'ETHUSDT'],
  ]);
});

test.each([
  ['insurence', 'another letter'],
  ['insurace', 'one missing'],
  ['insurrance', 'one too many'],
  ['insuracne', 'two that changed places'],
  ['insurence fund', 'beside a right word'],
])('C30 a longer word is found with one wrong letter: %s, %s', (text) => {
  const found = searchable(undefined, [{ path: '/service/insurance-fund', name: 'Insurance fund' }], () => '');
  expect(groupsOf(found, text, []).map(({ kind }) => kind)).toEqual(['pages']);
});

test('C30 two wrong letters and short words with a wrong one find nothing', () => {
  expect([shown('bitkoyn'), shown('btx'), shown('etz')]).toEqual([[], [], []]);
  expect(shown('bitcoyn')).toEqual([
    ['spot', 'BTCUSDT'],
    ['futures', 'BTCUSDT'],
    ['coins', 'BTC'],
  ]);
});
