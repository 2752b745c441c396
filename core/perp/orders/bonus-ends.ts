/** The effect of the end of a bonus grant on positions and orders (trading E4, E5). */
import { CANCELED, INT_STRIDE, MARKET, NO_MARGIN } from '../../book/order-pool.ts';
import { min } from '../../formulas/rounding.ts';
import type { User } from '../../users/user.ts';
import type { Holding, MarginAccount, OpenPosition } from '../account/accounts.ts';
import type { PerpMoney } from '../account/money.ts';
import type { PerpParts } from '../account/parts.ts';
import type { PerpOrders } from './perp-orders.ts';

/** Margin that an isolated position lost with a grant. */
interface LostMargin {
  readonly account: MarginAccount;
  readonly holding: Holding;
  readonly position: OpenPosition;
  readonly amount: bigint;
}

export class BonusEnds {
  private readonly parts: PerpParts;
  private readonly money: PerpMoney;
  private readonly lifecycle: PerpOrders;
  /** Margin that positions lost with the grants that end in the present step. */
  private readonly lost: LostMargin[] = [];

  constructor(parts: PerpParts, money: PerpMoney, lifecycle: PerpOrders) {
    this.parts = parts;
    this.money = money;
    this.lifecycle = lifecycle;
  }

  /** How much of a grant backs isolated positions. */
  inPositions(user: User, grantId: number): bigint {
    let sum = 0n;
    for (const holding of this.parts.accounts.find(user.uid, 'FUTURES')?.holdings.values() ?? [])
      for (const position of holding.positions()) sum += position.bonusParts.get(grantId) ?? 0n;
    return sum;
  }

  /** Moves that part back to the grant; `topUp` replaces it once the orders that lost their backing have ended. */
  takeBack(user: User, grantId: number): void {
    const account = this.parts.accounts.find(user.uid, 'FUTURES');
    if (account === undefined) return;
    for (const holding of account.holdings.values()) {
      for (const position of holding.positions()) {
        const part = position.bonusParts.get(grantId) ?? 0n;
        if (part === 0n) continue;
        this.money.takeBonusBack(account, holding.contract, position, grantId);
        this.lost.push({ account, holding, position, amount: part });
      }
    }
  }

  /** Own money that no other position or order needs replaces the bonus that backed isolated positions (trading E4, E5). */
  private topUp(): void {
    const { risk } = this.parts;
    for (const { account, holding, position, amount } of this.lost.splice(0)) {
      const free = risk.free(account, risk.needs(account)) - risk.freeBonus(account);
      const own = min(amount, min(free, risk.ownFree(account)));
      if (own > 0n) this.money.isolateOwn(account, holding.contract, position, own);
    }
  }

  /**
   * Opening orders that lost their backing end, the newest first; then margins that lost bonus are topped up (trading E4). Answers
   * whether the user has a futures wallet at all.
   */
  cancelUnbackedOrders(user: User, timeMs: number): boolean {
    const { accounts, contracts, orders, risk } = this.parts;
    const account = accounts.find(user.uid, 'FUTURES');
    if (account === undefined) return false;
    for (const order of account.liveOrders().reverse()) {
      if (risk.free(account, risk.needs(account)) >= 0n) break;
      const holding = account.holding(contracts[orders.int[order * INT_STRIDE + MARKET]]);
      if (risk.opens(account, holding, order)) this.lifecycle.cancel(order, CANCELED, NO_MARGIN, timeMs);
    }
    this.topUp();
    return true;
  }
}
