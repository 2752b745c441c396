/** The interface through which the house's products ask the perpetuals about margin, orders and liquidation. */
import type { Perps } from '../perp/perps.ts';
import type { User } from '../users/user.ts';
import type { Books } from './books.ts';

export interface BonusHolder {
  /** The asset of the futures wallets; -1 before the first contract. */
  settleAsset(): number;
  /** Is this the asset of the futures wallets? */
  settlesIn(asset: number): boolean;
  /** The amount that may leave a wallet (FUTURES or COPY:followId) without touching margin (trading B6). */
  transferable(user: User, wallet: string, asset: number): bigint;
  /** How much of a grant backs isolated positions. */
  inPositions(user: User, grantId: number): bigint;
  /** Posts that part back to BONUS:grantId; `afterEnd` puts own money in its place as far as there is any (trading E4, E5). */
  takeBack(user: User, grantId: number): void;
  /** An operator moved this much into the insurance fund, or out of it (negative). */
  insuranceMoved(asset: number, amount: bigint): void;
  /**
   * After bonus ended: orders that lost their backing end, isolated margins are topped up, positions without enough margin are liquidated
   * (trading E4).
   */
  afterEnd(user: User, timeMs: number): void;
}

/** For a core without positions: a wallet's whole balance is free, and bonus backs no position. */
export function withoutPositions(books: Books): BonusHolder {
  return {
    settleAsset: () => -1,
    settlesIn: () => true,
    transferable: (user, wallet, asset) =>
      wallet === 'FUTURES' ? books.futuresFunds(user, asset) : books.holding(user, wallet, asset),
    inPositions: () => 0n,
    takeBack: () => {},
    insuranceMoved: () => {},
    afterEnd: () => {},
  };
}

/** The bonus holder of an exchange with perpetuals: margin, orders and liquidation are asked of them. */
export function withPositions(books: Books, perps: Perps): BonusHolder {
  const none = withoutPositions(books);
  return {
    ...none,
    settleAsset: () => perps.settleAsset,
    settlesIn: (asset) => perps.contracts.length === 0 || asset === perps.settleAsset,
    transferable: (user, wallet, asset) => {
      const account = perps.accounts.find(user.uid, wallet);
      const isTraded = account !== undefined && asset === perps.settleAsset;
      return isTraded ? perps.risk.transferable(account) : none.transferable(user, wallet, asset);
    },
    inPositions: (user, grantId) => perps.bonusEnds.inPositions(user, grantId),
    takeBack: (user, grantId) => perps.bonusEnds.takeBack(user, grantId),
    insuranceMoved: (asset, amount) => {
      if (asset === perps.settleAsset) perps.takeoverInventory.fundMoved(amount);
    },
    afterEnd: (user, timeMs) => perps.afterBonusEnd(user, timeMs),
  };
}
