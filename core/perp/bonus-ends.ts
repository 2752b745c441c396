/** What becomes of positions and orders when a bonus grant ends (trading E4, E5). */
import { CANCELED, FLAGS, INT_STRIDE, isReduceOnly, NO_MARGIN } from '../book/order-pool.ts';
import { min } from '../formulas/perp/rounding.ts';
import type { User } from '../spot/users.ts';
import type { PerpMoney } from './money.ts';
import type { PerpParts } from './parts.ts';
import type { PerpOrders } from './perp-orders.ts';

export class BonusEnds {
  private readonly parts: PerpParts;
  private readonly money: PerpMoney;
  private readonly lifecycle: PerpOrders;

  constructor(parts: PerpParts, money: PerpMoney, lifecycle: PerpOrders) {
    this.parts = parts;
    this.money = money;
    this.lifecycle = lifecycle;
  }

  /** What of a grant backs isolated positions. */
  inPositions(user: User, grantId: number): bigint {
    let sum = 0n;
    for (const holding of this.parts.accounts.find(user.uid, 'FUTURES')?.holdings.values() ?? [])
      for (const position of holding.positions()) sum += position.bonusParts.get(grantId) ?? 0n;
    return sum;
  }

  /** That part goes back to the grant; own money that nothing else needs takes its place. */
  takeBack(user: User, grantId: number): void {
    const { accounts, risk } = this.parts;
    const account = accounts.find(user.uid, 'FUTURES');
    if (account === undefined) return;
    for (const holding of account.holdings.values()) {
      for (const position of holding.positions()) {
        if (!position.bonusParts.has(grantId)) continue;
        const needs = risk.needs(account);
        const free = risk.free(account, needs) - risk.freeBonus(account);
        const kept = risk.wallet(account) - needs.isolatedOrders - risk.maintenance({ account, isolated: null });
        this.money.takeBonusBack(account, holding.contract, position, grantId, min(free, kept));
      }
    }
  }

  /** Opening orders that nothing backs any more end, the newest first. Answers whether there is anything to look after. */
  cancelUnbacked(user: User, timeMs: number): boolean {
    const { accounts, orders, risk } = this.parts;
    const account = accounts.find(user.uid, 'FUTURES');
    if (account === undefined) return false;
    for (const order of [...account.orders].reverse()) {
      if (risk.free(account, risk.needs(account)) >= 0n) break;
      if (!isReduceOnly(orders.int[order * INT_STRIDE + FLAGS]))
        this.lifecycle.cancel(order, CANCELED, NO_MARGIN, timeMs);
    }
    return true;
  }
}
