/** All margin accounts, by index and by uid and wallet, and where their money is in the ledger. */
import { safeOrNaN } from '../../fixed.ts';
import { AVAILABLE, FUTURES, type Ledger } from '../../ledger/ledger.ts';
import { assert } from '../../protocol/invariant.ts';
import type { MarginWallet } from '../../protocol/perp-commands.ts';
import type { Users } from '../../users/users.ts';
import { ACCOUNT_USER } from '../../kernel/perp-layout.ts';
import type { Contract } from '../contract/contract.ts';
import { type Kept, MarginAccount, type OpenPosition, type Records } from './accounts.ts';
import { EndedEnds, OrderChain } from './order-chain.ts';
import { copyOfRecord } from './recorded-account.ts';

const NONE: readonly MarginAccount[] = [];

export class MarginAccounts {
  /** By index. One that a snapshot left as a record is made when somebody asks for it: for each of a hundred thousand its twenty objects would cost memory and time. */
  private readonly list: (MarginAccount | undefined)[] = [];
  /** Those with a FUTURES wallet for which there was no record, by uid: the records of users have the indexes of the others. */
  private readonly unrecorded = new Map<number, MarginAccount>();
  /** Those of copy trading, by uid and wallet. */
  private readonly byName = new Map<string, MarginAccount>();
  /** Accounts whose positions, or the tiers of them, changed since `takeChanged`. */
  private changed: MarginAccount[] = [];
  readonly users: Users;
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

  get count(): number {
    return this.list.length;
  }
  /** In order of first appearance. Makes all of them, which takes long after a restart: not for what is done often. */
  all(): readonly MarginAccount[] {
    return Array.from(this.list, (_, index) => this.at(index));
  }
  /** Those that somebody asked for, by index: all that have objects, such as conditional orders. */
  known(): readonly (MarginAccount | undefined)[] {
    return this.list;
  }
  at(index: number): MarginAccount {
    return this.list[index] ?? this.made(index);
  }
  /** As `at`, to read settings and positions from: of one that nobody asked for a copy that is not kept. */
  look(index: number): MarginAccount {
    return this.list[index] ?? copyOfRecord(this.kept, index, this.users.look(this.userOf(index)));
  }
  /** Where the record of an account is; null without one. */
  recordsOf(index: number): Records | null {
    const known = this.list[index];
    return known === undefined ? this.records : known.records;
  }
  /** Ended orders of an account, oldest first. */
  endedOf(index: number): OrderChain {
    return this.list[index]?.ended ?? new OrderChain(this.kept.orders, new EndedEnds(this.records, index));
  }
  /** The index of the account with the FUTURES wallet of a user; -1 where there is none with a record. */
  futuresOf(user: number): number {
    return this.users.accountOf(user);
  }
  find(uid: number, wallet: MarginWallet): MarginAccount | undefined {
    if (wallet !== 'FUTURES') return this.byName.get(`${uid}:${wallet}`);
    const index = this.futuresOf(this.users.indexOf(uid));
    return index < 0 ? this.unrecorded.get(uid) : this.at(index);
  }

  /** The next account of a snapshot, which stays a record, with the row of its wallet in the ledger, 0 for none; the caller has checked that there is room and none of that user. */
  restore(user: number, row: number): number {
    const index = this.list.push(undefined) - 1;
    this.records.addAccount(index, user);
    this.records.setWalletRow(index, row);
    this.users.noteAccount(user, index);
    return index;
  }

  /** The index of its user. */
  userOf(index: number): number {
    return this.list[index]?.user.index ?? this.records.accountInt(index, ACCOUNT_USER);
  }

  private made(index: number): MarginAccount {
    assert(index >= 0 && index < this.list.length, 'an account that is asked for by index is there');
    const account = new MarginAccount(index, this.users.at(this.userOf(index)), 'FUTURES', this.kept, true);
    this.list[index] = account;
    return account;
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
    if (wallet !== 'FUTURES') this.byName.set(`${uid}:${wallet}`, account);
    else if (account.records === null) this.unrecorded.set(uid, account);
    else this.users.noteAccount(account.user.index, account.index);
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
    const { user, wallet } = account;
    if (wallet !== 'FUTURES') this.byName.delete(`${user.uid}:${wallet}`);
    else if (account.records === null) this.unrecorded.delete(user.uid);
    else this.users.noteAccount(user.index, -1);
    this.users.dropUnused(user);
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
    return this.unitsIn(this.walletRow(account.user.index, asset));
  }
  /** The row of the ledger with a user's wallets in the asset; 0 for none. */
  walletRow(user: number, asset: number): number {
    return this.ledger.walletRow(user, asset);
  }
  /** What the FUTURES wallet in such a row holds, as `walletUnits`. */
  unitsIn(row: number): number {
    return row === 0 ? 0 : this.ledger.units(row, FUTURES);
  }

  /** PM of trading B4: what the ISO account of an isolated position holds, in units of the settlement asset; 0 for a cross one. */
  margin(account: MarginAccount, contract: Contract, position: OpenPosition): bigint {
    if (!position.isolated) return 0n;
    const name = account.isoName(contract, position.positionSide);
    return this.ledger.holding(account.user.index, name, contract.settle.index);
  }
}
