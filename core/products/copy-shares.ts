/**
 * The lead's share of followers' profit (trading D5): COPY:followId keeps it in HOLD until it is paid. The server computes
 * what is accrued; the core never takes it from margin or orders.
 */
import { MAX_UNITS, RATE_ONE } from '../fixed.ts';
import { adjustHold, platformPartCeil } from '../formulas/copy-share.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isCount, isUid } from '../protocol/field-checks.ts';
import type { User } from '../users/user.ts';
import type { BonusHolder } from './bonus-holder.ts';
import type { Books, LedgerAccount } from './books.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import { type Item, Register, termsOf } from '../users/register.ts';

/** A relation, from its first adjustment to its last payment. */
export interface CopyRelation extends Item {
  readonly uid: number;
  readonly asset: number;
  version: number;
  /** The amount in HOLD after the last command. */
  hold: number;
  /** The answer to that command. */
  answer: number;
}

export class CopyShares {
  readonly register = new Register<CopyRelation>();
  private readonly books: Books;
  private readonly holder: () => BonusHolder;

  constructor(books: Books, holder: () => BonusHolder) {
    this.books = books;
    this.holder = holder;
  }

  /** Sets HOLD to the accrued share: down at once, up as far as funds may leave the wallet. Answers the amount held back. */
  accrue(command: ProductCommandOf<'AccrueCopyShare'>): RejectCode | number {
    const { followId, version, uid, accrued } = command;
    const asset = this.books.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(uid, command.asset);
    const seen = this.register.seen(followId, terms);
    if (seen === 'ALREADY_EXISTS') return seen;
    if (!isUid(followId) || !isUid(version) || !isUid(uid) || !isCount(accrued)) return 'BAD_FIELDS';
    if (this.register.end(followId) !== undefined) return 'ALREADY_ENDED';
    const known = this.register.find(followId);
    if (known !== undefined && version <= known.version) return known.answer;
    if (accrued > MAX_UNITS) return 'AMOUNT_TOO_LARGE';
    const user = this.books.users.find(uid);
    if (user === undefined) return 'INSUFFICIENT_BALANCE';
    if (this.register.isFull) return 'LIMIT_REACHED';
    const relation = known ?? { id: followId, terms, uid, asset, version, hold: 0, answer: 0 };
    if (known === undefined) this.register.add(relation);
    const transferable = this.holder().transferable(user, copyAccount(followId), asset);
    const hold = Number(adjustHold(BigInt(relation.hold), BigInt(accrued), transferable));
    const { main, held } = this.places(user, relation);
    this.books.move('COPY_SHARE_ACCRUE', followId, main, held, hold - relation.hold);
    this.books.ledger.closeAccount(user.index, copyAccount(followId), asset);
    Object.assign(relation, { version, hold, answer: hold });
    return hold;
  }

  /** All that is held back; the platform's part is rounded up. Answers the whole. */
  pay(command: ProductCommandOf<'PayCopyShare'>): RejectCode | number {
    const { followId, version, leadUid, platformRate, ends } = command;
    const ended = this.register.end(followId);
    if (ended !== undefined) return ended.answer;
    if (!isUid(followId) || !isUid(version) || !isUid(leadUid)) return 'BAD_FIELDS';
    if (!isCount(platformRate) || platformRate > RATE_ONE) return 'BAD_FIELDS';
    const relation = this.register.living(followId);
    if (typeof relation === 'string') return relation;
    if (version <= relation.version) return relation.answer;
    const lead = this.books.ensure(leadUid);
    if (lead === null) return 'LIMIT_REACHED';
    const { asset, hold } = relation;
    const platform = platformPartCeil(BigInt(hold), BigInt(platformRate));
    const user = this.books.users.ensure(relation.uid);
    this.books.post('COPY_SHARE_PAY', followId, [
      { ...this.places(user, relation).held, amount: -BigInt(hold) },
      { ...this.books.spot(lead, asset), amount: BigInt(hold) - platform },
      { ...this.books.fees(asset), amount: platform },
    ]);
    this.books.ledger.closeAccount(user.index, copyAccount(followId), asset);
    Object.assign(relation, { version, hold: 0, answer: hold });
    if (ends) this.register.close(relation, 'ENDED', hold);
    return hold;
  }

  private places(user: User, { id, asset }: CopyRelation): { main: LedgerAccount; held: LedgerAccount } {
    return {
      main: this.books.named(user, copyAccount(id), asset),
      held: this.books.hold(user, copyAccount(id), asset),
    };
  }
}

export function copyAccount(followId: number): string {
  return `COPY:${followId}`;
}
