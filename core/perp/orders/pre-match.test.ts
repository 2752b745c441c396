/** The test just before a fill, and the one that starts a liquidation, at the very unit (trading B7, B11). */
import { expect, test } from 'vitest';
import { TestPerps } from '../../testing/perps.ts';

/** 1 rests a bid for 1 at 100; the mark moves and 2 sells into it. How the bid ended. */
function restingBid(own: string, mark: string, isolated: boolean, leverage: number, makerFeeRate: number): string {
  const x = new TestPerps({ leverageDefault: leverage, makerFeeRate, takerFeeRate: makerFeeRate / 2 }, 100);
  x.fund(1, own);
  x.fund(2, 1_000_000);
  if (isolated) x.isolate(1);
  const bid = x.buy(1, { price: 100, quantity: 1 });
  x.moveMark(mark);
  x.sell(2, { price: 100, quantity: 1 });
  return x.status(bid.orderId);
}

test('B7 cross: the fee of the fill counts in what must be left above the maintenance margin', () => {
  // 2 less a fee of 1 less a loss of 0.7: 0.3 does not stand against 0.3972.
  expect(restingBid('2', '99.3', false, 125, 1_000_000)).toBe('CANCELED NO_MARGIN');
  expect(restingBid('2', '99.5', false, 125, 1_000_000)).toBe('FILLED');
});

test('B7 isolated: own money must pay the margin and the fee', () => {
  // Accepted with a fee of 0.5 in reserve; the maker's is 1.
  expect(restingBid('10.9', '100', true, 10, 1_000_000)).toBe('CANCELED NO_MARGIN');
  expect(restingBid('11', '100', true, 10, 1_000_000)).toBe('FILLED');
});

test('B11 a scope whose equity is its maintenance margin is liquidated, one with a unit more is not', () => {
  for (const [own, steps] of [
    ['10160', ['STARTED', 'TAKEN_OVER']],
    ['10160.00000001', []],
  ] as const) {
    const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 });
    x.fund(1, own);
    x.fund(2, 1_000_000);
    x.trade(1, 2, 50_000, 1);
    // 40 000 at 0.4 % need 160; 10 000 are lost.
    x.moveMark(40_000);
    expect(x.told('Liquidated').map(({ step }) => step)).toEqual(steps);
  }
});

test.each([7, 8, 12])(
  'A2 a fill-or-kill order fills whole, whether its account has few orders or many: %s',
  (resting) => {
    const x = new TestPerps({ maxOpenOrders: 0, takerFeeRate: 50_000, leverageDefault: 10 });
    x.fund(1, 30_000);
    for (const uid of [2, 3]) {
      x.fund(uid, 1_000_000);
      x.leverage(uid, 5);
    }
    x.isolate(1);
    x.sell(3, { price: 50_000, quantity: 5 });
    x.buy(1, { price: 50_000, quantity: 5 });
    for (let at = 0; at < resting; at += 1) x.buy(1, { price: 40_000, quantity: '0.001' });
    x.mark(46_000);
    for (let at = 0; at < 5; at += 1) x.buy(2, { price: 45_000, quantity: 1 });
    // The margin pays the fees: each trial fill asks what is available beside the other orders.
    expect(x.sell(1, { price: 45_000, quantity: 5, tif: 'FOK' }).status).toBe('FILLED');
  },
);
