/** Withdrawals: what waits to leave is in WITHDRAW (trading C2). */
import { MAX_UNITS } from '../fixed.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isCount, isUid } from '../protocol/field-checks.ts';
import { type Books, checkAmount } from './books.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import { type Item, Register, termsOf } from '../users/register.ts';

export const WITHDRAW = 'WITHDRAW';

export interface Withdrawal extends Item {
  readonly uid: number;
  readonly asset: number;
  readonly amount: number;
  readonly fee: number;
}

export class Withdrawals {
  readonly register = new Register<Withdrawal>();
  private readonly books: Books;

  constructor(books: Books) {
    this.books = books;
  }

  request(command: ProductCommandOf<'RequestWithdrawal'>): RejectCode | number {
    const { withdrawalId, uid, amount, fee } = command;
    const asset = this.books.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(uid, command.asset, amount, fee);
    const seen = this.register.seen(withdrawalId, terms);
    if (seen !== null) return seen === 'REPEAT' ? amount : seen;
    if (!isUid(withdrawalId) || !isUid(uid) || !isCount(fee)) return 'BAD_FIELDS';
    const refusal = checkAmount(amount);
    if (refusal !== null) return refusal;
    if (amount + fee > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    const user = this.books.users.find(uid);
    if (user === undefined || this.books.spotFunds(user, asset) < BigInt(amount + fee)) return 'INSUFFICIENT_BALANCE';
    if (this.register.isFull) return 'LIMIT_REACHED';
    const waiting = this.books.named(user, WITHDRAW, asset);
    this.books.move('WITHDRAWAL_REQUEST', withdrawalId, this.books.spot(user, asset), waiting, amount + fee);
    this.register.add({ id: withdrawalId, terms, uid, asset, amount, fee });
    return amount;
  }

  /** The coins are gone already: what the network took is the house's, even where its fees do not cover it. */
  send({ withdrawalId, networkCost }: ProductCommandOf<'SendWithdrawal'>): RejectCode | number {
    const found = this.find(withdrawalId, 'SENT');
    if (typeof found !== 'object') return found;
    if (!isCount(networkCost)) return 'BAD_FIELDS';
    if (networkCost > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    const { asset, amount, fee } = found;
    const { books } = this;
    const user = books.users.ensure(found.uid);
    books.post('WITHDRAWAL_SENT', withdrawalId, [
      { ...books.named(user, WITHDRAW, asset), amount: -BigInt(amount + fee) },
      { ...books.outside(asset), amount: BigInt(amount) },
      { ...books.fees(asset), amount: BigInt(fee) },
    ]);
    books.move('WITHDRAWAL_COST', withdrawalId, books.fees(asset), books.outside(asset), networkCost);
    return this.close(found, 'SENT');
  }

  refund({ withdrawalId }: ProductCommandOf<'RefundWithdrawal'>): RejectCode | number {
    const found = this.find(withdrawalId, 'REFUNDED');
    if (typeof found !== 'object') return found;
    const { asset, amount, fee } = found;
    const user = this.books.users.ensure(found.uid);
    const waiting = this.books.named(user, WITHDRAW, asset);
    this.books.move('WITHDRAWAL_REFUND', withdrawalId, waiting, this.books.spot(user, asset), amount + fee);
    return this.close(found, 'REFUNDED');
  }

  /** The answer again when it ended like this before. */
  private find(id: number, ending: string): Withdrawal | RejectCode | number {
    const ended = this.register.end(id);
    if (ended?.ending === ending) return ended.answer;
    return isUid(id) ? this.register.living(id) : 'BAD_FIELDS';
  }

  private close(withdrawal: Withdrawal, ending: string): number {
    const user = this.books.users.ensure(withdrawal.uid);
    this.books.ledger.closeAccount(user.index, WITHDRAW, withdrawal.asset);
    this.register.close(withdrawal, ending, withdrawal.amount);
    return withdrawal.amount;
  }
}
