/**
 * Who holds positions: a user's FUTURES wallet, and for copy trading ELITE and COPY:followId, each cut off from the others
 * in funds, positions and risk (trading C1, D1). Where all of them are: margin-accounts.ts.
 */
import { ID, NUM_STRIDE, type OrderPool } from '../../book/order-pool.ts';
import type { Direction } from '../../formulas/perp/position.ts';
import type { User } from '../../users/user.ts';
import type { MarginWallet } from '../../protocol/perp-commands.ts';
import type { Contract } from '../contract/contract.ts';
import {
  ACCOUNT_LINE_RESERVE,
  ACCOUNT_ORDERS,
  ACCOUNT_STOPS,
  HOLDING_CONTRACT,
  LONG_LEVERAGE,
  PERP_ENDED_KEPT,
  SHORT_LEVERAGE,
} from '../../kernel/perp-layout.ts';
import { LazyMap } from './lazy-map.ts';
import type { MarginRecords } from './margin-records.ts';
import { EndedEnds, HoldingEnds, type LiveOrders, OrderChain } from './order-chain.ts';
import { OrderSums } from './order-sums.ts';
import { type OpenPosition, takePosition } from './open-position.ts';
import type { PositionSums } from './position-sums.ts';
import { WaitingStops } from './waiting-stops.ts';
import { isVoucherWallet } from './wallet-names.ts';
import { WalletSums } from './wallet-sums.ts';
import type { StopOrder } from '../contract/stop-table.ts';
import type { MarginMode, PositionMode, PositionSide } from '../../protocol/words.ts';

/** Ended orders that are remembered of each account. */
export const ENDED_KEPT = PERP_ENDED_KEPT;

export type { OpenPosition } from './open-position.ts';

/** Where accounts and holdings have records. */
export type Records = MarginRecords<MarginAccount, Holding>;

/** An account's settings and positions in one contract. */
export class Holding {
  readonly account: MarginAccount;
  readonly contract: Contract;
  marginMode: MarginMode = 'CROSS';
  /** The two leverages differ only in hedge mode with isolated margin. */
  longLeverage: number;
  shortLeverage: number;
  /** In one-way mode `both`, in hedge mode the other two. */
  both: OpenPosition | null = null;
  long: OpenPosition | null = null;
  short: OpenPosition | null = null;
  /** Live orders (slots), in order of creation. */
  readonly orders: LiveOrders;
  /** Those of them that are reduce-only, which every fill asks for: a maker's thousands of others are not looked through. Null: none yet. */
  reduceOnlyOrders: Set<number> | null = null;
  /** What they come to; null for one without a record. */
  readonly orderSums: OrderSums | null;
  /** Of its record (margin-records.ts); 0 without one. */
  readonly number: number;
  /** Whether its record is an old one, and whether the kernel finds it. */
  isUnmirrored = false;
  isPlaced: boolean;

  /** `orders`: live ones of a copy, which has no record. `made`: the number of a record that the kernel made. */
  constructor(account: MarginAccount, contract: Contract, orders: LiveOrders | null = null, made = 0) {
    const { records } = account;
    this.isPlaced = made !== 0;
    this.account = account;
    this.contract = contract;
    // The kernel may have made the record before the contract's default changed.
    const { leverageDefault } = contract.parameters;
    this.longLeverage = made === 0 ? leverageDefault : records!.num(made, LONG_LEVERAGE);
    this.shortLeverage = made === 0 ? leverageDefault : records!.num(made, SHORT_LEVERAGE);
    this.number = orders !== null || records === null ? 0 : made || records.addHolding(this, account.index);
    this.orders =
      orders ??
      (this.number === 0
        ? new OrderChain(account.pool!)
        : new OrderChain(account.pool!, new HoldingEnds(records!, this.number)));
    this.orderSums = this.number === 0 ? null : new OrderSums(records!, this.number);
    if (this.number === 0) account.leaveToCore();
    else if (made === 0) records!.willMirror(this);
    else records!.adopt(made, this);
  }

  /** Those that are open, long before short. */
  positions(): OpenPosition[] {
    if (this.both !== null) return [this.both];
    if (this.long === null) return this.short === null ? [] : [this.short];
    return this.short === null ? [this.long] : [this.long, this.short];
  }

  position(side: PositionSide): OpenPosition | null {
    return side === 'BOTH' ? this.both : side === 'LONG' ? this.long : this.short;
  }

  /** Null: it was closed. */
  setPosition(side: PositionSide, position: OpenPosition | null): void {
    this.touch();
    if (side === 'BOTH') this.both = position;
    else if (side === 'LONG') this.long = position;
    else this.short = position;
  }

  /** Its live orders, its positions or its leverage are other ones: what they come to is counted anew when it is next asked for. */
  touch(): void {
    const { number, account } = this;
    if (number === 0) return;
    account.sums!.touch(number);
    account.records!.willMirror(this);
  }

  /** A live order is there, new or as it was changed. */
  orderEnters(orders: OrderPool, order: number): void {
    this.orderChanges(orders, order, 1);
  }

  /** A live order is about to end or to change. */
  orderLeaves(orders: OrderPool, order: number): void {
    this.orderChanges(orders, order, -1);
  }

  private orderChanges(orders: OrderPool, order: number, sign: number): void {
    if (this.orderSums === null) return;
    this.touch();
    this.orderSums.change(orders, this, order, sign);
  }

  /** Notes that one of its live orders, which was not noted yet, is reduce-only. */
  addReduceOnly(order: number): void {
    this.reduceOnlyOrders ??= new Set();
    this.reduceOnlyOrders.add(order);
    this.account.reduceOnlyCount += 1;
  }

  /** A live order ends. */
  dropReduceOnly(order: number): void {
    if (this.reduceOnlyOrders?.delete(order) === true) this.account.reduceOnlyCount -= 1;
  }

  get isFlat(): boolean {
    return this.both === null && this.long === null && this.short === null;
  }

  /** A whole number, such as 20n. */
  leverageOf(direction: Direction): bigint {
    return BigInt(direction === 1n ? this.longLeverage : this.shortLeverage);
  }
}

/** A wallet with positions: what is its own in all contracts. Its funds are in the ledger (MarginAccounts.balance, margin). */
export class MarginAccount {
  readonly index: number;
  readonly user: User;
  readonly wallet: MarginWallet;
  /** Its wallet is that of a voucher's one position, which takes few commands (trading E6). */
  readonly isOfVoucher: boolean;
  mode: PositionMode;
  closeOnly = false;
  /** The part of a voucher's position that goes back to BONUS_POOL first; 0 once it is settled, and for every other wallet. */
  voucherFace = 0n;
  private readonly known = new Map<number, Holding>();
  private readonly contracts: readonly Contract[];
  /** Where its orders are; null of one that cannot have any. */
  readonly pool: OrderPool | null;
  /** Where its record is and those of its holdings; null without one. */
  readonly records: Records | null;
  /** What its holdings come to in numbers, but for those that were touched; null without a record. */
  readonly sums: WalletSums | null;
  /** A holding has no record: the rule in BigInt judges its orders. */
  hasUnrecorded = false;
  private ownPositionSums: PositionSums<Holding> | null = null;
  /** How many of its live orders are reduce-only: most accounts have none, and a fill has nothing to trim. */
  reduceOnlyCount = 0;
  /** Whether it is among those that changed (MarginAccounts.takeChanged). */
  isChanged = false;
  /** Ended orders, oldest first. */
  readonly ended: OrderChain;
  readonly endedStops: StopOrder[] = [];
  /** Conditional orders that wait, by id, in order of creation. */
  readonly stops: WaitingStops;
  /** Contract and client id → the newest order of that name; stop orders have their own. */
  readonly clientIds = new LazyMap<string, number>();

  /** `kept`: where orders and records are; null of a copy, or of a wallet that nobody has traded with. `hasRecord`: it has been a record only so far. */
  constructor(index: number, user: User, wallet: MarginWallet, kept: Kept | null = null, hasRecord = false) {
    this.index = index;
    this.user = user;
    this.wallet = wallet;
    this.isOfVoucher = isVoucherWallet(wallet);
    // Copy trading is hedged throughout (trading D1).
    this.mode = wallet === 'FUTURES' ? 'ONE_WAY' : 'HEDGE';
    this.pool = kept === null ? null : kept.orders;
    this.contracts = kept === null ? [] : kept.contracts;
    this.records = kept !== null && (hasRecord || kept.records.addAccount(index, user.index)) ? kept.records : null;
    const { records, pool } = this;
    this.stops = new WaitingStops((size) => records?.setAccountInt(index, ACCOUNT_STOPS, size));
    this.sums = records === null ? null : new WalletSums(records, index);
    this.ended = records === null ? new OrderChain(pool!) : new OrderChain(pool!, new EndedEnds(records, index));
  }

  /** By the index of the contract, in the order in which they were made; the kernel may have made or changed some since it was last asked. */
  get holdings(): Map<number, Holding> {
    if (this.records?.hasNewer(this.index) === true) this.takeNewer();
    return this.known;
  }

  /** What its cross positions come to in numbers; null until a fill of the core asks for it, and again after fills of the kernel. */
  get positionSums(): PositionSums<Holding> | null {
    if (this.records?.hasNewer(this.index) === true) this.takeNewer();
    return this.ownPositionSums;
  }
  set positionSums(sums: PositionSums<Holding> | null) {
    this.ownPositionSums = sums;
  }

  private takeNewer(): void {
    const records = this.records!;
    this.ownPositionSums = null;
    for (const number of records.takeNewer(this.index)) {
      const contract = this.contracts[records.int(number, HOLDING_CONTRACT)];
      const holding = this.known.get(contract.index) ?? new Holding(this, contract, null, number);
      holding.both = takePosition(records, number, holding.both);
      if (holding.both !== null) holding.both.funding += records.takeFunding(number);
      this.known.set(contract.index, holding);
    }
  }

  /** What its wallet may still pay before its lines do not hold (marks/mark-lines.ts), in units; derived, and 0 without lines. Without a record it stays 0: every payment makes them anew. */
  get lineReserve(): number {
    return this.records === null ? 0 : this.records.accountNum(this.index, ACCOUNT_LINE_RESERVE);
  }
  set lineReserve(units: number) {
    this.records?.setAccountNum(this.index, ACCOUNT_LINE_RESERVE, units);
  }

  /** A holding has no record: the kernel must not judge by those of the others. */
  leaveToCore(): void {
    this.hasUnrecorded = true;
    this.records?.leaveToCore(this.index);
  }

  /** How many live orders it has, and those of all contracts in order of creation. */
  get orderCount(): number {
    if (this.records !== null && !this.hasUnrecorded) return this.records.accountInt(this.index, ACCOUNT_ORDERS);
    let count = 0;
    for (const { orders } of this.holdings.values()) count += orders.size;
    return count;
  }
  liveOrders(): number[] {
    const { pool } = this;
    const found = [...this.holdings.values()].flatMap(({ orders }) => [...orders]);
    return found.sort((a, b) => pool!.num[a * NUM_STRIDE + ID] - pool!.num[b * NUM_STRIDE + ID]);
  }

  /** Its settings and positions in the contract, made with the contract's defaults when there are none (trading B3). */
  holding(contract: Contract): Holding {
    const known = this.holdings.get(contract.index);
    if (known !== undefined) return known;
    const holding = new Holding(this, contract);
    this.holdings.set(contract.index, holding);
    return holding;
  }

  /** Forgets a holding that was made for a command that came to nothing. */
  dropHolding(holding: Holding): void {
    this.holdings.delete(holding.contract.index);
    if (holding.number === 0) return;
    this.sums!.forget(holding.number);
    this.records!.dropHolding(holding.number);
  }

  /**
   * The name of the account that holds the margin of an isolated position: ISO:symbol:side, and of any other wallet than FUTURES its name
   * before that, as in COPY:7/ISO:BTCUSDT:LONG (trading C1).
   */
  isoName(contract: Contract, side: PositionSide): string {
    const name = `ISO:${contract.symbol}:${side}`;
    return this.wallet === 'FUTURES' ? name : `${this.wallet}/${name}`;
  }
}

/** Where orders, and records of accounts and holdings, are kept. */
export interface Kept {
  readonly orders: OrderPool;
  readonly contracts: readonly Contract[];
  readonly records: Records;
}
