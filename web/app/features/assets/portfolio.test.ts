import type { Capital } from '@agio/contracts/http/futures-shapes';
import { expect, test } from 'vitest';
import type { Balance, Ticker } from '../../api/types.ts';
import { portfolioOf } from './portfolio.ts';
import { cutInCoin } from './shown-values.ts';

const tickers = new Map([['BTCUSDT', { symbol: 'BTCUSDT', lastPrice: '97142.6', changePercent: '1.84' } as Ticker]]);
const balance = (asset: string, wallet: 'SPOT' | 'FUTURES', available: string, locked = '0'): Balance => ({
  asset,
  wallet,
  available,
  locked,
});

const shown = { cut: cutInCoin };

test('every total comes from one set of holdings', () => {
  const balances = [
    balance('USDT', 'SPOT', '100.5', '50'),
    balance('USDT', 'FUTURES', '10'),
    balance('BTC', 'SPOT', '0.25'),
  ];
  const portfolio = portfolioOf({ balances, tickers, capital: null, shown });
  expect(portfolio.walletTotals).toEqual({ SPOT: '24436.15', FUTURES: '10' });
  expect(portfolio.total).toBe('24446.15');
  expect(portfolio.holdings.map((holding) => holding.asset)).toEqual(['BTC', 'USDT']);
  expect(portfolio.holdings[1]).toMatchObject({ total: '160.5', available: '110.5', locked: '50' });
});

test('an asset without a price has no value rather than 0', () => {
  const [holding] = portfolioOf({
    balances: [balance('XYZ', 'SPOT', '5')],
    tickers,
    capital: null,
    shown,
  }).holdings;
  expect(holding?.value).toBeNull();
});

const capital = {
  asset: 'USDT',
  balance: '60',
  available: '30',
  crossUnPNLSum: '-5',
  isolatedUnPNLSum: '2',
  crossMarginSum: '20',
  isolatedMarginSum: '40',
  frozen: '5',
  expMoney: '0',
} as Capital;

test('E7 B6 in use is what positions and orders hold, and the result of isolated positions is a part of its own', () => {
  const balances = [balance('USDT', 'SPOT', '100', '10'), balance('USDT', 'FUTURES', '60')];
  const portfolio = portfolioOf({ balances, tickers, capital, shown });
  expect(portfolio.walletTotals).toEqual({ SPOT: '110', FUTURES: '97' });
  expect(portfolio.total).toBe('207');
  expect(portfolio.heldInOrders).toBe('10');
  // 65 of margin: 20 of cross positions, 40 of isolated ones, 5 of orders.
  expect(portfolio.holdings[0]).toMatchObject({ total: '207', available: '130', locked: '75', unrealised: '2' });
});

test('E7 bonus is neither available nor in use', () => {
  const withBonus = { ...capital, available: '37', expMoney: '7' };
  const { holdings } = portfolioOf({ balances: [], tickers, capital: withBonus, shown });
  expect(holdings[0]).toMatchObject({ total: '97', available: '30', locked: '65', unrealised: '2' });
});

test('E7 a wallet that owes while bonus carries it has nothing less than nothing in use', () => {
  const owing = { ...capital, balance: '-50', crossUnPNLSum: '10', isolatedUnPNLSum: '0', isolatedMarginSum: '0' };
  const carried = { ...owing, available: '40', expMoney: '100' };
  const { holdings } = portfolioOf({ balances: [], tickers, capital: carried, shown });
  expect(holdings[0]).toMatchObject({ total: '-40', available: '0', locked: '0', unrealised: '-40' });
});

test('E7 orders of isolated margin alone are in use too', () => {
  const ordersAlone = {
    ...capital,
    crossMarginSum: '0',
    isolatedMarginSum: '0',
    crossUnPNLSum: '0',
    isolatedUnPNLSum: '0',
  };
  const { holdings } = portfolioOf({ balances: [], tickers, capital: { ...ordersAlone, available: '55' }, shown });
  expect(holdings[0]).toMatchObject({ total: '60', available: '55', locked: '5', unrealised: '0' });
});

test('E7 what is shown adds up: every part is cut once', () => {
  const balances = [
    balance('USDT', 'SPOT', '10.009', '5.009'),
    balance('BTC', 'SPOT', '0.00001', '0.00001'),
    balance('USDT', 'FUTURES', '1.009'),
  ];
  const { holdings, ...sums } = portfolioOf({ balances, tickers, capital: null, shown });
  expect(sums).toEqual({
    total: '17.94',
    totalInCoin: '17.94',
    walletTotals: { SPOT: '16.94', FUTURES: '1' },
    heldInOrders: '5.97',
    freeInSpot: '10.97',
  });
  expect(holdings.map(({ shownValue }) => shownValue)).toEqual(['16', '1.94']);
});
