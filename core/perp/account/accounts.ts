/**
 * Who holds positions: a user's FUTURES wallet, and for copy trading ELITE and COPY:followId, each cut off from the others
 * in funds, positions and risk (trading C1, D1).
 */
import { ID, NUM_STRIDE, type OrderPool } from '../../book/order-pool.ts';
import { safeOrNaN } from '../../fixed.ts';
import type { Direction } from '../../formulas/perp/position.ts';
import { AVAILABLE, FUTURES, type Ledger } from '../../ledger/ledger.ts';
import type { User, Users } from '../../users/users.ts';
import type { MarginWallet } from '../../protocol/perp-commands.ts';
import type { Contract } from '../contract/contract.ts';
import {
  ACCOUNT_STOPS,
  ACCOUNT_ORDERS,
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
const NONE: readonly MarginAccount[] = [];

export type { OpenPosition } from './open-position.ts';

/** Where accounts and holdings have records. */
type Records = MarginRecords<MarginAccount, Holding>;

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
  /** What its wallet may still pay before its lines do not hold (marks/mark-lines.ts), in units; derived, and 0 without lines. */
  lineReserve = 0;
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

  /** `kept`: where orders and records are; null of a copy, or of a wallet that nobody has traded with. */
  constructor(index: number, user: User, wallet: MarginWallet, kept: Kept | null = null) {
    this.index = index;
    this.user = user;
    this.wallet = wallet;
    this.isOfVoucher = isVoucherWallet(wallet);
    // Copy trading is hedged throughout (trading D1).
    this.mode = wallet === 'FUTURES' ? 'ONE_WAY' : 'HEDGE';
    this.pool = kept === null ? null : kept.orders;
    this.contracts = kept === null ? [] : kept.contracts;
    this.records = kept !== null && kept.records.addAccount(this) ? kept.records : null;
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
      this.known.set(contract.index, holding);
    }
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
interface Kept {
  readonly orders: OrderPool;
  readonly contracts: readonly Contract[];
  readonly records: Records;
}

/** All margin accounts, by index and by uid and wallet, and where their money is in the ledger. */
export class MarginAccounts {
  private readonly list: MarginAccount[] = [];
  private readonly futures = new Map<number, MarginAccount>();
  /** Those of copy trading, by uid and wallet. */
  private readonly byName = new Map<string, MarginAccount>();
  /** Accounts whose positions, or the tiers of them, changed since `takeChanged`. */
  private changed: MarginAccount[] = [];
  private readonly users: Users;
  private readonly ledger: Ledger;
  readonly kept: Kept;

  /** `kept`: where its accounts' orders and records are. */
  constructor(users: Users, ledger: Ledger, kept: Kept) {
    this.users = users;
    this.ledger = ledger;
    this.kept = kept;
  }

  get records(): Records {
    return this.kept.records;
  }

  /** In order of first appearance. */
  all(): readonly MarginAccount[] {
    return this.list;
  }
  at(index: number): MarginAccount {
    return this.list[index];
  }
  find(uid: number, wallet: MarginWallet): MarginAccount | undefined {
    return wallet === 'FUTURES' ? this.futures.get(uid) : this.byName.get(`${uid}:${wallet}`);
  }
  /** Whether the user is new and the core has no room for another one. */
  isFullFor(uid: number): boolean {
    return this.users.isFull && this.users.find(uid) === undefined;
  }
  /** As `ensure`, for commands that users send themselves: refused when the core has no room for another user. */
  admit(uid: number, wallet: MarginWallet): MarginAccount | 'LIMIT_REACHED' {
    return this.isFullFor(uid) ? 'LIMIT_REACHED' : this.ensure(uid, wallet);
  }
  /** The account, made when there is none, and its user with it. */
  ensure(uid: number, wallet: MarginWallet): MarginAccount {
    const known = this.find(uid, wallet);
    if (known !== undefined) return known;
    const account = new MarginAccount(this.list.length, this.users.ensure(uid), wallet, this.kept);
    this.list.push(account);
    if (wallet === 'FUTURES' && account.records !== null) account.user.noteAccount(account.index);
    if (wallet === 'FUTURES') this.futures.set(uid, account);
    else this.byName.set(`${uid}:${wallet}`, account);
    return account;
  }

  /** Writes the records of what the command changed, and of an account whose settings it changed. */
  mirror(asset: number): void {
    this.kept.records.mirror(({ user }) => this.ledger.walletRow(user.index, asset));
  }
  mirrorAccount(account: MarginAccount, asset: number): void {
    this.kept.records.mirrorAccount(account, this.ledger.walletRow(account.user.index, asset));
  }

  /** The account's positions, or the tiers of them, are about to be other ones. */
  noteChange(account: MarginAccount): void {
    if (account.isChanged) return;
    account.isChanged = true;
    this.changed.push(account);
  }
  /** The accounts noted since it was last asked. */
  takeChanged(): readonly MarginAccount[] {
    const { changed } = this;
    if (changed.length === 0) return NONE;
    this.changed = [];
    for (const account of changed) account.isChanged = false;
    return changed;
  }

  /** Forgets the newest account, which a refused command has just made, and its user if that command made it too. */
  dropLast(account: MarginAccount): void {
    this.list.pop();
    if (account.wallet === 'FUTURES') account.user.noteAccount(-1);
    if (account.wallet === 'FUTURES') this.futures.delete(account.user.uid);
    else this.byName.delete(`${account.user.uid}:${account.wallet}`);
    this.users.dropUnused(account.user);
  }

  /** Where the wallet's own money is: MAIN of trading C1. Of other wallets than FUTURES it opens the account named like the wallet. */
  main(account: MarginAccount, asset: number): { readonly row: number; readonly bucket: number } {
    if (account.wallet === 'FUTURES') return { row: this.users.row(account.user, asset), bucket: FUTURES };
    return { row: this.ledger.account(account.user.index, account.wallet, asset), bucket: AVAILABLE };
  }

  /** W of trading B6: what MAIN holds, without isolated margin, in units of the asset; negative while losses exceed it. */
  balance(account: MarginAccount, asset: number): bigint {
    if (account.wallet !== 'FUTURES') return this.ledger.holding(account.user.index, account.wallet, asset);
    const row = this.ledger.walletRow(account.user.index, asset);
    return row === 0 ? 0n : this.ledger.balance(row, FUTURES);
  }

  /** The same as a number; NaN where a double may not hold it. */
  walletUnits(account: MarginAccount, asset: number): number {
    if (account.wallet !== 'FUTURES') return safeOrNaN(Number(this.balance(account, asset)));
    const row = this.ledger.walletRow(account.user.index, asset);
    return row === 0 ? 0 : this.ledger.units(row, FUTURES);
  }

  /** PM of trading B4: what the ISO account of an isolated position holds, in units of the settlement asset; 0 for a cross one. */
  margin(account: MarginAccount, contract: Contract, position: OpenPosition): bigint {
    if (!position.isolated) return 0n;
    const name = account.isoName(contract, position.positionSide);
    return this.ledger.holding(account.user.index, name, contract.settle.index);
  }
}
