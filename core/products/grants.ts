/**
 * Bonus grants that are ACTIVE (trading E): granted from BONUS_POOL, held in BONUS:grantId, ended. What remains of a grant is
 * what its account holds and what of it backs isolated positions.
 */
import { MAX_UNITS, RATE_ONE } from '../fixed.ts';
import { MAX_LEVERAGE } from '../formulas/order-limits.ts';
import { byExpiry } from '../formulas/bonus.ts';
import { BONUS_MODES } from '../protocol/words.ts';
import { assert } from '../protocol/invariant.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isCount, isUid } from '../protocol/field-checks.ts';
import type { User } from '../users/user.ts';
import type { BonusHolder } from './bonus-holder.ts';
import { type Books, checkAmount } from './books.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import type { GrantStatus } from '../protocol/product-events.ts';
import { ExpiryQueue } from './expiry-queue.ts';
import type { Grant } from '../users/grant.ts';
import type { Pools } from './pools.ts';
import { Register, termsOf } from '../users/register.ts';
import type { GrantBonus } from '../protocol/reward-commands.ts';

const PER_USER = 100;
const SYMBOLS_MAX = 1_000;
const TEXT_MAX = 64;

export class Grants {
  readonly register = new Register<Grant>();
  private readonly usedUp: Grant[] = [];
  private readonly expiries = new ExpiryQueue();
  private readonly books: Books;
  private readonly pools: Pools;
  private readonly holder: () => BonusHolder;

  constructor(books: Books, pools: Pools, holder: () => BonusHolder) {
    this.books = books;
    this.pools = pools;
    this.holder = holder;
  }

  grant(command: ProductCommandOf<'GrantBonus'>, timeMs: number): RejectCode | number {
    const { grantId, uid, amount, mode, ratio, expiresAtMs, minOwnFunds, maxLeverage, symbols, source } = command;
    const asset = this.books.asset(command.asset);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const limits = [minOwnFunds, maxLeverage, symbols] as const;
    const terms = termsOf(uid, command.asset, amount, mode, ratio, expiresAtMs, ...limits, source);
    const seen = this.register.seen(grantId, terms);
    if (seen !== null) return seen === 'REPEAT' ? amount : seen;
    if (!isGrant(command) || !this.holder().settlesIn(asset)) return 'BAD_FIELDS';
    if (expiresAtMs <= timeMs) return 'ALREADY_ENDED';
    const refusal = checkAmount(amount);
    if (refusal !== null) return refusal;
    const known = this.books.users.find(uid);
    const stacked = known?.grants[0];
    if (stacked !== undefined && (stacked.mode !== mode || stacked.ratio !== ratio || stacked.asset !== asset))
      return 'BONUS_MODE';
    if (this.books.futuresFunds(known, asset) < BigInt(minOwnFunds)) return 'OWN_FUNDS';
    if (!this.pools.covers('BONUS_POOL', asset, amount)) return 'POOL_SHORT';
    const user = this.books.ensure(uid);
    if (user === null || user.grants.length >= PER_USER || this.register.isFull) return 'LIMIT_REACHED';
    const units = BigInt(amount);
    const grant = {
      id: grantId,
      terms,
      grantId,
      uid,
      asset,
      amount: units,
      remaining: units,
      mode,
      ratio,
      validFromMs: timeMs,
      expiresAtMs,
      minOwnFunds,
      maxLeverage,
      symbols,
      source,
    };
    this.restore(grant);
    const place = this.books.named(user, bonusAccount(grantId), asset);
    this.pools.pay('BONUS_GRANT', grantId, { pool: 'BONUS_POOL', asset }, place, amount);
    this.tell(grant, 'ACTIVE');
    return amount;
  }

  revoke({ grantId, reason }: ProductCommandOf<'RevokeBonus'>, timeMs: number): RejectCode | number {
    const ended = this.register.end(grantId);
    if (ended !== undefined) return ended.ending === 'REVOKED' ? ended.answer : 0;
    if (!isUid(grantId) || reason.length > TEXT_MAX) return 'BAD_FIELDS';
    const grant = this.register.living(grantId);
    if (typeof grant === 'string') return grant;
    return this.endAll([grant], 'REVOKED', timeMs, reason);
  }

  /** Ends those whose time has come (trading E4). */
  expire(timeMs: number): void {
    for (let id = this.expiries.take(timeMs); id !== 0; id = this.expiries.take(timeMs)) {
      const grant = this.register.find(id);
      if (grant !== undefined) this.endAll([grant], 'EXPIRED', timeMs);
    }
  }

  /** The bonus that a transfer out of FUTURES would void; it happens only after the user confirms (trading E5). */
  atStake(user: User): bigint {
    return user.grants.reduce((sum, { remaining }) => sum + remaining, 0n);
  }

  /** A transfer out of FUTURES voids them all (trading E5). */
  voidAll(user: User, timeMs: number): void {
    if (user.grants.length > 0) this.endAll(user.grants, 'INVALIDATED', timeMs);
  }

  /** Bonus paid this much: the grant ends with its last unit. The caller posts it, and the account is closed by `sweep`. */
  use(grantId: number, amount: bigint): void {
    const grant = this.register.find(grantId);
    assert(grant !== undefined && amount <= grant.remaining, 'a grant pays no more than remains of it');
    grant.remaining -= amount;
    if (grant.remaining > 0n) {
      this.tell(grant, 'ACTIVE', { used: amount });
      return;
    }
    const user = this.books.users.ensure(grant.uid);
    user.grants = user.grants.filter((one) => one !== grant);
    this.register.close(grant, 'USED_UP', 0);
    this.tell(grant, 'USED_UP', { used: amount });
    this.usedUp.push(grant);
  }

  /** At the end of a command: closes the accounts of grants that it used up. */
  sweep(): void {
    if (this.usedUp.length === 0) return;
    for (const { uid, id, asset } of this.usedUp) {
      this.books.ledger.closeAccount(this.books.users.ensure(uid).index, bonusAccount(id), asset);
    }
    this.usedUp.length = 0;
  }

  /** Also how a restored state gets them; the account is restored by itself. */
  restore(grant: Grant): void {
    const user = this.books.users.ensure(grant.uid);
    this.register.add(grant);
    this.expiries.add(grant.expiresAtMs, grant.id);
    user.grants = [...user.grants, grant].sort(byExpiry);
  }

  /** First takes back the bonus that backs positions, then moves the rest to the pool, then come the steps of trading E4. */
  private endAll(grants: readonly Grant[], status: GrantStatus, timeMs: number, reason = ''): number {
    const user = this.books.users.ensure(grants[0].uid);
    let sum = 0;
    for (const grant of grants) {
      this.holder().takeBack(user, grant.grantId);
      sum += this.end(user, grant, status, reason);
    }
    this.holder().afterEnd(user, timeMs);
    return sum;
  }

  private end(user: User, grant: Grant, status: GrantStatus, reason: string): number {
    const { id, asset } = grant;
    const rest = this.books.holding(user, bonusAccount(id), asset);
    const place = this.books.named(user, bonusAccount(id), asset);
    this.books.move('BONUS_END', id, place, this.pools.place('BONUS_POOL', asset), rest);
    this.books.ledger.closeAccount(user.index, bonusAccount(id), asset);
    grant.remaining = 0n;
    user.grants = user.grants.filter((one) => one !== grant);
    this.register.close(grant, status, Number(rest));
    this.tell(grant, status, { returned: rest, reason });
    return Number(rest);
  }

  private tell(
    grant: Grant,
    status: GrantStatus,
    { used = 0n, returned = 0n, reason = '' }: { used?: bigint; returned?: bigint; reason?: string } = {},
  ): void {
    const { uid, grantId, amount, remaining, mode, ratio, validFromMs, expiresAtMs, source } = grant;
    this.books.tell(this.books.users.ensure(uid), {
      kind: 'GrantChanged',
      uid,
      grantId,
      asset: this.books.assetName(grant.asset),
      amount,
      remaining,
      used,
      returned,
      mode,
      ratio,
      validFromMs,
      expiresAtMs,
      source,
      status,
      reason,
    });
  }
}

export function bonusAccount(grantId: number): string {
  return `BONUS:${grantId}`;
}

function isGrant(command: GrantBonus): boolean {
  const { grantId, uid, mode, ratio, expiresAtMs, minOwnFunds, maxLeverage, symbols, source } = command;
  if (!isUid(grantId) || !isUid(uid) || !isUid(expiresAtMs) || !BONUS_MODES.includes(mode)) return false;
  if (mode === 'RATIO' ? !isUid(ratio) || ratio > RATE_ONE : ratio !== 0) return false;
  if (!isCount(minOwnFunds) || minOwnFunds > MAX_UNITS || !isCount(maxLeverage) || maxLeverage > MAX_LEVERAGE)
    return false;
  return symbols.length <= SYMBOLS_MAX && source.length <= TEXT_MAX;
}
