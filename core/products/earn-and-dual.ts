/** Earn and dual investment (trading C2): the principal is in EARN and DUAL, the interest comes out of the pools. */
import { MAX_UNITS } from '../fixed.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isCount, isUid } from '../protocol/field-checks.ts';
import { type Books, checkAmount } from './books.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import type { Pools } from './pools.ts';
import { type Item, Register, termsOf } from '../users/register.ts';

export const EARN = 'EARN';
export const DUAL = 'DUAL';

export interface DualOrder extends Item {
  readonly uid: number;
  readonly asset: number;
  readonly amount: number;
}

interface Move {
  readonly uid: number;
  readonly asset: string;
  readonly amount: number;
}

export class EarnAndDual {
  readonly subscriptions = new Register();
  readonly redemptions = new Register();
  readonly payouts = new Register();
  readonly duals = new Register<DualOrder>();
  private readonly books: Books;
  private readonly pools: Pools;

  constructor(books: Books, pools: Pools) {
    this.books = books;
    this.pools = pools;
  }

  subscribe(command: ProductCommandOf<'SubscribeEarn'>): RejectCode | number {
    const found = this.check(this.subscriptions, command.subscriptionId, command);
    if (typeof found !== 'object') return found;
    const { id, asset, terms } = found;
    const user = this.books.users.find(command.uid);
    if (user === undefined || this.books.spotFunds(user, asset) < BigInt(command.amount)) return 'INSUFFICIENT_BALANCE';
    const earn = this.books.named(user, EARN, asset);
    this.books.move('EARN_SUBSCRIBE', id, this.books.spot(user, asset), earn, command.amount);
    this.subscriptions.close({ id, terms }, '', command.amount);
    return command.amount;
  }

  redeem(command: ProductCommandOf<'RedeemEarn'>): RejectCode | number {
    const found = this.check(this.redemptions, command.redemptionId, command);
    if (typeof found !== 'object') return found;
    const { id, asset, terms } = found;
    const user = this.books.users.find(command.uid);
    if (user === undefined || this.books.holding(user, EARN, asset) < BigInt(command.amount))
      return 'INSUFFICIENT_BALANCE';
    const earn = this.books.named(user, EARN, asset);
    this.books.move('EARN_REDEEM', id, earn, this.books.spot(user, asset), command.amount);
    this.books.ledger.closeAccount(user.index, EARN, asset);
    this.redemptions.close({ id, terms }, '', command.amount);
    return command.amount;
  }

  payInterest(command: ProductCommandOf<'PayEarnInterest'>): RejectCode | number {
    const found = this.check(this.payouts, command.payoutId, command, command.compound);
    if (typeof found !== 'object') return found;
    const { id, asset, terms } = found;
    if (!this.pools.covers('EARN_POOL', asset, command.amount)) return 'POOL_SHORT';
    const user = this.books.ensure(command.uid);
    if (user === null) return 'LIMIT_REACHED';
    const to = command.compound ? this.books.named(user, EARN, asset) : this.books.spot(user, asset);
    this.pools.pay('EARN_INTEREST', id, { pool: 'EARN_POOL', asset }, to, command.amount);
    this.payouts.close({ id, terms }, '', command.amount);
    return command.amount;
  }

  subscribeDual(command: ProductCommandOf<'SubscribeDual'>): RejectCode | number {
    const { uid, amount } = command;
    const found = this.check(this.duals, command.dualId, command);
    if (typeof found !== 'object') return found;
    const { id, asset, terms } = found;
    const user = this.books.users.find(uid);
    if (user === undefined || this.books.spotFunds(user, asset) < BigInt(amount)) return 'INSUFFICIENT_BALANCE';
    if (this.duals.isFull) return 'LIMIT_REACHED';
    this.books.move('DUAL_SUBSCRIBE', id, this.books.spot(user, asset), this.books.named(user, DUAL, asset), amount);
    this.duals.add({ id, terms, uid, asset, amount });
    return amount;
  }

  /** Exercised: the invested asset stays in the pool, which pays the other one; else it comes back with interest. */
  settleDual({ dualId, exercised, asset: name, payout }: ProductCommandOf<'SettleDual'>): RejectCode | number {
    const asset = this.books.asset(name);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const ended = this.duals.end(dualId);
    if (ended !== undefined) return ended.answer;
    if (!isUid(dualId) || !isCount(payout)) return 'BAD_FIELDS';
    const order = this.duals.living(dualId);
    if (typeof order === 'string') return order;
    if (exercised === (asset === order.asset)) return 'BAD_FIELDS';
    if (payout > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    if (!this.pools.covers('DUAL_POOL', asset, payout)) return 'POOL_SHORT';
    const user = this.books.users.ensure(order.uid);
    const invested = this.books.named(user, DUAL, order.asset);
    const back = exercised ? this.pools.place('DUAL_POOL', order.asset) : this.books.spot(user, order.asset);
    this.books.move('DUAL_SETTLE', dualId, invested, back, order.amount);
    this.pools.pay('DUAL_SETTLE', dualId, { pool: 'DUAL_POOL', asset }, this.books.spot(user, asset), payout);
    this.books.ledger.closeAccount(user.index, DUAL, order.asset);
    this.duals.close(order, 'SETTLED', payout);
    return payout;
  }

  /** The answer of a repeat, a refusal, or what a new one needs. */
  private check(
    register: Register,
    id: number,
    { uid, asset: name, amount }: Move,
    compound = false,
  ): { id: number; asset: number; terms: string } | RejectCode | number {
    const asset = this.books.asset(name);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(uid, name, amount, compound);
    const seen = register.seen(id, terms);
    if (seen !== null) return seen === 'REPEAT' ? amount : seen;
    if (!isUid(id) || !isUid(uid)) return 'BAD_FIELDS';
    return checkAmount(amount) ?? { id, asset, terms };
  }
}
