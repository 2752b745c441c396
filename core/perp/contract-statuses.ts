/** The life of a contract: opened, restricted, settled (trading B1). */
import { notionalOf } from '../formulas/rounding.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import type { Contract } from './contract/contract.ts';
import type { PerpMatcher } from './orders/match-orders.ts';
import type { PerpParts } from './account/parts.ts';
import type { PerpOrders } from './orders/perp-orders.ts';
import type { PerpOrderPlacer } from './orders/place-order.ts';
import type { FillSettler } from './account/settle-fills.ts';
import type { TakeoverInventory } from './liquidation/takeover-inventory.ts';
import type { Stops } from './orders/stops.ts';
import { CONTRACT_STATUSES, type ContractStatus } from '../protocol/words.ts';

interface Tools {
  readonly placer: PerpOrderPlacer;
  readonly matcher: PerpMatcher;
  readonly lifecycle: PerpOrders;
  readonly settler: FillSettler;
  readonly takeoverInventory: TakeoverInventory;
  readonly stops: Stops;
}

export class ContractStatuses {
  private readonly parts: PerpParts;
  private readonly tools: Tools;

  constructor(parts: PerpParts, tools: Tools) {
    this.parts = parts;
    this.tools = tools;
  }

  set(contract: Contract | undefined, status: ContractStatus, timeMs: number): RejectCode | null {
    if (contract === undefined) return 'UNKNOWN_MARKET';
    // A settled contract never changes status again, and positions cannot be settled without a price.
    if (!CONTRACT_STATUSES.includes(status) || contract.status === 'SETTLED' || contract.status === status)
      return 'MARKET_STATUS';
    if (status === 'SETTLED' && contract.mark === 0n && contract.holders.size > 0) return 'MARKET_STATUS';
    contract.status = status;
    if (status === 'SETTLED') this.settleAll(contract, timeMs);
    if (status === 'REDUCE_ONLY') this.closeOnly(contract, timeMs);
    this.parts.report.contract(contract);
    this.tools.stops.wakeAll(contract);
    return null;
  }

  /** Resting orders may only reduce from now on: those that would open end (trading B17). */
  private closeOnly(contract: Contract, timeMs: number): void {
    for (const account of this.parts.accounts.all()) {
      const holding = account.holdings.get(contract.index);
      if (holding !== undefined) this.tools.lifecycle.closeOnly(holding, timeMs);
    }
  }

  /** Ends all orders and closes every position at the mark, without fee. */
  private settleAll(contract: Contract, timeMs: number): void {
    const { placer, matcher, settler, takeoverInventory, stops } = this.tools;
    const { accounts } = this.parts;
    placer.endAllOf(contract, timeMs);
    // Only accounts with objects have conditional orders.
    for (const account of accounts.known()) {
      if (account !== undefined) stops.cancelAll(account, (stop) => stop.contract === contract.index, 'SYSTEM', timeMs);
    }
    for (const index of contract.holders) {
      const account = accounts.at(index);
      const holding = account.holding(contract);
      for (const position of holding.positions()) {
        const value = notionalOf(position.quantity, contract.mark);
        settler.closeAtValue(account, holding, position, position.quantity, value, timeMs);
      }
      // What a voucher opened is paid out now, and nobody is left owing (trading E6, C4.17).
      matcher.accountsToRecheck.add(account);
    }
    const held = takeoverInventory.of(contract);
    if (held !== null) takeoverInventory.give(contract, held.quantity, notionalOf(held.quantity, contract.mark));
  }
}
