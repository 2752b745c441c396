/**
 * Who holds positions: a user's FUTURES wallet, and for copy trading ELITE and COPY:followId, each cut off from the others
 * in funds, positions and risk (trading C1, D1).
 */
import type { OrderPool } from '../../book/order-pool.ts';
import { safeOrNaN } from '../../fixed.ts';
import type { Direction, Position } from '../../formulas/perp/position.ts';
import { AVAILABLE, FUTURES, type Ledger } from '../../ledger/ledger.ts';
import type { User, Users } from '../../users/users.ts';
import type { MarginWallet } from '../../protocol/perp-commands.ts';
import type { Contract } from '../contract/contract.ts';
import type { OrderSums } from './order-sums.ts';
import type { PositionSums } from './position-sums.ts';
import type { WalletSums } from './wallet-sums.ts';
import type { StopOrder } from '../contract/stop-table.ts';
import type { MarginMode, PositionMode, PositionSide } from '../../protocol/words.ts';

/** Ended orders that are remembered of each account. */
export const ENDED_KEPT = 1_000;
const VOUCHER_WALLET = /^VOUCHER:[1-9][0-9]{0,15}$/;
const NONE: readonly MarginAccount[] = [];
const COPY_WALLET = /^COPY:[1-9][0-9]{0,15}$/;

/** Whether the name is that of a wallet between which and SPOT its user may move funds: FUTURES, ELITE, COPY:followId (trading C1). */
export function isMarginWallet(wallet: string): boolean {
  return wallet === 'FUTURES' || wallet === 'ELITE' || COPY_WALLET.test(wallet);
}

/** The name of the wallet of the one position that a voucher opens (trading E6). */
export function voucherWallet(voucherId: number): MarginWallet {
  return `VOUCHER:${voucherId}`;
}

/** Whether the name is one that `voucherWallet` makes; nobody moves funds to or from such a wallet. */
export function isVoucherWallet(wallet: string): boolean {
  return VOUCHER_WALLET.test(wallet);
}

/** An open position. Its margin, when isolated, is what its ISO account holds. */
export interface OpenPosition extends Position {
  readonly positionId: number;
  readonly positionSide: PositionSide;
  readonly direction: Direction;
  /** Units of the base coin, in 10^-8; above 0 while it is open. */
  quantity: bigint;
  /** What its quantity cost, exactly, in units of the settlement asset (trading B4). */
  cost: bigint;
  readonly isolated: boolean;
  /** Parts of the isolated margin that bonus grants back, by grant (trading E2). */
  readonly bonusParts: Map<number, bigint>;
  autoAdd: boolean;
  readonly openedAtMs: number;
  /** Since it was opened: gains and losses of its closed parts, fees paid, funding received less paid. */
  realised: bigint;
  fees: bigint;
  funding: bigint;
}

/** An account's settings and positions in one contract. */
export class Holding {
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
  readonly orders = new Set<number>();
  /** Those of them that are reduce-only, which every fill asks for: a maker's thousands of others are not looked through. Null: none yet. */
  reduceOnlyOrders: Set<number> | null = null;
  /** What they come to; null until it is asked for. */
  orderSums: OrderSums | null = null;
  /** Place among the sums of its wallet; -1 for none. */
  sumsPlace = -1;
  /** Whether its account's list of touched holdings has it, and the one after it there. */
  isTouched = false;
  nextTouched: Holding | null = null;
  private readonly account: MarginAccount;

  constructor(account: MarginAccount, contract: Contract) {
    this.account = account;
    this.contract = contract;
    this.longLeverage = contract.parameters.leverageDefault;
    this.shortLeverage = contract.parameters.leverageDefault;
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
    if (this.isTouched) return;
    const { account } = this;
    this.isTouched = true;
    this.nextTouched = account.firstTouched;
    account.firstTouched = this;
  }

  /** A live order is there, new or as it was changed. */
  orderEnters(orders: OrderPool, order: number): void {
    this.touch();
    this.orderSums?.change(orders, this.contract, this.account.mode, order, 1);
  }

  /** A live order is about to end or to change. */
  orderLeaves(orders: OrderPool, order: number): void {
    this.touch();
    this.orderSums?.change(orders, this.contract, this.account.mode, order, -1);
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
  readonly holdings = new Map<number, Holding>();
  /** What they come to in numbers, but for those that were touched; null until an order is judged by it. */
  sums: WalletSums<Holding> | null = null;
  /** What its cross positions come to in numbers; null until a fill asks for it. */
  positionSums: PositionSums<Holding> | null = null;
  /** The latest of the touched holdings. */
  firstTouched: Holding | null = null;
  /** What its wallet may still pay before its lines do not hold (marks/mark-lines.ts), in units; derived, and 0 without lines. */
  lineReserve = 0;
  /** How many of its live orders are reduce-only: most accounts have none, and a fill has nothing to trim. */
  reduceOnlyCount = 0;
  /** Whether it is among those that changed (MarginAccounts.takeChanged). */
  isChanged = false;
  /** Live orders of all contracts, in order of creation. */
  readonly orders = new Set<number>();
  /** Ended orders, oldest first. */
  readonly ended: number[] = [];
  readonly endedStops: StopOrder[] = [];
  /** Conditional orders that wait, by id, in order of creation. */
  readonly stops = new Map<number, StopOrder>();
  /** Contract and client id → the newest order of that name; stop orders have their own. */
  readonly clientIds = new Map<string, number>();

  constructor(index: number, user: User, wallet: MarginWallet) {
    this.index = index;
    this.user = user;
    this.wallet = wallet;
    this.isOfVoucher = isVoucherWallet(wallet);
    // Copy trading is hedged throughout (trading D1).
    this.mode = wallet === 'FUTURES' ? 'ONE_WAY' : 'HEDGE';
  }

  /** Its settings and positions in the contract, made with the contract's defaults when there are none (trading B3). */
  holding(contract: Contract): Holding {
    const known = this.holdings.get(contract.index);
    if (known !== undefined) return known;
    const holding = new Holding(this, contract);
    this.holdings.set(contract.index, holding);
    return holding;
  }

  /** A touched holding was counted; where others are touched, too, it stays among them. */
  unmark(holding: Holding): void {
    if (this.firstTouched !== holding || holding.nextTouched !== null) return;
    this.firstTouched = null;
    holding.isTouched = false;
  }

  /** Takes its touched holdings, of which none is in the list any more. */
  takeTouched(): Holding[] {
    const touched: Holding[] = [];
    for (let holding = this.firstTouched; holding !== null; holding = holding.nextTouched) touched.push(holding);
    for (const holding of touched) {
      holding.isTouched = false;
      holding.nextTouched = null;
    }
    this.firstTouched = null;
    return touched;
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

  constructor(users: Users, ledger: Ledger) {
    this.users = users;
    this.ledger = ledger;
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
    const account = new MarginAccount(this.list.length, this.users.ensure(uid), wallet);
    this.list.push(account);
    if (wallet === 'FUTURES') this.futures.set(uid, account);
    else this.byName.set(`${uid}:${wallet}`, account);
    return account;
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
    const row = account.user.rows[asset] ?? 0;
    return row === 0 ? 0n : this.ledger.balance(row, FUTURES);
  }

  /** The same as a number; NaN where a double may not hold it. */
  walletUnits(account: MarginAccount, asset: number): number {
    if (account.wallet !== 'FUTURES') return safeOrNaN(Number(this.balance(account, asset)));
    const row = account.user.rows[asset] ?? 0;
    return row === 0 ? 0 : this.ledger.units(row, FUTURES);
  }

  /** PM of trading B4: what the ISO account of an isolated position holds, in units of the settlement asset; 0 for a cross one. */
  margin(account: MarginAccount, contract: Contract, position: OpenPosition): bigint {
    if (!position.isolated) return 0n;
    const name = account.isoName(contract, position.positionSide);
    return this.ledger.holding(account.user.index, name, contract.settle.index);
  }
}
