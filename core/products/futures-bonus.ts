/** Bonus and fee vouchers as the perpetuals see them: only FUTURES wallets have any (trading A5.8, E2). */
import { min } from '../formulas/rounding.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarginAccount } from '../perp/account/accounts.ts';
import { type BonusSource, type FeeCover, NO_BONUS } from '../perp/account/bonus-source.ts';
import type { Contract } from '../perp/contract/contract.ts';
import type { User } from '../users/user.ts';
import { GrantPurse } from './grant-purse.ts';
import type { Products } from './products.ts';

type PayFee = (user: User, contract: Contract, fee: bigint, timeMs: number) => FeeCover;

/** The products are made after the perpetuals, so they are asked for when needed. */
export function futuresBonus(products: () => Products): BonusSource {
  const pay: PayFee = (user, contract, fee, timeMs) => products().vouchers.payInFutures(user, contract, fee, timeMs);
  return bonusFrom(
    () => products().purse,
    pay,
    (ledger) => draftOf(products(), ledger),
  );
}

/** What the grants hold is read from the draft, and what vouchers paid in it is remembered beside them. */
function draftOf({ books, grants, vouchers }: Products, ledger: Ledger): BonusSource {
  const purse = new GrantPurse(books.over(ledger), { use: () => {}, atStake: (user) => grants.atStake(user) });
  const quote = vouchers.quotesInFutures(ledger);
  const draft: BonusSource = bonusFrom(
    () => purse,
    quote,
    () => draft,
  );
  return draft;
}

function bonusFrom(purse: () => GrantPurse, pay: PayFee, draft: (ledger: Ledger) => BonusSource): BonusSource {
  const ifAny = <T>(account: MarginAccount, none: T, answer: () => T): T =>
    account.wallet === 'FUTURES' && account.user.grants.length > 0 ? answer() : none;
  return {
    hasNone: ({ wallet, user }) => wallet !== 'FUTURES' || (user.grants.length === 0 && user.vouchers.length === 0),
    free: (account) => ifAny(account, 0n, () => purse().free(account.user)),
    freeFor: (account, contract, leverage) =>
      ifAny(account, 0n, () => purse().freeFor(account.user, contract.symbol, leverage)),
    views: (account) => ifAny(account, [], () => purse().views(account.user)),
    inPositions: (account) => ifAny(account, 0n, () => purse().inPositions(account.user)),
    charge: (account, own, amount) => ifAny(account, [], () => purse().charge(account.user, own, amount)),
    lend: (account, amount) => ifAny(account, NO_BONUS.lend(account, amount), () => purse().lend(account.user, amount)),
    absorb(account, parts, margin, amount) {
      if (parts.size > 0) purse().absorb(account.user, parts, margin, amount);
    },
    giveBack: (account, parts) => (parts.length === 0 ? [] : purse().giveBack(account.user, parts)),
    coverFee(account, contract, fee, timeMs) {
      if (account.wallet !== 'FUTURES' || account.user.vouchers.length === 0)
        return NO_BONUS.coverFee(account, contract, fee, timeMs);
      const cover = pay(account.user, contract, fee, timeMs);
      return { ...cover, amount: min(cover.amount, fee) };
    },
    draft,
  };
}
