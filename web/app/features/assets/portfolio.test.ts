import type { Capital } from '@agio/contracts/http/futures-shapes';
import { expect, test } from 'vitest';
import type { Balance, Ticker } from '../../api/types.ts';
import { portfolioOf } from './portfolio.ts';

const tickers = new Map([['BTCUSDT', { symbol: 'BTCUSDT', lastPrice: '97142.6', changePercent: '1.84' } as Ticker]]);
const balance = (asset: string, wallet: 'SPOT' | 'FUTURES', available: string, locked = '0'): Balance => ({
  asset,
  wallet,
  available,
  locked,
});

test('every total comes from one set of holdings', () => {
  const portfolio = portfolioOf(
    [balance('USDT', 'SPOT', '100.5', '50'), balance('USDT', 'FUTURES', '10'), balance('BTC', 'SPOT', '0.25')],
    tickers,
  );
  expect(portfolio.walletTotals).toEqual({ SPOT: '24436.15', FUTURES: '10' });
  expect(portfolio.total).toBe('24446.15');
  expect(portfolio.holdings.map((holding) => holding.asset)).toEqual(['BTC', 'USDT']);
  expect(portfolio.holdings[1]).toMatchObject({ total: '160.5', available: '110.5', locked: '50' });
});

test('an asset without a price has no value rather than 0', () => {
  const [holding] = portfolioOf([balance('XYZ', 'SPOT', '5')], tickers).holdings;
  expect(holding?.value).toBeNull();
});

test('E7 the futures wallet counts with its equity and the margin of isolated positions', () => {
  const capital = {
    asset: 'USDT',
    balance: '60',
    available: '30',
    crossUnPNLSum: '-5',
    isolatedUnPNLSum: '2',
    crossMarginSum: '20',
    isolatedMarginSum: '40',
    frozen: '0',
  } as Capital;
  const balances = [balance('USDT', 'SPOT', '100', '10'), balance('USDT', 'FUTURES', '60')];
  const portfolio = portfolioOf(balances, tickers, capital);
  expect(portfolio.walletTotals).toEqual({ SPOT: '110', FUTURES: '97' });
  expect(portfolio.total).toBe('207');
  expect(portfolio.heldInOrders).toBe('10');
  expect(portfolio.holdings[0]).toMatchObject({ total: '207', available: '130', locked: '77' });
});
