/**
 * What the products know beside its accounts: what lives by its id, and of what ended enough to answer a repeat (see
 * users/register.ts). Registers in the order in which things came and ended.
 */
import type { Engine } from '../engine/engine.ts';
import type { FeeVoucher } from '../users/fee-voucher.ts';
import type { Grant } from '../users/grant.ts';
import type { CopyRelation } from '../products/copy-shares.ts';
import type { P2pAd, P2pOrder } from '../products/p2p.ts';
import type { Cover } from '../products/prizes.ts';
import type { DualOrder } from '../products/earn-and-dual.ts';
import type { Item, Register } from '../users/register.ts';
import type { Withdrawal } from '../products/withdrawals.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { BONUS_MODE, POOL, PRODUCTS, TEXTS } from './product-commands.ts';

export function writeProducts(w: ByteWriter, { products }: Engine): void {
  const floors = products.pools.allFloors();
  w.count(floors.length);
  for (const { pool, asset, floor } of floors) {
    POOL.write(w, pool);
    w.count(asset);
    w.count(-floor);
  }
  const { vouchers, prizes, withdrawals, p2p, earnAndDual, copyShares, grants } = products;
  writeRegister(w, vouchers.register, writeVoucher);
  writeRegister(w, grants.register, writeGrant);
  writeRegister(w, prizes.covers, (cover) => writeCounts(w, cover, HELD));
  writeRegister(w, withdrawals.register, (one) => writeCounts(w, one, WITHDRAWAL));
  writeRegister(w, p2p.ads, (ad) => writeCounts(w, ad, AD));
  writeRegister(w, p2p.orders, (order) => writeCounts(w, order, P2P_ORDER));
  writeRegister(w, earnAndDual.duals, (dual) => writeCounts(w, dual, HELD));
  writeRegister(w, copyShares.register, (relation) => writeCounts(w, relation, RELATION));
  for (const register of onceRegisters(products)) writeRegister(w, register, () => {});
  for (const register of correctionRegisters(products)) writeRegister(w, register, () => {});
}

export function readProducts(r: ByteReader, { products }: Engine): void {
  for (let left = r.count(); left > 0; left -= 1) {
    products.pools.restoreFloor({ pool: POOL.read(r), asset: r.count(), floor: 0 - r.count() });
  }
  const { vouchers, prizes, withdrawals, p2p, earnAndDual, copyShares, grants } = products;
  readRegister(r, vouchers.register, (item) => vouchers.restore(readVoucher(r, item)));
  readRegister(r, grants.register, (item) => grants.restore(readGrant(r, item)));
  readRegister(r, prizes.covers, (item) => prizes.covers.add(readCounts<Cover>(r, item, HELD)));
  readRegister(r, withdrawals.register, (item) =>
    withdrawals.register.add(readCounts<Withdrawal>(r, item, WITHDRAWAL)),
  );
  readRegister(r, p2p.ads, (item) => p2p.ads.add(readCounts<P2pAd>(r, item, AD)));
  readRegister(r, p2p.orders, (item) => p2p.orders.add(readCounts<P2pOrder>(r, item, P2P_ORDER)));
  readRegister(r, earnAndDual.duals, (item) => earnAndDual.duals.add(readCounts<DualOrder>(r, item, HELD)));
  readRegister(r, copyShares.register, (item) => copyShares.register.add(readCounts<CopyRelation>(r, item, RELATION)));
  for (const register of onceRegisters(products)) readRegister(r, register, (item) => register.add(item));
  if (r.version <= 3) return;
  for (const register of correctionRegisters(products)) readRegister(r, register, (item) => register.add(item));
}

/** Of what is done at once nothing lives. */
function onceRegisters({ prizes, earnAndDual }: Engine['products']): readonly Register[] {
  const { prizes: paid, clawBacks, rebates } = prizes;
  return [paid, clawBacks, rebates, earnAndDual.subscriptions, earnAndDual.redemptions, earnAndDual.payouts];
}

/** From format 4 on. */
function correctionRegisters({ corrections }: Engine['products']): readonly Register[] {
  return [corrections.corrections, corrections.withholdings];
}

/** The order on the disk. */
const HELD = ['uid', 'asset', 'amount'] as const;
const WITHDRAWAL = ['uid', 'asset', 'amount', 'fee'] as const;
const AD = ['uid', 'asset'] as const;
const P2P_ORDER = ['adId', 'sellerUid', 'buyerUid', 'asset', 'amount', 'fee'] as const;
const RELATION = ['uid', 'asset', 'version', 'hold', 'answer'] as const;

function writeRegister<T extends Item>(
  w: ByteWriter,
  register: Register<T>,
  writeRest: (item: T, w: ByteWriter) => void,
): void {
  const items = register.all();
  w.count(items.length);
  for (const item of items) {
    w.count(item.id);
    w.text(item.terms);
    writeRest(item, w);
  }
  const ended = register.allEnded();
  w.count(ended.length);
  for (const { id, terms, ending, answer } of ended) {
    w.count(id);
    w.text(terms);
    w.text(ending);
    w.count(answer);
  }
}

function readRegister<T extends Item>(r: ByteReader, register: Register<T>, readRest: (item: Item) => void): void {
  for (let left = r.count(); left > 0; left -= 1) readRest({ id: r.count(), terms: r.text() });
  for (let left = r.count(); left > 0; left -= 1) {
    register.remember({ id: r.count(), terms: r.text(), ending: r.text(), answer: r.count() });
  }
}

function writeCounts<K extends string>(w: ByteWriter, item: Readonly<Record<K, number>>, names: readonly K[]): void {
  for (const name of names) w.count(item[name]);
}

/** The fields of T beside those of every item are all counts. */
function readCounts<T extends Item>(r: ByteReader, item: Item, names: readonly (keyof T & string)[]): T {
  return { ...item, ...Object.fromEntries(names.map((name) => [name, r.count()])) } as unknown as T;
}

const VOUCHER = ['uid', 'coin', 'amount', 'left', 'ratio', 'maxPerUse', 'expiresAtMs'] as const;
const GRANT = ['uid', 'asset', 'ratio', 'validFromMs', 'expiresAtMs', 'minOwnFunds', 'maxLeverage'] as const;

function writeVoucher(voucher: FeeVoucher, w: ByteWriter): void {
  writeCounts(w, voucher, VOUCHER);
  PRODUCTS.write(w, voucher.products);
  TEXTS.write(w, voucher.symbols);
}

function readVoucher(r: ByteReader, item: Item): FeeVoucher {
  const counts = readCounts<FeeVoucher>(r, item, VOUCHER);
  return { ...counts, voucherId: item.id, products: PRODUCTS.read(r), symbols: TEXTS.read(r) };
}

function writeGrant(grant: Grant, w: ByteWriter): void {
  writeCounts(w, grant, GRANT);
  w.big(grant.amount);
  w.big(grant.remaining);
  BONUS_MODE.write(w, grant.mode);
  TEXTS.write(w, grant.symbols);
  w.text(grant.source);
}

function readGrant(r: ByteReader, item: Item): Grant {
  const counts = readCounts<Grant>(r, item, GRANT);
  return {
    ...counts,
    grantId: item.id,
    amount: r.big(),
    remaining: r.big(),
    mode: BONUS_MODE.read(r),
    symbols: TEXTS.read(r),
    source: r.text(),
  };
}
