/** The naive house's money: what lives, what grants and vouchers pay, and moves between buckets (trading A5.8, C2, E). */
import { NaiveModel } from '../spot/naive-model.ts';
import type { RejectCode } from '../../protocol/rejects.ts';

export type Fields = Readonly<Record<string, never>>;

export interface Thing {
  readonly body: string;
  readonly command: Fields;
  /** Empty while it lives. */
  ending: string;
  answer: bigint;
  left: bigint;
  version: bigint;
}

/** As a trade of the spot market sees it. */
export interface FeeVoucher {
  readonly id: number;
  readonly ratio: bigint;
  /** 0: no such limit. */
  readonly maxPerUse: bigint;
  readonly expiresAtMs: number;
  readonly products: readonly string[];
  readonly symbols: readonly string[];
  readonly left: bigint;
  /** Pays `part` of it. */
  take(part: bigint): void;
}

const ONE = 100_000_000n;
const POOLS = ['INSURANCE', 'BONUS_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL'];

export type Entries = readonly { readonly uid: number; readonly account: string; readonly amount: number }[];

export class NaiveProductMoney extends NaiveModel {
  protected readonly things = new Map<string, Thing>();
  /** The asset of the futures wallets; empty before the first contract. */
  protected settle = '';
  /** When users last converted small balances. */
  private readonly converted = new Map<number, number>();
  /** How far below zero payouts may take a pool: "pool asset" → 0 or less. */
  protected readonly floors = new Map<string, bigint>();

  protected live(list: string): Thing[] {
    return [...this.things]
      .filter(([key, { ending }]) => key.startsWith(`${list} `) && ending === '')
      .map(([, thing]) => thing);
  }
  protected grantsOf(uid: number): Thing[] {
    return this.live('grant').filter(({ command }) => Number(command['uid']) === uid);
  }

  protected endVoucher(thing: Thing, ending: string): bigint {
    const { uid, coin, voucherId } = thing.command;
    const rest = this.balance(uid!, coin!, `FEE_VOUCHER:${voucherId}`);
    this.shift([uid!, coin!, `FEE_VOUCHER:${voucherId}`], [0, coin!, 'PRIZE_POOL'], rest);
    thing.ending = ending;
    return rest;
  }

  protected endGrant(thing: Thing, ending: string): bigint {
    const { uid, asset, grantId } = thing.command;
    const rest = this.balance(uid!, asset!, `BONUS:${grantId}`);
    this.shift([uid!, asset!, `BONUS:${grantId}`], [0, asset!, 'BONUS_POOL'], rest);
    thing.ending = ending;
    return rest;
  }

  protected expire(): void {
    const isDue = ({ command }: Thing): boolean => Number(command['expiresAtMs']) <= this.timeMs;
    for (const voucher of this.live('voucher').filter(isDue)) this.endVoucher(voucher, 'EXPIRED');
    for (const grant of this.live('grant').filter(isDue)) this.endGrant(grant, 'EXPIRED');
  }

  /** Vouchers of a user in a coin that are not used up. */
  protected vouchersOf(uid: number, coin: string): FeeVoucher[] {
    const theirs = this.live('voucher').filter(({ command }) => Number(command['uid']) === uid);
    return theirs
      .filter(({ command }) => command['coin'] === coin)
      .map((thing) => {
        const { voucherId, ratio, maxPerUse, expiresAtMs, products, symbols } = thing.command;
        const name = `FEE_VOUCHER:${voucherId}`;
        const left = this.balance(uid, coin, name);
        return {
          id: Number(voucherId),
          ratio: BigInt(ratio!),
          maxPerUse: BigInt(maxPerUse!),
          expiresAtMs: Number(expiresAtMs),
          products: [...products!],
          symbols: [...symbols!],
          left,
          take: (part) => {
            this.add(uid, coin, name, -part);
            if (part === left) thing.ending = 'USED';
          },
        };
      });
  }

  /** Trading A5.8: maker, then taker. */
  protected useVouchers(at: number): void {
    const trade = this.trades[at]!;
    const { quote, parameters } = this.markets.get(trade.symbol)!;
    for (const [id, fee] of [
      [trade.maker, trade.makerFee],
      [trade.taker, trade.takerFee],
    ] as const) {
      const order = this.orders[Number(id) - 1]!;
      const [first] = this.vouchersOf(order.uid, quote)
        .filter(({ expiresAtMs, products }) => expiresAtMs > this.timeMs && products.includes('SPOT'))
        .filter(({ symbols }) => symbols.length === 0 || symbols.includes(trade.symbol))
        .sort((a, b) => a.expiresAtMs - b.expiresAtMs || Number(b.ratio - a.ratio) || a.id - b.id);
      if (first === undefined || fee <= 0n) continue;
      const isInBase = order.side === 'BUY' && parameters.feeMode !== 'QUOTE';
      // The amount of the trade is the price times its quantity: of the fee it is the same share.
      const value = isInBase ? [fee * trade.amount, trade.quantity] : [fee, 1n];
      let part = (value[0]! * first.ratio) / (value[1]! * ONE);
      if (part > first.left) part = first.left;
      if (first.maxPerUse > 0n && part > first.maxPerUse) part = first.maxPerUse;
      first.take(part);
      this.add(order.uid, quote, 'AVAIL', part);
    }
  }

  protected move(
    from: readonly [number, string, string],
    to: readonly [number, string, string],
    amount: bigint,
    otherwise: RejectCode,
  ): RejectCode | bigint {
    if (this.balance(...from) < amount) return otherwise;
    this.shift(from, to, amount);
    return amount;
  }

  protected shift(
    from: readonly [number, string, string],
    to: readonly [number, string, string],
    amount: bigint,
  ): void {
    this.add(...from, -amount);
    this.add(...to, amount);
  }

  /** Out of a pool, down to its floor. */
  protected pay(
    pool: string,
    asset: string,
    to: readonly [number, string, string],
    amount: bigint,
  ): RejectCode | bigint {
    const floor = this.floors.get(`${pool} ${asset}`) ?? 0n;
    if (this.balance(0, asset, pool) - amount < floor) return 'POOL_SHORT';
    this.shift([0, asset, pool], to, amount);
    return amount;
  }

  /** A counter-journal (trading C2): every side can be posted, or none is. Answers what changed hands. */
  protected correct(asset: string, entries: Entries): RejectCode | bigint {
    const accounts = new Set(entries.map(({ uid, account }) => `${uid} ${account}`));
    const sum = entries.reduce((total, { amount }) => total + amount, 0);
    const hasNothing = entries.some(({ amount }) => amount === 0);
    if (entries.length < 2 || accounts.size < entries.length || sum !== 0 || hasNothing) return 'BAD_FIELDS';
    const places = entries.map(({ uid, account }) => this.placeOf(uid, asset, account));
    for (const [at, { uid, account, amount }] of entries.entries()) {
      const place = places[at];
      if (place === undefined) return 'BAD_FIELDS';
      const left = this.balance(...place) + BigInt(amount);
      const floor = uid === 0 && POOLS.includes(account) ? (this.floors.get(`${account} ${asset}`) ?? 0n) : 0n;
      if (amount < 0 && account !== 'EXTERNAL' && left < floor)
        return uid === 0 ? 'POOL_SHORT' : 'INSUFFICIENT_BALANCE';
    }
    for (const [at, { amount }] of entries.entries()) this.add(...places[at]!, BigInt(amount));
    return entries.reduce((moved, { amount }) => moved + (amount > 0 ? BigInt(amount) : 0n), 0n);
  }

  /** What was won with a grant that was revoked, as far as it is there (trading E5). */
  protected withhold(uid: number, grant: Thing | undefined, amount: bigint): RejectCode | bigint {
    if (grant === undefined) return 'UNKNOWN_ID';
    if (grant.ending === '') return 'ACCOUNT_STATE';
    if (Number(grant.command['uid']) !== uid) return 'UNKNOWN_ID';
    if (grant.ending !== 'RevokeBonus') return 'ALREADY_ENDED';
    const free = this.balance(uid, this.settle, 'FUTURES');
    const taken = free < amount ? free : amount;
    this.shift([uid, this.settle, 'FUTURES'], [0, this.settle, 'BONUS_POOL'], taken);
    return taken;
  }

  /** Small balances to USDT (trading C7). A price is 10^-8 quote per whole coin; so are a rate and the limit's 10 USDT. */
  protected convertDust(f: Fields): RejectCode | bigint {
    const uid = Number(f['uid']);
    const coins = f['coins'] as readonly string[];
    if (coins.some((coin) => !this.scales.has(coin))) return 'UNKNOWN_ASSET';
    if (coins.length === 0 || coins.includes('USDT') || new Set(coins).size < coins.length) return 'BAD_FIELDS';
    if (this.timeMs < (this.converted.get(uid) ?? -Infinity) + 86_400_000) return 'TOO_SOON';
    let [worth, charged] = [0n, 0n];
    const given: [coin: string, amount: bigint][] = [];
    for (const coin of coins) {
      const market = [...this.markets.values()].find(({ base, quote }) => base === coin && quote === 'USDT');
      if (market === undefined || market.last === 0n || market.status !== 'TRADING') return 'NO_PRICE';
      const have = this.balance(uid, coin, 'AVAIL');
      const { stepSize, minVolume, minAmount } = market.parameters;
      const amountOf = (units: bigint): bigint => (units * market.last) / 10n ** BigInt(this.scales.get(coin)!);
      const order = have - (have % BigInt(stepSize));
      const canSell = order > 0n && order >= BigInt(minVolume) && amountOf(order) >= BigInt(minAmount);
      const value = amountOf(have);
      const cost = (value + 99n) / 100n;
      if (canSell || value >= 10n * ONE || value <= cost) return 'NOT_DUST';
      worth += value;
      charged += cost;
      given.push([coin, have]);
    }
    if (worth - charged < BigInt(f['minReceived']!)) return 'QUOTE_CHANGED';
    if (this.balance(0, 'USDT', 'HOUSE') < worth) return 'POOL_SHORT';
    for (const [coin, have] of given) this.shift([uid, coin, 'AVAIL'], [0, coin, 'HOUSE'], have);
    this.shift([0, 'USDT', 'HOUSE'], [uid, 'USDT', 'AVAIL'], worth - charged);
    this.shift([0, 'USDT', 'HOUSE'], [0, 'USDT', 'AVAIL'], charged);
    this.converted.set(uid, this.timeMs);
    return worth - charged;
  }

  private placeOf(uid: number, asset: string, account: string): [number, string, string] | undefined {
    if (uid !== 0) {
      if (account === 'SPOT') return [uid, asset, 'AVAIL'];
      return account === 'FUTURES' && asset === this.settle ? [uid, asset, 'FUTURES'] : undefined;
    }
    if (account === 'EXTERNAL') return [-1, asset, 'AVAIL'];
    if (account === 'HOUSE_FEE') return [0, asset, 'AVAIL'];
    return account === 'HOUSE' || POOLS.includes(account) ? [0, asset, account] : undefined;
  }
}
