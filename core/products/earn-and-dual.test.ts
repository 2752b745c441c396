/** Withdrawals, P2P, earn and dual investment (trading C2, C6). */
import { expect, test } from 'vitest';
import { units } from '../testing/exchange.ts';
import { big, DAY, ProductExchange } from '../testing/products.ts';

function exchange(): ProductExchange {
  const x = new ProductExchange();
  x.deposit(1, 'USDT', 10_000);
  return x;
}

test('X-C2 a withdrawal of 100 with fee 1 and network cost 0.8', () => {
  const x = exchange();
  const [outside, fees] = [x.outside(), x.fees()];
  const fields = { withdrawalId: 1, amount: units(100), fee: units(1) };
  expect([x.do('RequestWithdrawal', fields), x.do('RequestWithdrawal', fields)]).toEqual([units(100), units(100)]);
  expect([x.available(1, 'USDT'), x.held(1, 'WITHDRAW')]).toEqual([big(9_899), big(101)]);
  expect(x.do('SendWithdrawal', { withdrawalId: 1, networkCost: units('0.8') })).toBe(units(100));
  expect([x.outside() - outside, x.fees() - fees, x.held(1, 'WITHDRAW')]).toEqual([big('100.8'), big('0.2'), 0n]);
  x.clock(40 * DAY);
  expect(x.do('SendWithdrawal', { withdrawalId: 1, networkCost: units('0.8') })).toBe(units(100));
  expect(x.do('RefundWithdrawal', { withdrawalId: 1 })).toBe('ALREADY_ENDED');
  expect(x.do('RequestWithdrawal', fields)).toBe(units(100));
  expect([x.available(1, 'USDT'), x.outside() - outside]).toEqual([big(9_899), big('100.8')]);
});

test('trading C2 a refused withdrawal comes back whole; two of one asset wait beside each other', () => {
  const x = exchange();
  for (const withdrawalId of [1, 2]) x.do('RequestWithdrawal', { withdrawalId, amount: units(100), fee: units(1) });
  expect(x.do('RefundWithdrawal', { withdrawalId: 1 })).toBe(units(100));
  expect(x.do('RefundWithdrawal', { withdrawalId: 1 })).toBe(units(100));
  expect([x.available(1, 'USDT'), x.held(1, 'WITHDRAW')]).toEqual([big(9_899), big(101)]);
  expect(x.do('SendWithdrawal', { withdrawalId: 1 })).toBe('ALREADY_ENDED');
  expect(x.do('SendWithdrawal', { withdrawalId: 2, networkCost: -1 })).toBe('BAD_FIELDS');
  expect(x.do('SendWithdrawal', { withdrawalId: 2, networkCost: units(5) })).toBe(units(100));
  expect(x.fees()).toBe(-big(4));
});

test('trading C2 what cannot be withdrawn is refused', () => {
  const x = exchange();
  const request = (fields: object): unknown =>
    x.do('RequestWithdrawal', { withdrawalId: 1, amount: units(1), ...fields });
  expect(request({ amount: units(10_000), fee: 1 })).toBe('INSUFFICIENT_BALANCE');
  expect(request({ uid: 9 })).toBe('INSUFFICIENT_BALANCE');
  expect(request({ amount: 2 ** 53 - 1, fee: 1 })).toBe('AMOUNT_TOO_LARGE');
  expect(request({ asset: 'XXX' })).toBe('UNKNOWN_ASSET');
  for (const bad of [{ withdrawalId: 0 }, { uid: 0 }, { fee: -1 }, { fee: 0.5 }, { amount: 0 }])
    expect(request(bad)).toBe('BAD_FIELDS');
  for (const kind of ['SendWithdrawal', 'RefundWithdrawal'] as const) {
    expect(x.do(kind, { withdrawalId: 5 })).toBe('UNKNOWN_ID');
    expect(x.do(kind, { withdrawalId: 0 })).toBe('BAD_FIELDS');
  }
  request({});
  expect(request({ fee: 5 })).toBe('ALREADY_EXISTS');
});

test('X-C4 P2P against a BUY ad: the buyer of 100 gets 99.9, the house 0.1, once', () => {
  const x = exchange();
  const order = { orderId: 1, adId: 0, sellerUid: 1, buyerUid: 2, amount: units(100), fee: units('0.1') };
  expect([x.do('OpenP2pOrder', order), x.do('OpenP2pOrder', order)]).toEqual([units(100), units(100)]);
  expect([x.available(1, 'USDT'), x.held(1, 'P2P_ESCROW:1')]).toEqual([big(9_900), big(100)]);
  expect(x.do('ReleaseP2pOrder', { orderId: 1 })).toBe(units('99.9'));
  expect(x.do('ReleaseP2pOrder', { orderId: 1 })).toBe(units('99.9'));
  expect(x.do('RefundP2pOrder', { orderId: 1 })).toBe('ALREADY_ENDED');
  expect([x.available(2, 'USDT'), x.fees(), x.held(1, 'P2P_ESCROW:1')]).toEqual([big('99.9'), big('0.1'), 0n]);
});

/** A SELL ad of 1,000: 300 released, 120 in an open order. */
function withAd(): ProductExchange {
  const x = exchange();
  x.do('OpenP2pAd', { adId: 7, amount: units(1_000) });
  const order = { adId: 7, sellerUid: 1, buyerUid: 2 };
  x.do('OpenP2pOrder', { orderId: 1, ...order, amount: units(300) });
  x.do('ReleaseP2pOrder', { orderId: 1 });
  x.do('OpenP2pOrder', { orderId: 2, ...order, amount: units(120) });
  return x;
}

test('X-C4 a SELL ad of 1,000 with 300 sold and 120 ordered; the order’s coin goes back to the ad', () => {
  const x = withAd();
  expect([x.held(1, 'P2P_AD:7'), x.held(1, 'P2P_ESCROW:2')]).toEqual([big(580), big(120)]);
  expect(x.do('RefundP2pOrder', { orderId: 2 })).toBe(units(120));
  expect([x.held(1, 'P2P_AD:7'), x.available(1, 'USDT')]).toEqual([big(700), big(9_000)]);
  expect(x.do('ReleaseP2pOrder', { orderId: 2 })).toBe('ALREADY_ENDED');
});

test('X-C4 once the ad is closed, its order’s coin goes back to SPOT', () => {
  const x = withAd();
  expect([x.do('CloseP2pAd', { adId: 7 }), x.do('CloseP2pAd', { adId: 7 })]).toEqual([units(580), units(580)]);
  expect(x.available(1, 'USDT')).toBe(big(9_580));
  x.do('RefundP2pOrder', { orderId: 2 });
  expect([x.held(1, 'P2P_AD:7'), x.available(1, 'USDT')]).toEqual([0n, big(9_700)]);
  expect(x.do('ChangeP2pAd', { adId: 7, amount: 5 })).toBe('ALREADY_ENDED');
  expect(x.do('OpenP2pOrder', { orderId: 3, adId: 7, sellerUid: 1, buyerUid: 2, amount: 1 })).toBe('ALREADY_ENDED');
});

test('trading C6 an order may take all that an ad holds, and its coin finds the ad again', () => {
  const x = withAd();
  const order = { orderId: 3, adId: 7, sellerUid: 1, buyerUid: 2, amount: units(580) };
  expect([x.do('OpenP2pOrder', order), x.held(1, 'P2P_AD:7')]).toEqual([units(580), 0n]);
  expect([x.do('RefundP2pOrder', { orderId: 3 }), x.held(1, 'P2P_AD:7')]).toEqual([units(580), big(580)]);
});

test('trading C6 ChangeP2pAd sets the amount that the ad holds, down to 0 and up again', () => {
  const x = withAd();
  const change = (amount: string | number): unknown => x.do('ChangeP2pAd', { adId: 7, amount: units(amount) });
  expect([change(600), x.held(1, 'P2P_AD:7'), x.available(1, 'USDT')]).toEqual([units(600), big(600), big(8_980)]);
  expect([change(0), x.held(1, 'P2P_AD:7'), x.available(1, 'USDT')]).toEqual([0, 0n, big(9_580)]);
  expect(x.do('OpenP2pOrder', { orderId: 3, adId: 7, sellerUid: 1, buyerUid: 2, amount: 1 })).toBe(
    'INSUFFICIENT_BALANCE',
  );
  expect(change(9_581)).toBe('INSUFFICIENT_BALANCE');
  expect([change(9_580), x.held(1, 'P2P_AD:7'), x.available(1, 'USDT')]).toEqual([units(9_580), big(9_580), 0n]);
  expect(x.do('ChangeP2pAd', { adId: 7, amount: 2 ** 53 })).toBe('AMOUNT_TOO_LARGE');
  expect(x.do('ChangeP2pAd', { adId: 7, amount: -1 })).toBe('BAD_FIELDS');
  expect(x.do('ChangeP2pAd', { adId: 8, amount: 1 })).toBe('UNKNOWN_ID');
});

test('trading C6 P2P: commands with wrong ids, amounts or states are refused', () => {
  const x = withAd();
  x.deposit(3, 'USDT', 500);
  expect(x.do('OpenP2pAd', { adId: 8, amount: units(9_001) })).toBe('INSUFFICIENT_BALANCE');
  expect(x.do('OpenP2pAd', { adId: 7, amount: 1 })).toBe('ALREADY_EXISTS');
  expect(x.do('OpenP2pAd', { adId: 8, asset: 'XXX', amount: 1 })).toBe('UNKNOWN_ASSET');
  expect(x.do('OpenP2pAd', { adId: 0, amount: 1 })).toBe('BAD_FIELDS');
  expect([x.do('CloseP2pAd', { adId: 9 }), x.do('CloseP2pAd', { adId: 0 })]).toEqual(['UNKNOWN_ID', 'BAD_FIELDS']);
  const open = (fields: object): unknown =>
    x.do('OpenP2pOrder', { orderId: 3, adId: 7, sellerUid: 1, buyerUid: 2, amount: units(5), ...fields });
  expect(open({ amount: units(581) })).toBe('INSUFFICIENT_BALANCE');
  expect(open({ adId: 0, sellerUid: 9 })).toBe('INSUFFICIENT_BALANCE');
  expect(open({ adId: 9 })).toBe('UNKNOWN_ID');
  expect(open({ asset: 'XXX' })).toBe('UNKNOWN_ASSET');
  expect(open({ orderId: 2 })).toBe('ALREADY_EXISTS');
  for (const bad of [{ sellerUid: 3 }, { asset: 'BTC' }, { buyerUid: 1 }, { fee: units(6) }, { fee: -1 }, { adId: -1 }])
    expect(open(bad)).toBe('BAD_FIELDS');
  for (const kind of ['ReleaseP2pOrder', 'RefundP2pOrder'] as const)
    expect([x.do(kind, { orderId: 9 }), x.do(kind, { orderId: 0 })]).toEqual(['UNKNOWN_ID', 'BAD_FIELDS']);
});

test('X-C5 earn: principal, an hour of interest to SPOT and one that stays, redemption', () => {
  const x = exchange();
  x.fill('EARN_POOL', 1);
  expect(x.do('SubscribeEarn', { subscriptionId: 1, amount: units(1_000) })).toBe(units(1_000));
  expect(x.do('SubscribeEarn', { subscriptionId: 1, amount: units(1_000) })).toBe(units(1_000));
  expect([x.available(1, 'USDT'), x.held(1, 'EARN')]).toEqual([big(9_000), big(1_000)]);
  const interest = { amount: units('0.00570776') };
  expect(x.do('PayEarnInterest', { payoutId: 1, ...interest })).toBe(570_776);
  expect(x.do('PayEarnInterest', { payoutId: 2, compound: true, ...interest })).toBe(570_776);
  expect(x.do('PayEarnInterest', { payoutId: 2, ...interest })).toBe('ALREADY_EXISTS');
  expect([x.available(1, 'USDT'), x.held(1, 'EARN')]).toEqual([big('9000.00570776'), big('1000.00570776')]);
  expect(x.do('RedeemEarn', { redemptionId: 1, amount: units(1_001) })).toBe('INSUFFICIENT_BALANCE');
  expect(x.do('RedeemEarn', { redemptionId: 1, amount: units('1000.00570776') })).toBe(units('1000.00570776'));
  expect(x.do('RedeemEarn', { redemptionId: 1, amount: units('1000.00570776') })).toBe(units('1000.00570776'));
  expect([x.available(1, 'USDT'), x.held(1, 'EARN')]).toEqual([big('10000.01141552'), 0n]);
});

test('trading C2 EARN_POOL and DUAL_POOL go below zero down to their floor, with an alert; other pools have no floor', () => {
  const x = exchange();
  const pay = (payoutId: number, amount: number): unknown => x.do('PayEarnInterest', { payoutId, uid: 4, amount });
  expect(pay(1, 5)).toBe('POOL_SHORT');
  expect(x.do('SetPoolFloor', { pool: 'EARN_POOL', floor: -8 })).toBe('Done');
  expect(pay(1, 5)).toBe(5);
  expect(x.last('PoolLow')).toMatchObject({ pool: 'EARN_POOL', asset: 'USDT', balance: -5n });
  expect([pay(2, 4), pay(2, 3), pay(3, 1)]).toEqual(['POOL_SHORT', 3, 'POOL_SHORT']);
  expect(x.do('SetPoolFloor', { pool: 'EARN_POOL', floor: -7 })).toBe('POOL_SHORT');
  for (const bad of [{ floor: 1 }, { floor: -0.5 }, { pool: 'PRIZE_POOL' as const }])
    expect(x.do('SetPoolFloor', { pool: 'EARN_POOL', floor: -9, ...bad })).toBe('BAD_FIELDS');
  expect(x.do('SetPoolFloor', { pool: 'EARN_POOL', asset: 'XXX', floor: 0 })).toBe('UNKNOWN_ASSET');
});

/** SELL_HIGH of 1 BTC and BUY_LOW of 10,000 USDT, and pools that can pay both. */
function withDual(): ProductExchange {
  const x = exchange();
  x.deposit(1, 'BTC', 1);
  x.fill('DUAL_POOL', 30_000);
  x.fill('DUAL_POOL', 1, 'BTC');
  expect(x.do('SubscribeDual', { dualId: 1, asset: 'BTC', amount: units(1) })).toBe(units(1));
  expect(x.do('SubscribeDual', { dualId: 2, amount: units(10_000) })).toBe(units(10_000));
  expect([x.available(1, 'USDT'), x.held(1, 'DUAL')]).toEqual([0n, big(10_000)]);
  return x;
}

test('X-C6 dual investment exercised: the other asset is paid and the invested one stays in the pool', () => {
  const x = withDual();
  const high = { dualId: 1, exercised: true, asset: 'USDT', payout: units('22301.36986301') };
  expect([x.do('SettleDual', high), x.do('SettleDual', high)]).toEqual([high.payout, high.payout]);
  expect(x.do('SettleDual', { dualId: 2, exercised: true, asset: 'BTC', payout: units('0.4028') })).toBe(40_280_000);
  expect([x.available(1, 'USDT'), x.available(1, 'BTC')]).toEqual([big('22301.36986301'), big('0.4028')]);
  expect(x.held(0, 'DUAL_POOL')).toBe(big(30_000) + big(10_000) - big('22301.36986301'));
  expect(x.held(0, 'DUAL_POOL', 'BTC')).toBe(big(1) + big(1) - big('0.4028'));
});

test('X-C6 dual investment not exercised: principal and interest come back', () => {
  const x = withDual();
  const low = { dualId: 2, exercised: false, asset: 'USDT', payout: units(70) };
  expect(x.do('SettleDual', low)).toBe(units(70));
  expect([x.available(1, 'USDT'), x.held(1, 'DUAL'), x.held(0, 'DUAL_POOL')]).toEqual([big(10_070), 0n, big(29_930)]);
});

test('trading C2 dual: a settlement that does not fit, or that the pool cannot pay, is refused and leaves the order', () => {
  const x = withDual();
  const settle = (fields: object): unknown =>
    x.do('SettleDual', { dualId: 2, exercised: true, asset: 'BTC', payout: 5, ...fields });
  expect(settle({ asset: 'USDT' })).toBe('BAD_FIELDS');
  expect(settle({ exercised: false })).toBe('BAD_FIELDS');
  expect(settle({ payout: -1 })).toBe('BAD_FIELDS');
  expect(settle({ dualId: 9 })).toBe('UNKNOWN_ID');
  expect(settle({ asset: 'XXX' })).toBe('UNKNOWN_ASSET');
  expect(settle({ payout: 2 ** 53 })).toBe('AMOUNT_TOO_LARGE');
  expect(settle({ payout: units(2) })).toBe('POOL_SHORT');
  expect(x.held(1, 'DUAL')).toBe(big(10_000));
  expect(x.do('SubscribeDual', { dualId: 3, amount: 1 })).toBe('INSUFFICIENT_BALANCE');
  expect(x.do('SubscribeDual', { dualId: 2, amount: 1 })).toBe('ALREADY_EXISTS');
  for (const kind of ['SubscribeDual', 'SubscribeEarn', 'RedeemEarn', 'PayEarnInterest'] as const) {
    const ids = { dualId: 5, subscriptionId: 5, redemptionId: 5, payoutId: 5 };
    expect(x.do(kind, { ...ids, asset: 'XXX', amount: 1 })).toBe('UNKNOWN_ASSET');
    expect(x.do(kind, { ...ids, uid: 0, amount: 1 })).toBe('BAD_FIELDS');
    expect(x.do(kind, { ...ids, amount: 0 })).toBe('BAD_FIELDS');
  }
});
