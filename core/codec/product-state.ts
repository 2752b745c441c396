/**
 * What the products know beside their accounts: live things by id, and of ended ones enough to answer a repeat (see users/register.ts).
 * Registers are written in the order in which things began and ended.
 */
import type { StateMachine } from '../state-machine/state-machine.ts';
import type { FeeVoucher } from '../users/fee-voucher.ts';
import type { Grant } from '../users/grant.ts';
import type { CopyRelation } from '../products/copy-shares.ts';
import type { P2pAd, P2pOrder } from '../products/p2p.ts';
import type { Cover } from '../products/prizes.ts';
import type { Dust } from '../products/dust.ts';
import type { DualOrder } from '../products/earn-and-dual.ts';
import type { EndedItem, Item, Register } from '../users/register.ts';
import type { Withdrawal } from '../products/withdrawals.ts';
import type { PoolFloor } from '../products/pools.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import type { Field } from './field.ts';
import { BIG, COUNT, each, joined, list, record, type RecordField, TEXT } from './fields.ts';
import { BONUS_MODE, POOL, PRODUCTS, TEXTS } from './product-commands.ts';

/** What a thing has beside its id and its terms. */
type Rest<T extends Item> = Omit<T, keyof Item>;

/** A pool's floor, 0 or negative, written as its absolute value. */
const FLOOR: Field<number> = { write: (w, floor) => w.count(-floor), read: (r) => 0 - r.count() };
const FLOORS = list(record<PoolFloor>({ pool: POOL, asset: COUNT, floor: FLOOR }));
const VOUCHER = record<Omit<Rest<FeeVoucher>, 'voucherId'>>({
  ...each(['uid', 'coin', 'amount', 'left', 'ratio', 'maxPerUse', 'expiresAtMs'], COUNT),
  products: PRODUCTS,
  symbols: TEXTS,
});
const GRANT = record<Omit<Rest<Grant>, 'grantId'>>({
  ...each(['uid', 'asset', 'ratio', 'validFromMs', 'expiresAtMs', 'minOwnFunds', 'maxLeverage'], COUNT),
  amount: BIG,
  remaining: BIG,
  mode: BONUS_MODE,
  symbols: TEXTS,
  source: TEXT,
});
const COVER = record<Rest<Cover>>(each(['uid', 'asset', 'amount'], COUNT));
const DUAL = record<Rest<DualOrder>>(each(['uid', 'asset', 'amount'], COUNT));
const WITHDRAWAL = record<Rest<Withdrawal>>(each(['uid', 'asset', 'amount', 'fee'], COUNT));
const AD = record<Rest<P2pAd>>(each(['uid', 'asset'], COUNT));
const P2P_ORDER = record<Rest<P2pOrder>>(each(['adId', 'sellerUid', 'buyerUid', 'asset', 'amount', 'fee'], COUNT));
const RELATION = record<Rest<CopyRelation>>(each(['uid', 'asset', 'version', 'hold', 'answer'], COUNT));
/** Who converted small balances lately; from format 5 on. */
const CONVERSIONS = list(record<ReturnType<Dust['all']>[number]>(each(['uid', 'timeMs'], COUNT)));
const NOTHING = record<Rest<Item>>({});

export function writeProducts(w: ByteWriter, { products }: StateMachine): void {
  FLOORS.write(w, products.pools.allFloors());
  const { vouchers, prizes, withdrawals, p2p, earnAndDual, copyShares, grants } = products;
  writeRegister(w, vouchers.register, VOUCHER);
  writeRegister(w, grants.register, GRANT);
  writeRegister(w, prizes.covers, COVER);
  writeRegister(w, withdrawals.register, WITHDRAWAL);
  writeRegister(w, p2p.ads, AD);
  writeRegister(w, p2p.orders, P2P_ORDER);
  writeRegister(w, earnAndDual.duals, DUAL);
  writeRegister(w, copyShares.register, RELATION);
  for (const register of onceRegisters(products)) writeRegister(w, register, NOTHING);
  for (const register of correctionRegisters(products)) writeRegister(w, register, NOTHING);
  CONVERSIONS.write(w, products.dust.all());
}

export function readProducts(r: ByteReader, { products }: StateMachine): void {
  for (const floor of FLOORS.read(r)) products.pools.restoreFloor(floor);
  const { vouchers, prizes, withdrawals, p2p, earnAndDual, copyShares, grants } = products;
  // Vouchers and grants stand in lists of their users too.
  readRegister(r, vouchers.register, VOUCHER, (one) => vouchers.restore({ ...one, voucherId: one.id }));
  readRegister(r, grants.register, GRANT, (one) => grants.restore({ ...one, grantId: one.id }));
  readRegister(r, prizes.covers, COVER);
  readRegister(r, withdrawals.register, WITHDRAWAL);
  readRegister(r, p2p.ads, AD);
  readRegister(r, p2p.orders, P2P_ORDER);
  readRegister(r, earnAndDual.duals, DUAL);
  readRegister(r, copyShares.register, RELATION);
  for (const register of onceRegisters(products)) readRegister(r, register, NOTHING);
  if (r.version <= 3) return;
  for (const register of correctionRegisters(products)) readRegister(r, register, NOTHING);
  if (r.version <= 4) return;
  for (const one of CONVERSIONS.read(r)) products.dust.restore(one);
}

/** Registers of products that are done by one command: they have ended items only, no living ones. */
function onceRegisters({ prizes, earnAndDual }: StateMachine['products']): readonly Register[] {
  const { prizes: paid, clawBacks, rebates } = prizes;
  return [paid, clawBacks, rebates, earnAndDual.subscriptions, earnAndDual.redemptions, earnAndDual.payouts];
}

/** From format 4 on. */
function correctionRegisters({ corrections }: StateMachine['products']): readonly Register[] {
  return [corrections.corrections, corrections.withholdings];
}

const ITEM = record<Item>({ id: COUNT, terms: TEXT });
const ENDED = list(record<EndedItem>({ id: COUNT, terms: TEXT, ending: TEXT, answer: COUNT }));

function writeRegister<R extends object>(
  w: ByteWriter,
  register: { all(): readonly (Item & R)[]; allEnded(): readonly EndedItem[] },
  rest: RecordField<R>,
): void {
  list(joined(ITEM, rest)).write(w, register.all());
  ENDED.write(w, register.allEnded());
}

function readRegister<R extends object>(
  r: ByteReader,
  register: { add(item: Item & R): void; remember(ended: EndedItem): void },
  rest: RecordField<R>,
  add: (item: Item & R) => void = (item) => register.add(item),
): void {
  for (const item of list(joined(ITEM, rest)).read(r)) add(item);
  for (const ended of ENDED.read(r)) register.remember(ended);
}
