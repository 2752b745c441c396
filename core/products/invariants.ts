/** What trading C4 says about the house's accounts (2, 14, 15 and the sums behind each account), by recomputation. */
import { AVAILABLE, HOUSE, type Ledger, LOCKED, type NamedAccount } from '../ledger/ledger.ts';
import type { User } from '../users/user.ts';
import { copyAccount } from './copy-shares.ts';
import { accountOf } from './fee-vouchers.ts';
import { bonusAccount } from './grants.ts';
import type { Products } from './products.ts';
import { adAccount, escrowAccount } from './p2p.ts';
import { coverAccount } from './prizes.ts';
import { DUAL, EARN } from './earn-and-dual.ts';
import { WITHDRAW } from './withdrawals.ts';
import { POOLS } from '../protocol/words.ts';

type Expect = (holds: boolean, otherwise: string) => void;
/** Accounts of single products until they end: their balance must belong to live vouchers, covers, orders and the like. */
const EXPLAINED = /^(?:FEE_VOUCHER|COVER|P2P_ESCROW|P2P_AD|BONUS):|^(?:WITHDRAW|DUAL)$/;

export function checkProducts(products: Products, expect: Expect): void {
  const expected = expectedBalances(products);
  const { ledger, users } = products.books;
  for (const account of ledger.namedAccounts()) {
    if (account.owner === HOUSE) checkPool(products, account, expect);
    else checkAccount(ledger, account, expected, expect);
  }
  for (const [key, amount] of expected) expect(amount === 0n, `${key} lacks ${amount}`);
  for (const user of users.all()) checkLists(products, user, expect);
}

/** By owner, asset and name. What the accounts show is taken out of it. */
function expectedBalances({ books, ...products }: Products): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (uid: number, asset: number, name: string, amount: number | bigint): void => {
    const key = keyOf(books.users.find(uid)?.index ?? 0, asset, name);
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
  };
  for (const one of products.vouchers.register.all()) add(one.uid, one.coin, accountOf(one), one.left);
  for (const one of products.prizes.covers.all()) add(one.uid, one.asset, coverAccount(one), one.amount);
  for (const one of products.withdrawals.register.all()) add(one.uid, one.asset, WITHDRAW, one.amount + one.fee);
  for (const one of products.p2p.orders.all()) add(one.sellerUid, one.asset, escrowAccount(one.id), one.amount);
  for (const one of products.earnAndDual.duals.all()) add(one.uid, one.asset, DUAL, one.amount);
  for (const one of products.copyShares.register.all())
    add(one.uid, one.asset, `${copyAccount(one.id)}/HOLD`, one.hold);
  for (const one of products.grants.register.all()) {
    const user = books.users.find(one.uid);
    const backing = user === undefined ? 0n : products.holder.inPositions(user, one.grantId);
    add(one.uid, one.asset, bonusAccount(one.grantId), one.remaining - backing);
  }
  for (const one of products.p2p.ads.all()) {
    const user = books.users.find(one.uid);
    // The amount of an ad is recorded nowhere but in its account: only that the account belongs to a living ad is checked.
    if (user !== undefined)
      add(one.uid, one.asset, adAccount(one.id), books.holding(user, adAccount(one.id), one.asset));
  }
  return sums;
}

function checkAccount(ledger: Ledger, account: NamedAccount, expected: Map<string, bigint>, expect: Expect): void {
  const { owner, asset, name, row } = account;
  const balance = ledger.balance(row, AVAILABLE);
  const held = ledger.balance(row, LOCKED);
  // A wallet with cross positions may stand below zero for a while (trading B7); isolated margin may not.
  const isWallet = name === 'ELITE' || /^(?:COPY|VOUCHER):\d+$/.test(name);
  expect(balance >= 0n || isWallet, `${name} of user ${owner} is below zero`);
  expect(held >= 0n && (held === 0n || /^COPY:\d+$/.test(name)), `${name} of user ${owner} holds ${held} back`);
  expect(balance !== 0n || name !== EARN, `${name} of user ${owner} is open and empty`);
  if (/^COPY:\d+$/.test(name)) settle(expected, keyOf(owner, asset, `${name}/HOLD`), held, expect);
  if (!EXPLAINED.test(name)) return;
  // A grant may be lent to isolated positions to its last unit: its account is there as long as the grant is.
  const isLent = name.startsWith('BONUS:') && expected.has(keyOf(owner, asset, name));
  expect(balance > 0n || isLent, `${name} of user ${owner} is open and empty`);
  settle(expected, keyOf(owner, asset, name), balance, expect);
}

function settle(expected: Map<string, bigint>, key: string, amount: bigint, expect: Expect): void {
  expect((expected.get(key) ?? 0n) === amount, `${key} has ${amount} and should have ${expected.get(key) ?? 0n}`);
  expected.delete(key);
}

/** C4.2: pools at or above their floor. */
function checkPool(products: Products, { name, asset, row }: NamedAccount, expect: Expect): void {
  const pool = POOLS.find((one) => one === name);
  if (pool === undefined) return;
  const balance = products.books.ledger.balance(row, AVAILABLE);
  expect(balance >= BigInt(products.pools.floorOf(pool, asset)), `${name} is below its floor`);
}

/** A user's lists name what lives, in the order in which it is used. */
function checkLists(products: Products, user: User, expect: Expect): void {
  const vouchers = products.vouchers.register.all().filter(({ uid }) => uid === user.uid);
  const grants = products.grants.register.all().filter(({ uid }) => uid === user.uid);
  expect(vouchers.length === user.vouchers.length, `user ${user.uid} has another number of vouchers`);
  expect(grants.length === user.grants.length, `user ${user.uid} has another number of grants`);
  expect(
    user.vouchers.every((one) => vouchers.includes(one) && one.left > 0),
    'a list of vouchers holds another one',
  );
  expect(
    user.grants.every((one) => grants.includes(one) && one.remaining > 0n),
    'a list of grants holds another one',
  );
  expect(new Set(user.grants.map(({ mode, ratio, asset }) => `${mode}:${ratio}:${asset}`)).size <= 1, 'mixed grants');
}

function keyOf(owner: number, asset: number, name: string): string {
  return `${owner}:${asset}:${name}`;
}
