/** The accounts that the house's commands move money between, and the transfers themselves, each told as one event. */
import type { AssetView } from '../protocol/events.ts';
import { FEE_ACCOUNT, OUTSIDE_ACCOUNT, type Unnumbered } from '../protocol/words.ts';
import { MAX_UNITS } from '../fixed.ts';
import { AVAILABLE, EXTERNAL, FUTURES, HOUSE, type Ledger, LOCKED, type Posting } from '../ledger/ledger.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isCount } from '../protocol/field-checks.ts';
import type { Market } from '../spot/market.ts';
import type { User } from '../users/user.ts';
import type { Users } from '../users/users.ts';
import type { ProductEvent, PostedEntry, PostingKind } from '../protocol/product-events.ts';

/** Where events go; `user` is whose stream numbers them. An event is handed over: it gets its numbers in place. */
export interface ProductSink {
  product(user: User | null, event: Unnumbered<ProductEvent>): void;
}

export interface ProductParts {
  readonly ledger: Ledger;
  readonly users: Users;
  readonly reporter: ProductSink;
  readonly assets: readonly AssetView[];
  readonly markets: readonly Market[];
  /** The asset's index, or undefined. */
  assetIndex(asset: string): number | undefined;
}

/** One bucket of one account. */
export type LedgerAccount = Omit<Posting, 'amount'>;

/** Owner of the house's accounts. */
export const THE_HOUSE = { index: HOUSE } as const;
type Owner = Pick<User, 'index'>;

export class Books {
  readonly ledger: Ledger;
  readonly users: Users;
  private readonly parts: ProductParts;

  constructor(parts: ProductParts) {
    this.parts = parts;
    this.ledger = parts.ledger;
    this.users = parts.users;
  }

  /** The same accounts with their balances in another ledger: a draft. */
  over(ledger: Ledger): Books {
    return new Books({ ...this.parts, ledger });
  }

  asset(name: string): number | undefined {
    return this.parts.assetIndex(name);
  }

  assetName(asset: number): string {
    return this.parts.assets[asset].asset;
  }

  /** Null when there is no room for another user. */
  ensure(uid: number): User | null {
    return this.users.find(uid) ?? (this.users.isFull ? null : this.users.ensure(uid));
  }

  spot(user: User, asset: number): LedgerAccount {
    return { row: this.users.row(user, asset), bucket: AVAILABLE };
  }
  futures(user: User, asset: number): LedgerAccount {
    return { row: this.users.row(user, asset), bucket: FUTURES };
  }
  /** An account with a name, of a user or of the house; opened when there is none. */
  named(owner: Owner, name: string, asset: number): LedgerAccount {
    return { row: this.ledger.account(owner.index, name, asset), bucket: AVAILABLE };
  }
  hold(owner: Owner, name: string, asset: number): LedgerAccount {
    return { row: this.ledger.account(owner.index, name, asset), bucket: LOCKED };
  }
  fees(asset: number): LedgerAccount {
    return { row: this.ledger.houseRow(asset), bucket: AVAILABLE };
  }
  outside(asset: number): LedgerAccount {
    return { row: this.ledger.externalRow(asset), bucket: AVAILABLE };
  }

  /** In which the user has, or had, SPOT and FUTURES wallets, in ascending order. */
  heldAssets(user: User): number[] {
    return this.ledger.walletRowsOf(user.index).map((row) => this.ledger.assetOf(row));
  }
  /** Free funds of SPOT; asking opens no account. */
  spotFunds(user: User | undefined, asset: number): bigint {
    return this.ledger.balance(this.ledger.walletRow(user?.index ?? 0, asset), AVAILABLE);
  }
  futuresFunds(user: User | undefined, asset: number): bigint {
    return this.ledger.balance(this.ledger.walletRow(user?.index ?? 0, asset), FUTURES);
  }
  holding(owner: Owner, name: string, asset: number): bigint {
    return this.ledger.holding(owner.index, name, asset);
  }

  /** The simplest transfer; an amount of 0 does nothing. */
  move(posting: PostingKind, eventId: number, from: LedgerAccount, to: LedgerAccount, amount: number | bigint): void {
    const units = BigInt(amount);
    this.post(posting, eventId, [
      { ...from, amount: -units },
      { ...to, amount: units },
    ]);
  }

  /** Posts and tells; sides of 0 are left out. */
  post(posting: PostingKind, eventId: number, postings: readonly Posting[]): void {
    const sides = postings.filter(({ amount }) => amount !== 0n);
    if (sides.length === 0) return;
    const asset = this.assetName(this.ledger.assetOf(sides[0].row));
    const entries = sides.map((side) => this.entryOf(side));
    this.ledger.post(sides);
    this.tell(null, { kind: 'Posted', posting, eventId, asset, entries });
  }

  tell(user: User | null, event: Unnumbered<ProductEvent>): void {
    this.parts.reporter.product(user, event);
  }

  private entryOf({ row, bucket, amount }: Posting): PostedEntry {
    const { ledger } = this;
    const owner = ledger.ownerOf(row);
    const name = ledger.nameOf(row);
    const uid = owner > HOUSE ? this.users.at(owner).uid : 0;
    if (name !== '') return { uid, account: bucket === LOCKED ? `${name}/HOLD` : name, amount };
    if (owner <= HOUSE) return { uid, account: owner === EXTERNAL ? OUTSIDE_ACCOUNT : FEE_ACCOUNT, amount };
    return { uid, account: bucket === FUTURES ? 'FUTURES' : 'SPOT', amount };
  }
}

/** Of a command that moves something. */
export function checkAmount(amount: number): RejectCode | null {
  if (!isCount(amount) || amount === 0) return 'BAD_FIELDS';
  return amount > MAX_UNITS ? 'AMOUNT_TOO_LARGE' : null;
}
