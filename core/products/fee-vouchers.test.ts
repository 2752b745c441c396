/** Fee vouchers in the fills of the spot markets (trading A5.8, C2). */
import { expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { units } from '../testing/exchange.ts';
import { big, DAY, ProductExchange } from '../testing/products.ts';

const FEES = { stepSize: 1_000, makerFeeRate: 80_000, takerFeeRate: 100_000 } as const;

/** Maker 1 sells, taker 2 buys; PRIZE_POOL holds 1,000. */
function exchange(changes: object = FEES): ProductExchange {
  const x = new ProductExchange(changes);
  x.fund(1, 2);
  x.fill('PRIZE_POOL', 1_000);
  return x;
}

function trade(x: ProductExchange, price: string | number, quantity: string | number): (number | undefined)[] {
  x.sell(1, { price, quantity });
  x.buy(2, { price, quantity });
  const { makerVoucher, takerVoucher } = x.trades().at(-1)!;
  return [makerVoucher, takerVoucher];
}

test('X-C1 A5.8 each side’s voucher credits its part in quote, in the trade’s own transfer', () => {
  const x = exchange();
  for (const uid of [1, 2])
    expect(x.do('GrantFeeVoucher', { voucherId: uid, uid, amount: units('0.2') })).toBe(units('0.2'));
  const before = [1, 2].map((uid) => x.available(uid, 'USDT'));
  expect(trade(x, '30000.12', '0.01537')).toEqual([units('0.18444074'), units('0.2')]);
  expect(x.trades()[0]).toMatchObject({ makerFee: units('0.36888148'), takerFee: 1_537, makerFeeAsset: 'USDT' });
  expect(x.available(1, 'USDT') - before[0]!).toBe(big('460.73296292') + big('0.18444074'));
  expect(before[1]! - x.available(2, 'USDT')).toBe(big('461.1018444') - big('0.2'));
  expect(x.held(1, 'FEE_VOUCHER:1')).toBe(big('0.2') - big('0.18444074'));
  expect(x.held(2, 'FEE_VOUCHER:2')).toBe(0n);
  expect([x.fees(), x.fees('BTC')]).toEqual([big('0.36888148'), 1_537n]);
  const told = x.events.flatMap((e) =>
    e.kind === 'FeeVoucherChanged' ? [`${e.voucherId} ${e.status} ${e.left}`] : [],
  );
  expect(told.slice(2)).toEqual([`1 ACTIVE ${units('0.2') - units('0.18444074')}`, '2 USED 0']);
});

test('growth E17 A5.8 a voucher of 10 at one half covers 4 of a fee of 8, then 6 of one of 20, and is used', () => {
  const x = exchange({ ...FEES, makerFeeRate: 1_000_000 });
  x.do('GrantFeeVoucher', { voucherId: 1, uid: 1, amount: units(10) });
  expect(trade(x, 800, 1)[0]).toBe(units(4));
  expect(trade(x, 2_000, 1)[0]).toBe(units(6));
  expect(trade(x, 2_000, 1)[0]).toBeUndefined();
});

test('growth E18 A5.8 a fill uses the one that expires first, then the higher ratio, then the smaller id', () => {
  const x = exchange();
  const soon = x.timeMs + DAY;
  x.do('GrantFeeVoucher', { voucherId: 1, amount: 500_000, expiresAtMs: soon + 1 });
  x.do('GrantFeeVoucher', { voucherId: 5, amount: 500_000, ratio: 20_000_000, expiresAtMs: soon });
  x.do('GrantFeeVoucher', { voucherId: 4, amount: 500_000, expiresAtMs: soon });
  x.do('GrantFeeVoucher', { voucherId: 3, amount: 500_000, expiresAtMs: soon });
  // 1 at 100 is a maker fee of 0.08: far more than a voucher holds.
  const used = [1, 2, 3, 4].map(() => {
    trade(x, 100, 1);
    return x.last('FeeVoucherChanged')?.voucherId;
  });
  expect(used).toEqual([3, 4, 5, 1]);
});

test.each([
  ['of another product', { products: ['FUTURES'] }],
  ['of another market', { symbols: ['ETHUSDT'] }],
  ['in another coin', { coin: 'BTC' }],
] as const)('A5.8 a voucher %s pays nothing', (_, request) => {
  const x = exchange();
  x.fill('PRIZE_POOL', 1, 'BTC');
  expect(x.do('GrantFeeVoucher', { voucherId: 1, amount: 1_000, ...request })).toBe(1_000);
  expect(trade(x, 100, 1)).toEqual([undefined, undefined]);
});

test('A5.8 a market that it names, its limit per use, and fees in quote', () => {
  const x = exchange({ ...FEES, feeMode: 'QUOTE' });
  for (const uid of [1, 2])
    x.do('GrantFeeVoucher', { voucherId: uid, uid, amount: units(1), maxPerUse: units('0.03'), symbols: ['BTCUSDT'] });
  expect(trade(x, 100, 1)).toEqual([units('0.03'), units('0.03')]);
  expect(trade(x, 10, 1)).toEqual([units('0.004'), units('0.005')]);
});

test('A5.8 a rebate to a maker, or a fee too small for a unit, uses no voucher', () => {
  const x = exchange({ ...FEES, makerFeeRate: -10_000 });
  x.do('GrantFeeVoucher', { voucherId: 1, uid: 1, amount: units(1) });
  x.do('GrantFeeVoucher', { voucherId: 2, uid: 2, amount: units(1), ratio: 1 });
  expect(trade(x, '0.01', '0.001')).toEqual([undefined, undefined]);
  expect([x.held(1, 'FEE_VOUCHER:1'), x.held(2, 'FEE_VOUCHER:2')]).toEqual([big(1), big(1)]);
});

test('A5.8 it pays until the stamp before its end, and then goes back to the pool', () => {
  const x = exchange();
  x.do('GrantFeeVoucher', { voucherId: 1, amount: units(1) });
  x.do('GrantFeeVoucher', { voucherId: 2, amount: units(1), expiresAtMs: x.timeMs + DAY + 5 });
  x.do('GrantFeeVoucher', { voucherId: 3, uid: 2, amount: units(1) });
  x.do('GrantFeeVoucher', { voucherId: 4, uid: 5, amount: units(1) });
  x.timeMs += DAY - 1;
  expect(trade(x, 100, 1)[0]).toBe(units('0.04'));
  x.timeMs += 1;
  expect(trade(x, 100, 1)).toEqual([units('0.04'), undefined]);
  expect(x.last('FeeVoucherChanged')?.voucherId).toBe(2);
  x.clock(0);
  const ended = x.events.flatMap((e) =>
    e.kind === 'FeeVoucherChanged' && e.status !== 'ACTIVE' ? [[e.voucherId, e.status]] : [],
  );
  expect(ended).toEqual([
    [1, 'USED'],
    [3, 'USED'],
    [4, 'EXPIRED'],
  ]);
  // Voucher 3 paid 0.05 of the first fill's fee in base, valued at 100.
  expect(x.held(0, 'PRIZE_POOL')).toBe(big(1_000) - big(1) - big('0.04') - big('0.05'));
});

test('trading C6 a cancelled voucher goes back; cancelled again it answers the same, ended otherwise 0', () => {
  const x = exchange();
  x.do('GrantFeeVoucher', { voucherId: 1, amount: units(3) });
  x.do('GrantFeeVoucher', { voucherId: 2, amount: units(3) });
  expect(x.do('CancelFeeVoucher', { voucherId: 1 })).toBe(units(3));
  expect(x.posted()).toEqual([`1 FEE_VOUCHER:1 -${units(3)}`, `0 PRIZE_POOL ${units(3)}`]);
  expect(x.do('CancelFeeVoucher', { voucherId: 1 })).toBe(units(3));
  x.clock(DAY);
  expect(x.do('CancelFeeVoucher', { voucherId: 2 })).toBe(0);
  expect(x.do('CancelFeeVoucher', { voucherId: 9 })).toBe('UNKNOWN_ID');
  expect(x.held(0, 'PRIZE_POOL')).toBe(big(1_000));
});

test('trading C2 a voucher is granted once, also after its key aged out and after its end; another one under its id is refused', () => {
  const x = exchange();
  const request = { voucherId: 7, amount: units(3), expiresAtMs: x.timeMs + DAY };
  expect([x.do('GrantFeeVoucher', request), x.do('GrantFeeVoucher', request)]).toEqual([units(3), units(3)]);
  expect(x.do('GrantFeeVoucher', { ...request, uid: 2 })).toBe('ALREADY_EXISTS');
  x.clock(40 * DAY);
  expect(x.do('GrantFeeVoucher', request)).toBe(units(3));
  expect(x.do('GrantFeeVoucher', { ...request, amount: 1 })).toBe('ALREADY_EXISTS');
  expect(x.held(0, 'PRIZE_POOL')).toBe(big(1_000));
});

test('trading C6 a voucher that the pool cannot pay is refused, and so is an invalid one', () => {
  const x = exchange();
  const grant = (request: object): unknown => x.do('GrantFeeVoucher', { voucherId: 1, amount: 5, ...request });
  expect(grant({ amount: units(1_001) })).toBe('POOL_SHORT');
  expect(grant({ coin: 'XXX' })).toBe('UNKNOWN_ASSET');
  expect(grant({ amount: 2 ** 53 })).toBe('AMOUNT_TOO_LARGE');
  expect(grant({ expiresAtMs: x.timeMs })).toBe('ALREADY_ENDED');
  const bad: object[] = [{ voucherId: 0 }, { uid: 0 }, { amount: 0 }, { amount: 0.5 }, { ratio: 0 }, { maxPerUse: -1 }];
  bad.push({ ratio: 100_000_001 }, { products: [] }, { products: ['P2P'] }, { products: ['SPOT', 'SPOT', 'SPOT'] });
  bad.push({ expiresAtMs: 0.5 }, { symbols: Array(1_001).fill('S') });
  expect(bad.map(grant)).toEqual(bad.map(() => 'BAD_FIELDS'));
  for (let voucherId = 1; voucherId <= 200; voucherId += 1) expect(grant({ voucherId })).toBe(5);
  expect(grant({ voucherId: 201 })).toBe('LIMIT_REACHED');
});

test('a restored core uses the same voucher next, and knows those that ended', () => {
  const x = exchange();
  for (const voucherId of [3, 1, 2])
    x.do('GrantFeeVoucher', { voucherId, amount: units(1), products: ['SPOT', 'FUTURES'] });
  x.do('CancelFeeVoucher', { voucherId: 1 });
  trade(x, 100, 1);
  const restored = restoreCore(x.core.snapshot(), { checkInvariants: true });
  expect(restored.stateHash()).toBe(x.core.stateHash());
  const next = { kind: 'Clock', seq: x.core.lastSeq + 1, timeMs: x.timeMs + DAY } as const;
  const told: unknown[] = [];
  restored.apply(next, (event) => told.push(event));
  const count = x.events.length;
  x.clock(DAY);
  expect(told).toEqual(x.events.slice(count));
  expect(restored.stateHash()).toBe(x.core.stateHash());
});
