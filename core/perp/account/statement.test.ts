/** The statement of a margin wallet through bonus, vouchers, settlements and debts (trading C2, E3, E6). */
import { expect, test } from 'vitest';
import { units } from '../../testing/exchange.ts';
import { entriesOf } from './statement.ts';
import { statements } from '../../testing/statement-sum.ts';
import { TestPerps, text } from '../../testing/perps.ts';

function house(x: TestPerps, fields: object): void {
  x.must(x.run({ ...fields, idempotency: { key: `s${x.core.lastSeq}`, fingerprint: '' } } as never));
}

function exchange(changes: object = {}, mark = 100): TestPerps {
  const x = new TestPerps({ leverageDefault: 10, priceProtectScope: 90_000_000, ...changes }, mark);
  for (const pool of ['BONUS_POOL', 'PRIZE_POOL', 'INSURANCE']) {
    house(x, { kind: 'ContributeCapital', asset: 'USDT', amount: units(10_000) });
    house(x, { kind: 'FundPool', pool, asset: 'USDT', amount: units(10_000) });
  }
  x.fund(2, 1_000_000);
  return x;
}

function grant(x: TestPerps, amount: number): void {
  const none = { mode: 'BONUS_FIRST', ratio: 0, minOwnFunds: 0, maxLeverage: 0, symbols: [], source: '' };
  const life = { grantId: 5, uid: 1, expiresAtMs: x.timeMs + 86_400_000 };
  house(x, { kind: 'GrantBonus', ...life, asset: 'USDT', amount: units(amount), ...none });
}

/** Of user 1's futures wallet: type and amount. */
const entries = (x: TestPerps): string[] =>
  x.events
    .flatMap((event) => entriesOf(event, 'USDT'))
    .filter(({ uid, wallet }) => uid === 1 && wallet === 'FUTURES')
    .map(({ type, amount }) => `${type} ${text(amount)}`);

function expectAddedUp(x: TestPerps): void {
  const { told, held } = statements(x.core, x.events);
  expect(told).toEqual(held);
}

test('trading E3 a liquidation shows the whole loss and what bonus paid of it', () => {
  const x = exchange();
  x.fund(1, 60);
  grant(x, 50);
  x.isolate(1);
  x.sell(2, { price: 100, quantity: 8 });
  x.buy(1, { price: 100, quantity: 8 });
  expectAddedUp(x);
  x.buy(2, { price: '90.1', quantity: 100 });
  x.moveMark('90.1');
  expect(entries(x)).toEqual(['TRANSFER 60', 'REALISED -79.2', 'BONUS 50']);
  expectAddedUp(x);
});

test('trading A5.8, trading E3: fees show what a voucher and bonus paid of them', () => {
  const x = exchange({ takerFeeRate: 1_000_000 });
  x.fund(1, 500);
  grant(x, 30);
  const terms = { coin: 'USDT', amount: units(10), ratio: 50_000_000, maxPerUse: 0, products: ['FUTURES'] };
  house(x, { kind: 'GrantFeeVoucher', voucherId: 7, uid: 1, ...terms, symbols: [], expiresAtMs: x.timeMs + 60_000 });
  x.sell(2, { price: 100, quantity: 5 });
  x.buy(1, { price: 100, quantity: 5 });
  expect(entries(x)).toEqual(expect.arrayContaining(['FEE -5', 'FEE_VOUCHER 2.5', 'BONUS 2.5']));
  expectAddedUp(x);
});

test('trading E6 what the position of a voucher won is an entry of the futures wallet', () => {
  const x = exchange({}, 60_000);
  x.sell(2, { price: 60_000, quantity: 1 });
  const voucher = { voucherId: 5, uid: 1, symbol: 'BTCUSDT', side: 'BUY', leverage: 10, amount: units(30) };
  house(x, { kind: 'OpenVoucherPosition', ...voucher });
  x.moveMark(62_000);
  x.must(x.run({ kind: 'SetContractStatus', symbol: 'BTCUSDT', status: 'SETTLED' }));
  expect(entries(x)).toEqual(['VOUCHER_PROFIT 10']);
  expectAddedUp(x);
});

test('trading C4.17 a debt that the fund covers, prizes, claw-backs and corrections are entries too', () => {
  const x = exchange({ takerFeeRate: 0 }, 50_000);
  x.addContract('ETHUSDT');
  x.mark(1_000, 'ETHUSDT');
  x.fund(1, 6_000);
  house(x, { kind: 'PayPrize', prizeId: 1, uid: 1, wallet: 'FUTURES', asset: 'USDT', amount: units(20) });
  house(x, { kind: 'ClawBackPrize', prizeId: 1, uid: 1, wallet: 'FUTURES', asset: 'USDT', amount: units(5) });
  const sides = [
    { uid: 1, account: 'FUTURES', amount: -units(15) },
    { uid: 0, account: 'HOUSE', amount: units(15) },
  ];
  const words = { correctionId: 1, corrects: 'PRIZE 1', reason: 'wrong user', asset: 'USDT' };
  house(x, { kind: 'PostCorrection', ...words, entries: sides });
  x.trade(1, 2, 50_000, 1);
  x.trade(1, 2, 1_000, 1, 'ETHUSDT');
  x.timeMs += 61_000;
  x.must(x.run({ kind: 'TickMark', symbol: 'ETHUSDT', sources: [] }));
  x.moveMark(40_000);
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) x.must(x.run({ kind: 'SetContractStatus', symbol, status: 'SETTLED' }));
  expect(entries(x)).toEqual([
    'TRANSFER 6000',
    'PRIZE 20',
    'PRIZE_CLAW_BACK -5',
    'CORRECTION -15',
    'REALISED -10000',
    'DEBT_COVERED 4000',
  ]);
  expectAddedUp(x);
});
