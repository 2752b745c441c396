/** Bonus and fee vouchers as the perpetuals see them: only FUTURES wallets have any (trading A5.8, E2). */
import { min } from '../formulas/perp/rounding.ts';
import type { MarginAccount } from '../perp/accounts.ts';
import type { BonusSource } from '../perp/bonus-source.ts';
import type { Contract } from '../perp/contract.ts';
import { NO_BONUS } from '../perp/bonus-source.ts';
import type { House } from './house.ts';

/** The house is made after the perpetuals, so it is asked for when it is needed. */
export function futuresBonus(house: () => House): BonusSource {
  const ifAny = <T>(account: MarginAccount, none: T, answer: () => T): T =>
    account.wallet === 'FUTURES' && account.user.grants.length > 0 ? answer() : none;
  return {
    free: (account) => ifAny(account, 0n, () => house().purse.free(account.user)),
    freeFor: (account, contract, leverage) =>
      ifAny(account, 0n, () => house().purse.freeFor(account.user, contract.symbol, leverage)),
    inPositions: (account) => ifAny(account, 0n, () => house().purse.inPositions(account.user)),
    charge: (account, own, amount) => ifAny(account, [], () => house().purse.charge(account.user, own, amount)),
    lend: (account, amount) =>
      ifAny(account, NO_BONUS.lend(account, amount), () => house().purse.lend(account.user, amount)),
    absorb(account, parts, margin, amount) {
      if (parts.size > 0) house().purse.absorb(account.user, parts, margin, amount);
    },
    giveBack: (account, parts) => (parts.length === 0 ? [] : house().purse.giveBack(account.user, parts)),
    coverFee(account, contract: Contract, fee, timeMs) {
      if (account.wallet !== 'FUTURES' || account.user.vouchers.length === 0)
        return NO_BONUS.coverFee(account, contract, fee, timeMs);
      const cover = house().vouchers.payInFutures(account.user, contract, fee, timeMs);
      return { ...cover, amount: min(cover.amount, fee) };
    },
  };
}
