/** Prizes, what is taken back of them, referral rebates and stop-loss covers (trading C2, C6). */
import { MAX_UNITS } from '../fixed.ts';
import { clawBack } from '../formulas/bonus.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isUid } from '../protocol/field-checks.ts';
import type { User } from '../users/user.ts';
import type { BonusHolder } from './bonus-holder.ts';
import { type Books, checkAmount, type LedgerAccount } from './books.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import type { Pools } from './pools.ts';
import { type Item, Register, termsOf } from '../users/register.ts';

/** An attached cover; the balance of its account is the amount that it may still pay. */
export interface Cover extends Item {
  readonly uid: number;
  readonly asset: number;
  readonly amount: number;
}

export class Prizes {
  readonly prizes = new Register();
  readonly clawBacks = new Register();
  readonly rebates = new Register();
  readonly covers = new Register<Cover>();
  private readonly books: Books;
  private readonly pools: Pools;
  private readonly holder: () => BonusHolder;

  constructor(books: Books, pools: Pools, holder: () => BonusHolder) {
    this.books = books;
    this.pools = pools;
    this.holder = holder;
  }

  pay(command: ProductCommandOf<'PayPrize'>): RejectCode | number {
    const { prizeId, uid, wallet, amount } = command;
    const asset = this.books.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(uid, wallet, command.asset, amount);
    const seen = this.prizes.seen(prizeId, terms);
    if (seen !== null) return seen === 'REPEAT' ? amount : seen;
    if (!isUid(prizeId) || !isUid(uid) || !this.isWallet(wallet, asset)) return 'BAD_FIELDS';
    const refusal = checkAmount(amount);
    if (refusal !== null) return refusal;
    if (!this.pools.covers('PRIZE_POOL', asset, amount)) return 'POOL_SHORT';
    const user = this.books.ensure(uid);
    if (user === null) return 'LIMIT_REACHED';
    this.pools.pay('PRIZE', prizeId, { pool: 'PRIZE_POOL', asset }, this.wallet(user, wallet, asset), amount);
    this.prizes.close({ id: prizeId, terms }, '', amount);
    return amount;
  }

  /** Not a transfer in the sense of trading E5: it voids no grant. */
  clawBack(command: ProductCommandOf<'ClawBackPrize'>): RejectCode | number {
    const { prizeId, uid, wallet, amount } = command;
    const asset = this.books.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(uid, wallet, command.asset, amount);
    const seen = this.clawBacks.seen(prizeId, terms);
    if (seen !== null) return seen === 'REPEAT' ? (this.clawBacks.end(prizeId)?.answer ?? 0) : seen;
    if (!isUid(prizeId) || !isUid(uid) || !this.isWallet(wallet, asset)) return 'BAD_FIELDS';
    const refusal = checkAmount(amount);
    if (refusal !== null) return refusal;
    const user = this.books.users.find(uid);
    const taken = user === undefined ? 0 : Number(clawBack(BigInt(amount), this.free(user, wallet, asset)));
    if (user !== undefined && taken > 0) {
      const from = this.wallet(user, wallet, asset);
      this.books.move('PRIZE_CLAW_BACK', prizeId, from, this.pools.place('PRIZE_POOL', asset), taken);
    }
    this.clawBacks.close({ id: prizeId, terms }, '', taken);
    return taken;
  }

  payRebate({ rebateId, uid, asset: name, amount }: ProductCommandOf<'PayRebate'>): RejectCode | number {
    const asset = this.books.asset(name);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(uid, name, amount);
    const seen = this.rebates.seen(rebateId, terms);
    if (seen !== null) return seen === 'REPEAT' ? amount : seen;
    if (!isUid(rebateId) || !isUid(uid)) return 'BAD_FIELDS';
    const refusal = checkAmount(amount);
    if (refusal !== null) return refusal;
    const fees = this.books.fees(asset);
    if (this.books.ledger.balance(fees.row, fees.bucket) < BigInt(amount)) return 'POOL_SHORT';
    const user = this.books.ensure(uid);
    if (user === null) return 'LIMIT_REACHED';
    this.books.move('REBATE', rebateId, fees, this.books.spot(user, asset), amount);
    this.rebates.close({ id: rebateId, terms }, '', amount);
    return amount;
  }

  attach({ coverId, uid, asset: name, amount }: ProductCommandOf<'AttachCover'>): RejectCode | number {
    const asset = this.books.asset(name);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(uid, name, amount);
    const seen = this.covers.seen(coverId, terms);
    if (seen !== null) return seen === 'REPEAT' ? amount : seen;
    if (!isUid(coverId) || !isUid(uid) || !this.isWallet('FUTURES', asset)) return 'BAD_FIELDS';
    const refusal = checkAmount(amount);
    if (refusal !== null) return refusal;
    if (!this.pools.covers('PRIZE_POOL', asset, amount)) return 'POOL_SHORT';
    const user = this.books.ensure(uid);
    if (user === null || this.covers.isFull) return 'LIMIT_REACHED';
    const cover = { id: coverId, terms, uid, asset, amount };
    this.covers.add(cover);
    const place = this.books.named(user, coverAccount(cover), asset);
    this.pools.pay('COVER_ATTACH', coverId, { pool: 'PRIZE_POOL', asset }, place, amount);
    return amount;
  }

  /** Pays a cover once; the rest of it goes back to the pool. */
  payCover({ coverId, amount }: ProductCommandOf<'PayCover'>): RejectCode | number {
    const ended = this.covers.end(coverId);
    if (ended?.ending === 'PAID') return ended.answer;
    if (!isUid(coverId)) return 'BAD_FIELDS';
    const cover = this.covers.living(coverId);
    if (typeof cover === 'string') return cover;
    if (checkAmount(amount) !== null) return checkAmount(amount) ?? 'BAD_FIELDS';
    const paid = Math.min(amount, cover.amount);
    const user = this.books.users.ensure(cover.uid);
    const place = this.books.named(user, coverAccount(cover), cover.asset);
    this.books.move('COVER_PAY', coverId, place, this.books.futures(user, cover.asset), paid);
    this.close(cover, 'PAID', cover.amount - paid, paid);
    return paid;
  }

  endCover({ coverId }: ProductCommandOf<'EndCover'>): RejectCode | number {
    const ended = this.covers.end(coverId);
    if (ended !== undefined) return ended.ending === 'ENDED' ? ended.answer : 0;
    if (!isUid(coverId)) return 'BAD_FIELDS';
    const cover = this.covers.living(coverId);
    if (typeof cover === 'string') return cover;
    this.close(cover, 'ENDED', cover.amount, cover.amount);
    return cover.amount;
  }

  private close(cover: Cover, ending: string, rest: number, answer: number): void {
    const user = this.books.users.ensure(cover.uid);
    const place = this.books.named(user, coverAccount(cover), cover.asset);
    this.books.move('COVER_END', cover.id, place, this.pools.place('PRIZE_POOL', cover.asset), rest);
    this.books.ledger.closeAccount(user.index, coverAccount(cover), cover.asset);
    this.covers.close(cover, ending, answer);
  }

  private isWallet(wallet: string, asset: number): boolean {
    return wallet === 'SPOT' || (wallet === 'FUTURES' && this.holder().settlesIn(asset));
  }

  private wallet(user: User, wallet: string, asset: number): LedgerAccount {
    return wallet === 'SPOT' ? this.books.spot(user, asset) : this.books.futures(user, asset);
  }

  private free(user: User, wallet: string, asset: number): bigint {
    const free =
      wallet === 'SPOT' ? this.books.spotFunds(user, asset) : this.holder().transferable(user, 'FUTURES', asset);
    return free > BigInt(MAX_UNITS) ? BigInt(MAX_UNITS) : free;
  }
}

export function coverAccount({ id }: Item): string {
  return `COVER:${id}`;
}
