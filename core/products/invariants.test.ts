/** The full check of trading C4 sees whatever is wrong with an account of the house's commands. */
import { expect, test } from 'vitest';
import { checkInvariants } from '../state-machine/invariants.ts';
import { AVAILABLE, HOUSE, LOCKED } from '../ledger/ledger.ts';
import { units } from '../testing/exchange.ts';
import { ProductExchange } from '../testing/products.ts';

/** One of everything that lives. */
function busy(): ProductExchange {
  const x = new ProductExchange();
  x.deposit(1, 'USDT', 1_000);
  x.transfer(1, 'SPOT', 100);
  for (const pool of ['PRIZE_POOL', 'BONUS_POOL', 'EARN_POOL', 'DUAL_POOL'] as const) x.fill(pool, 100);
  x.do('GrantFeeVoucher', { voucherId: 1, amount: units(5) });
  x.do('GrantBonus', { grantId: 1, amount: units(5) });
  x.do('AttachCover', { coverId: 1, amount: units(5) });
  x.do('RequestWithdrawal', { withdrawalId: 1, amount: units(5) });
  x.do('OpenP2pAd', { adId: 1, amount: units(5) });
  x.do('OpenP2pOrder', { orderId: 1, adId: 0, sellerUid: 1, buyerUid: 2, amount: units(5) });
  x.do('SubscribeEarn', { subscriptionId: 1, amount: units(5) });
  x.do('SubscribeDual', { dualId: 1, amount: units(5) });
  x.fundCopy(1, 1, 5);
  x.do('AccrueCopyShare', { followId: 1, version: 1, accrued: 3 });
  return x;
}

test('trading C4 control: an undamaged state passes every check', () => {
  expect(() => checkInvariants(busy().machine)).not.toThrow();
});

/** Moves a unit of an account of user 1 to the user's SPOT: sums stay zero, only the balance of that account is wrong. */
test.each([
  ['C4.14', 'FEE_VOUCHER:1', AVAILABLE],
  ['C4.14', 'BONUS:1', AVAILABLE],
  ['C4.14', 'COVER:1', AVAILABLE],
  ['C4.15', 'COPY:1', LOCKED],
  ['C2', 'WITHDRAW', AVAILABLE],
  ['C2', 'P2P_ESCROW:1', AVAILABLE],
  ['C2', 'DUAL', AVAILABLE],
] as const)('trading C4 %s a unit that is missing in %s is seen', (_, name, bucket) => {
  const x = busy();
  const { ledger, users } = x.machine;
  const user = users.find(1)!;
  ledger.move(ledger.account(user.index, name, 1), bucket, users.row(user, 1), AVAILABLE, 1);
  expect(() => checkInvariants(x.machine)).toThrow(name);
});

test.each(['FEE_VOUCHER:9', 'BONUS:9', 'COVER:9', 'P2P_ESCROW:9', 'P2P_AD:9', 'COPY:9/HOLD'])(
  'C4.14 an account %s that nothing explains is seen',
  (account) => {
    const x = busy();
    const { ledger, users } = x.machine;
    const user = users.find(1)!;
    const [name, hold] = account.split('/');
    const row = ledger.account(user.index, name!, 1);
    ledger.move(users.row(user, 1), AVAILABLE, row, hold === undefined ? AVAILABLE : LOCKED, 1);
    expect(() => checkInvariants(x.machine)).toThrow(name);
  },
);

test.each(['WITHDRAW', 'EARN', 'P2P_AD:1', 'BONUS:1'])(
  'trading C2 an account %s that is open and empty is seen',
  (name) => {
    const x = busy();
    const { ledger, users } = x.machine;
    const row = ledger.account(users.find(1)!.index, name, 1);
    const held = Number(ledger.balance(row, AVAILABLE));
    ledger.move(row, AVAILABLE, users.row(users.find(1)!, 1), AVAILABLE, held);
    expect(() => checkInvariants(x.machine)).toThrow(name);
  },
);

test.each(['PRIZE_POOL', 'BONUS_POOL', 'EARN_POOL', 'DUAL_POOL'])('C4.2 %s below its floor is seen', (pool) => {
  const x = busy();
  const { ledger, users } = x.machine;
  const row = ledger.account(HOUSE, pool, 1);
  const missing = ledger.balance(row, AVAILABLE) + 1n;
  ledger.post([
    { row, bucket: AVAILABLE, amount: -missing },
    { row: users.row(users.find(1)!, 1), bucket: AVAILABLE, amount: missing },
  ]);
  expect(() => checkInvariants(x.machine)).toThrow('floor');
});

test.each([
  ['a voucher', 'vouchers'],
  ['a grant', 'grants'],
] as const)('C4.14 %s that is not in its user’s list is seen', (_, list) => {
  const x = busy();
  x.machine.users.find(1)![list] = [];
  expect(() => checkInvariants(x.machine)).toThrow(list);
});
