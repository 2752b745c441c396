/**
 * Bonus as the second purse of a futures wallet: how much margin it adds and which charges it pays (trading E2, E3). Postings are
 * returned, not made: the caller adds them to its own transfer.
 */
import { bonusShare, type GrantBalance, type GrantShare, splitOverGrants } from '../formulas/bonus.ts';
import type { BonusView } from '../protocol/perp-events.ts';
import { min } from '../formulas/rounding.ts';
import type { Posting } from '../ledger/ledger.ts';
import type { User } from '../users/user.ts';
import type { Books } from './books.ts';
import type { Grant } from '../users/grant.ts';
import { bonusAccount, type Grants } from './grants.ts';

/** Amounts by grant. */
interface Parts {
  get(grantId: number): bigint | undefined;
  set(grantId: number, amount: bigint): unknown;
  delete(grantId: number): boolean;
}

export class GrantPurse {
  private readonly books: Books;
  private readonly grants: Pick<Grants, 'use' | 'atStake'>;

  constructor(books: Books, grants: Pick<Grants, 'use' | 'atStake'>) {
    this.books = books;
    this.grants = grants;
  }

  /** B: what the grants hold outside isolated margin. */
  free(user: User): bigint {
    return user.grants.reduce((sum, grant) => sum + this.freeOf(user, grant), 0n);
  }

  /** The part of the free bonus that may back orders of this contract at this leverage (trading E2). */
  freeFor(user: User, symbol: string, leverage: number): bigint {
    const allows = ({ maxLeverage, symbols }: Grant): boolean =>
      (maxLeverage === 0 || leverage <= maxLeverage) && (symbols.length === 0 || symbols.includes(symbol));
    return user.grants.filter(allows).reduce((sum, grant) => sum + this.freeOf(user, grant), 0n);
  }

  /** The grants of which something is free, the earliest expiry first. */
  views(user: User): readonly BonusView[] {
    return user.grants
      .map((grant) => ({ free: this.freeOf(user, grant), maxLeverage: grant.maxLeverage, symbols: grant.symbols }))
      .filter(({ free }) => free > 0n);
  }

  /** How much of the grants backs isolated positions. */
  inPositions(user: User): bigint {
    return this.grants.atStake(user) - this.free(user);
  }

  /** The part of a charge that bonus pays while the wallet has `own`; that bonus is then used up (trading E3). */
  charge(user: User, own: bigint, charge: bigint): readonly Posting[] {
    const free = user.grants.map((grant) => this.balanceOf(user, grant));
    const shares = splitOverGrants(this.shareOf(user, { own, bonus: this.free(user), charge }), free);
    const postings = shares.map((share) => this.posting(user, share, -1n));
    for (const { grantId, amount } of shares) this.grants.use(grantId, amount);
    return postings;
  }

  /** Lends bonus to isolated margin, at most the free amount, the earliest expiry first. It stays part of the grants. */
  lend(user: User, amount: bigint): { readonly postings: readonly Posting[]; readonly parts: readonly GrantShare[] } {
    const free = user.grants.map((grant) => this.balanceOf(user, grant));
    const parts = splitOverGrants(min(amount, this.free(user)), free);
    return { parts, postings: parts.map((part) => this.posting(user, part, -1n)) };
  }

  /** Parts that come back out of isolated margin. */
  giveBack(user: User, parts: readonly GrantShare[]): readonly Posting[] {
    return parts.map((part) => this.posting(user, part, 1n));
  }

  /** A loss that isolated margin of this size takes: lowers the parts, by grant, by what bonus pays of it. */
  absorb(user: User, parts: Parts, margin: bigint, charge: bigint): void {
    const backing = user.grants.flatMap(({ grantId, expiresAtMs }) => {
      const free = parts.get(grantId) ?? 0n;
      return free === 0n ? [] : [{ grantId, expiresAtMs, free }];
    });
    const bonus = backing.reduce((sum, { free }) => sum + free, 0n);
    for (const { grantId, amount } of splitOverGrants(
      this.shareOf(user, { own: margin - bonus, bonus, charge }),
      backing,
    )) {
      const left = (parts.get(grantId) ?? 0n) - amount;
      if (left === 0n) parts.delete(grantId);
      else parts.set(grantId, left);
      this.grants.use(grantId, amount);
    }
  }

  /** Stacked grants have one mode and one ratio (trading E1). */
  private shareOf(user: User, purses: { own: bigint; bonus: bigint; charge: bigint }): bigint {
    const first = user.grants[0];
    return first === undefined ? 0n : bonusShare({ mode: first.mode, ratio: BigInt(first.ratio), ...purses });
  }

  private balanceOf(user: User, grant: Grant): GrantBalance {
    return { grantId: grant.grantId, expiresAtMs: grant.expiresAtMs, free: this.freeOf(user, grant) };
  }

  private freeOf(user: User, grant: Grant): bigint {
    return this.books.holding(user, bonusAccount(grant.grantId), grant.asset);
  }

  private posting(user: User, { grantId, amount }: GrantShare, sign: bigint): Posting {
    const asset = user.grants[0].asset;
    return { ...this.books.named(user, bonusAccount(grantId), asset), amount: sign * amount };
  }
}
