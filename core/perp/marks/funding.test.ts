/** Who pays funding and out of what (trading B10, E3). */
import { expect, test } from 'vitest';
import { codeOf } from '../../testing/exchange.ts';
import { BonusExchange } from '../../testing/bonus.ts';
import { TestPerps, text } from '../../testing/perps.ts';

const settle = (x: TestPerps): string => codeOf(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
const due = (x: TestPerps): void => {
  x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
  x.must(x.run({ kind: 'SettleFunding', symbol: 'BTCUSDT' }));
};

test('B10 an isolated payer pays from the available balance, then from the margin; the reserve of orders stays', () => {
  const x = new TestPerps({ interestRate: 30_000 });
  x.fund(1, 2_520);
  x.fund(2, 1_000_000);
  x.isolate(1);
  x.trade(1, 2, 50_000, 1);
  // 20 are left; an order needs 0.006 * 45 000 / 20 = 13.5 of them.
  const resting = x.buy(1, { price: 45_000, quantity: '0.006' });
  expect(x.available(1)).toBe('6.5');
  due(x);
  // Of 15, 6.5 come from the wallet and 8.5 from the margin.
  expect([x.wallet(1), text(x.position(1).margin)]).toEqual(['13.5', '2491.5']);
  expect(x.status(resting.orderId)).toBe('NEW');
});

test('B10 a payer whose wallet and margin are empty pays nothing; the fund pays instead', () => {
  const x = new TestPerps({ interestRate: 30_000, leverageDefault: 125, priceProtectScope: 90_000_000 });
  x.insure(1_000);
  x.fund(1, 400);
  x.fund(2, 1_000_000);
  x.isolate(1);
  x.trade(1, 2, 50_000, 1);
  x.moveMark(52_500);
  // Gains stand for the position: all margin may leave it.
  expect(x.moveMargin(1, 400, -1)).toBe('OK');
  const out = { asset: 'USDT', from: 'FUTURES', to: 'SPOT', amount: 40_000_000_000 } as const;
  expect(codeOf(x.run({ kind: 'Transfer', uid: 1, ...out, idempotency: { key: 'out', fingerprint: '' } }))).toBe('OK');
  due(x);
  expect([x.wallet(1), text(x.position(1).margin), text(x.position(1).funding)]).toEqual(['0', '0', '0']);
  // The receiver gets 0.03 % of 52 500 all the same.
  expect(x.house('INSURANCE')).toBe('984.25');
});

test('B10 missed funding intervals are not settled later', () => {
  const x = new TestPerps();
  const first = x.core.contract('BTCUSDT')!.nextFundingMs;
  const interval = 8 * 3_600_000;
  x.timeMs = first + 2 * interval + 5;
  expect([settle(x), settle(x)]).toEqual(['OK', 'FUNDING_NOT_DUE']);
  expect(x.core.contract('BTCUSDT')!.nextFundingMs).toBe(first + 3 * interval);
});

test('trading E3 funding that a margin pays is bonus first there too: the parts shrink, own margin stays', () => {
  const x = new BonusExchange({ leverageDefault: 10, interestRate: 30_000 }, 100);
  x.openBacked(60, 25);
  expect([x.wallet(1), x.bonus(1), text(x.position(1).margin)]).toEqual(['0', '5', '80']);
  // The free bonus backs an order, so nothing is available.
  x.buy(1, { price: 50, quantity: 1 });
  expect(x.available(1)).toBe('0');
  due(x);
  // 0.03 % of 800 is 0.24. When all is closed at 100, the own 60 are whole, and bonus paid.
  expect(text(x.position(1).margin)).toBe('79.76');
  x.trade(2, 1, 100, 8);
  expect([x.wallet(1), x.bonus(1)]).toEqual(['60', '24.76']);
});
