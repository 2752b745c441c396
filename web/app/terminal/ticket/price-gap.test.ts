import { afterEach, describe, expect, test } from 'vitest';
import { usePreferences } from '../../choices/preferences.ts';
import { gapOf, priceGap, questionOf } from './price-gap.ts';

test.each([
  ['0.005', '0.006', '0.00601'],
  ['0.05', '0.0575', '0.05751'],
  ['0.5', '0.55', '0.5501'],
  ['5', '5.3', '5.31'],
  ['50', '52', '52.01'],
  ['500', '512.5', '512.6'],
  ['5000', '5075', '5075.1'],
  ['50000', '50500', '50500.1'],
])('K3 at a last price of %s, a buy at %s passes and one at %s asks', (last, near, far) => {
  expect(priceGap({ side: 'BUY', price: near }, last)).toBeNull();
  expect(priceGap({ side: 'BUY', price: far }, last)).not.toBeNull();
});

test('K3 a sell far below the market asks as well, and says how far; without a price there is no question', () => {
  expect(priceGap({ side: 'SELL', price: '90000' }, '100000')).toEqual({ percent: '10.0', isAbove: false });
  expect(priceGap({ side: 'BUY', price: '150000' }, '100000')).toEqual({ percent: '50.0', isAbove: true });
  for (const [price, last] of [
    ['1', '0'],
    ['1', ''],
    ['', '1'],
    ['1,5', '1'],
  ] as const)
    expect(priceGap({ side: 'BUY', price }, last)).toBeNull();
});

test('K3 an order on the side that waits for the market is not questioned', () => {
  expect(priceGap({ side: 'BUY', price: '50000' }, '100000')).toBeNull();
  expect(priceGap({ side: 'SELL', price: '150000' }, '100000')).toBeNull();
});

describe('which orders are asked about before they are sent', () => {
  const limit = (price: string) => ({ type: 'LIMIT', side: 'BUY' as const, price });
  const market = { type: 'MARKET', side: 'BUY' as const, price: '' };
  afterEach(() => usePreferences.setState({ confirms: 'danger' }));

  test('of itself: a far price, and a market order that the book fills far from the last price', () => {
    expect(questionOf(limit('100'), '', '100')).toBeNull();
    expect(questionOf(limit('150'), '', '100')).toMatchObject({ kind: 'price', gap: { percent: '50.0' } });
    expect(questionOf(market, '100.1', '100')).toBeNull();
    expect(questionOf(market, '110', '100')).toMatchObject({ kind: 'average', price: '', gap: { isAbove: true } });
    // What waits for its trigger may stand where it likes.
    expect(questionOf({ ...limit('150'), type: 'STOP_LIMIT' }, '', '100')).toBeNull();
  });

  test('every order for who wants to look first, none for who never wants to', () => {
    usePreferences.setState({ confirms: 'always' });
    expect(questionOf(limit('100'), '', '100')).toEqual({
      kind: 'plain',
      side: 'BUY',
      price: '100',
      gap: null,
    });
    expect(questionOf(limit('150'), '', '100')?.kind).toBe('price');
    usePreferences.setState({ confirms: 'never' });
    expect(questionOf(limit('150'), '', '100')).toBeNull();
    expect(questionOf(market, '110', '100')).toBeNull();
  });
});

test('K3 while the question stands its gap is that of the prices of now', () => {
  const market = { type: 'MARKET', side: 'BUY' as const, price: '' };
  expect([gapOf(market, '110', '100')?.percent, gapOf(market, '105', '100')?.percent]).toEqual(['10.0', '5.0']);
  expect(gapOf(market, '100.1', '100')).toBeNull();
  expect(gapOf({ ...market, type: 'STOP', price: '150' }, '150', '100')).toBeNull();
});
