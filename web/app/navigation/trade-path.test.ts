import { expect, test } from 'vitest';
import { terminalOf, terminalPath, tradePath } from './trade-path.ts';

const visit = { here: '/assets', last: '/contract-trade/SOLUSDT', isLoggedIn: true };

test('the tab Trade leads to the market that was looked at last, spot or perpetual', () => {
  expect(tradePath(visit)).toBe('/contract-trade/SOLUSDT');
  expect(tradePath({ ...visit, last: terminalPath('spot', 'ETHUSDT') })).toBe('/spot-trade/ETHUSDT');
  // On the market itself it stays there.
  expect(tradePath({ ...visit, here: '/contract-trade/SOLUSDT' })).toBe('/contract-trade/SOLUSDT');
});

test('on a page of a terminal without the kept market it leads to the first market of that terminal', () => {
  expect(tradePath({ ...visit, here: '/spot-trade/NONEUSDT' })).toBe('/spot-trade');
  expect(terminalOf('/spot-trader')).toBeUndefined();
});

test('what older pages kept leads to the terminal, and what is no address of one is not believed', () => {
  expect(tradePath({ ...visit, last: '/contract-trade' })).toBe('/contract-trade');
  for (const last of ['', 'https://evil.example', '//evil.example', '/spot-trade/../x', '/login'])
    expect(tradePath({ ...visit, last })).toBe('/spot-trade');
});

test('N11 a visitor is not led to a contract that asks for a log-in', () => {
  expect(tradePath({ ...visit, isLoggedIn: false })).toBe('/contract-trade');
  expect(tradePath({ ...visit, isLoggedIn: false, last: '/spot-trade/ETHUSDT' })).toBe('/spot-trade/ETHUSDT');
});
