/** Corrections by new transfers, each with its reason (trading C2), and profits withheld after an abuse of bonus (E5). */
import { MAX_UNITS } from '../fixed.ts';
import type { Posting } from '../ledger/ledger.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isUid } from '../protocol/field-checks.ts';
import type { BonusHolder } from './bonus-holder.ts';
import { type Books, checkAmount, type LedgerAccount } from './books.ts';
import type { CorrectionEntry } from '../protocol/correction-commands.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import type { Grants } from './grants.ts';
import type { Pools } from './pools.ts';
import { INSURANCE_ACCOUNT, type UserWallet } from '../protocol/words.ts';
import { Register, termsOf } from '../users/register.ts';

const SIDES_MAX = 32;
const TEXT_MAX = 200;

interface Parts {
  readonly books: Books;
  readonly pools: Pools;
  readonly grants: Grants;
  readonly holder: () => BonusHolder;
}

export class Corrections {
  readonly corrections = new Register();
  readonly withholdings = new Register();
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Answers what changed hands. Nothing is posted unless every side can be. */
  post(command: ProductCommandOf<'PostCorrection'>): RejectCode | number {
    const { correctionId, corrects, reason, entries } = command;
    const asset = this.parts.books.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const sides = entries.map(({ uid, account, amount }) => termsOf(uid, account, amount));
    const terms = termsOf(command.asset, corrects, reason, sides);
    const seen = this.corrections.seen(correctionId, terms);
    if (seen !== null) return seen === 'REPEAT' ? (this.corrections.end(correctionId)?.answer ?? 0) : seen;
    if (!isUid(correctionId) || !isText(corrects) || !isText(reason) || !areSides(entries)) return 'BAD_FIELDS';
    const refusal = this.check(asset, entries);
    if (refusal !== null) return refusal;
    const { books, holder } = this.parts;
    const postings: Posting[] = [];
    for (const { uid, account, amount } of entries)
      postings.push({ ...this.place(asset, uid, account), amount: BigInt(amount) });
    books.post('CORRECTION', correctionId, postings);
    books.tell(null, { kind: 'CorrectionPosted', correctionId, corrects, reason });
    for (const { uid, account, amount } of entries) {
      if (account === INSURANCE_ACCOUNT) holder().insuranceMoved(asset, BigInt(amount));
      if (uid !== 0) this.tell(uid, { eventId: correctionId, asset, account, amount, corrects, reason });
    }
    const moved = entries.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
    this.corrections.close({ id: correctionId, terms }, '', moved);
    return moved;
  }

  /** Not a transfer in the sense of trading E5, like taking back a prize: it voids no other grant. */
  withhold(command: ProductCommandOf<'WithholdProfit'>): RejectCode | number {
    const { withholdingId, uid, grantId, amount, reason } = command;
    const terms = termsOf(uid, grantId, amount, reason);
    const seen = this.withholdings.seen(withholdingId, terms);
    if (seen !== null) return seen === 'REPEAT' ? (this.withholdings.end(withholdingId)?.answer ?? 0) : seen;
    if (!isUid(withholdingId) || !isUid(uid) || !isUid(grantId) || !isText(reason)) return 'BAD_FIELDS';
    const refusal = checkAmount(amount) ?? this.checkRevoked(uid, grantId);
    if (refusal !== null) return refusal;
    const { books, pools, holder } = this.parts;
    const user = books.users.find(uid);
    const asset = user === undefined ? -1 : holder().settleAsset();
    if (user === undefined || asset < 0) return 'UNKNOWN_ID';
    const free = holder().transferable(user, 'FUTURES', asset);
    const taken = free < BigInt(amount) ? Number(free) : amount;
    if (taken > 0) {
      const to = pools.place('BONUS_POOL', asset);
      books.move('PROFIT_WITHHELD', withholdingId, books.futures(user, asset), to, taken);
      const corrects = `BONUS_GRANT ${grantId}`;
      this.tell(uid, { eventId: withholdingId, asset, account: 'FUTURES', amount: -taken, corrects, reason });
    }
    this.withholdings.close({ id: withholdingId, terms }, '', taken);
    return taken;
  }

  /** Only after the grant was revoked, and only of the user who had it. */
  private checkRevoked(uid: number, grantId: number): RejectCode | null {
    const { register } = this.parts.grants;
    const ended = register.end(grantId);
    if (ended === undefined) return register.find(grantId) === undefined ? 'UNKNOWN_ID' : 'ACCOUNT_STATE';
    if (!ended.terms.startsWith(termsOf(uid))) return 'UNKNOWN_ID';
    return ended.ending === 'REVOKED' ? null : 'ALREADY_ENDED';
  }

  private check(asset: number, entries: readonly CorrectionEntry[]): RejectCode | null {
    const { books, pools, holder } = this.parts;
    const newcomers = new Set<number>();
    for (const { uid, account, amount } of entries) {
      if (uid === 0) {
        if (!pools.isAccount(account)) return 'BAD_FIELDS';
        if (amount < 0 && !pools.mayGive(account, asset, -amount)) return 'POOL_SHORT';
        continue;
      }
      if (account !== 'SPOT' && !(account === 'FUTURES' && holder().settlesIn(asset))) return 'BAD_FIELDS';
      const user = books.users.find(uid);
      if (user === undefined) newcomers.add(uid);
      if (newcomers.size > books.users.seatsLeft) return 'LIMIT_REACHED';
      if (amount > 0) continue;
      if (user === undefined) return 'INSUFFICIENT_BALANCE';
      const free = account === 'SPOT' ? books.spotFunds(user, asset) : holder().transferable(user, 'FUTURES', asset);
      if (free < BigInt(-amount)) return 'INSUFFICIENT_BALANCE';
    }
    return null;
  }

  private place(asset: number, uid: number, account: string): LedgerAccount {
    const { books, pools } = this.parts;
    if (uid === 0) return pools.account(account, asset);
    const user = books.users.ensure(uid);
    return account === 'SPOT' ? books.spot(user, asset) : books.futures(user, asset);
  }

  private tell(
    uid: number,
    fields: {
      readonly eventId: number;
      readonly asset: number;
      readonly account: string;
      readonly amount: number;
      readonly corrects: string;
      readonly reason: string;
    },
  ): void {
    const { books } = this.parts;
    const { eventId, asset, account, amount, corrects, reason } = fields;
    books.tell(books.users.ensure(uid), {
      kind: 'AccountCorrected',
      uid,
      eventId,
      asset: books.assetName(asset),
      account: account as UserWallet,
      amount: BigInt(amount),
      corrects,
      reason,
    });
  }
}

function isText(text: string): boolean {
  return text !== '' && text.length <= TEXT_MAX;
}

/** Two sides or more, each account once, that add up to zero. */
function areSides(entries: readonly CorrectionEntry[]): boolean {
  if (entries.length < 2 || entries.length > SIDES_MAX) return false;
  const accounts = new Set(entries.map(({ uid, account }) => `${uid} ${account}`));
  const areSound = entries.every(
    ({ uid, amount }) =>
      (uid === 0 || isUid(uid)) && Number.isSafeInteger(amount) && amount !== 0 && Math.abs(amount) <= MAX_UNITS,
  );
  const sum = areSound ? entries.reduce((total, { amount }) => total + BigInt(amount), 0n) : 1n;
  const moved = areSound ? entries.reduce((total, { amount }) => total + Math.max(0, amount), 0) : Infinity;
  return sum === 0n && moved <= MAX_UNITS && accounts.size === entries.length;
}
