/** Auto-deleveraging: holders of the other side are closed against the takeover inventory (trading B14). */
import { BY_ADL } from '../../book/order-pool.ts';
import { adlLights, adlScore, type AdlCandidate, rankForAdl } from '../../formulas/perp/adl.ts';
import { directionName, unrealised } from '../../formulas/perp/position.ts';
import { floorDiv, min, notionalOf } from '../../formulas/rounding.ts';
import type { Holding, MarginAccount, OpenPosition } from '../account/accounts.ts';
import type { Contract } from '../contract/contract.ts';
import type { PerpMatcher } from '../orders/match-orders.ts';
import type { PerpMoney } from '../account/money.ts';
import type { PerpParts } from '../account/parts.ts';
import type { PerpOrderPlacer } from '../orders/place-order.ts';
import { AdlStandings, RANKED_AT_ONCE } from './adl-standings.ts';
import type { FillSettler } from '../account/settle-fills.ts';
import type { TakeoverInventory } from './takeover-inventory.ts';
import type { Stops } from '../orders/stops.ts';

interface Candidate extends AdlCandidate {
  readonly account: MarginAccount;
  readonly holding: Holding;
  readonly position: OpenPosition;
}

export class Adl {
  readonly standings: AdlStandings;
  private readonly parts: PerpParts;
  private readonly takeoverInventory: TakeoverInventory;
  private readonly settler: FillSettler;
  private readonly placer: PerpOrderPlacer;
  private readonly matcher: PerpMatcher;
  private readonly money: PerpMoney;
  private readonly stops: Stops;

  constructor(
    parts: PerpParts,
    tools: {
      takeoverInventory: TakeoverInventory;
      settler: FillSettler;
      placer: PerpOrderPlacer;
      matcher: PerpMatcher;
      money: PerpMoney;
      stops: Stops;
    },
  ) {
    this.parts = parts;
    this.standings = new AdlStandings(parts);
    this.takeoverInventory = tools.takeoverInventory;
    this.settler = tools.settler;
    this.placer = tools.placer;
    this.matcher = tools.matcher;
    this.money = tools.money;
    this.stops = tools.stops;
  }

  /** Closes holders until the takeover inventory is gone, or the fund covers the rest at mark. */
  run(contract: Contract, timeMs: number): void {
    const cause = this.takeoverInventory.needsAdl(contract);
    const held = this.takeoverInventory.of(contract);
    if (cause === null || held === null) return;
    const ranking = this.ranking(contract, held.direction === 1n ? -1n : 1n);
    for (const [at, candidate] of ranking.entries()) {
      const left = this.takeoverInventory.of(contract);
      if (left === null) return;
      if (cause === 'FUND_SHORT' && this.takeoverInventory.shortfall(contract) <= this.money.fund) return;
      this.close(contract, candidate, at + 1, timeMs);
    }
    if (ranking.length > 0) this.takeoverInventory.tell(contract, 0n);
  }

  /** Lights 1 to 5 of a position: how near it stands to being closed (trading B14). Where many hold the contract, by its standings. */
  lights(account: MarginAccount, contract: Contract, wanted: OpenPosition): number {
    if (contract.holders.size > RANKED_AT_ONCE) return this.standings.lights(account, contract, wanted);
    return this.rankedLights(contract, wanted);
  }

  /** The same by ranking all holders. */
  rankedLights(contract: Contract, wanted: OpenPosition): number {
    const ranking = this.ranking(contract, wanted.direction);
    const total = ranking.reduce((sum, { quantity }) => sum + quantity, 0n);
    let before = 0n;
    for (const { position, quantity } of ranking) {
      if (position === wanted) return adlLights(before, total);
      before += quantity;
    }
    return 0;
  }

  private close(contract: Contract, candidate: Candidate, rank: number, timeMs: number): void {
    const { account, holding, position } = candidate;
    const held = this.takeoverInventory.of(contract);
    if (held === null) return;
    // Their own orders could otherwise trade with what is about to change.
    this.placer.cancelAll(holding, BY_ADL, timeMs);
    this.stops.cancelAll(account, (stop) => stop.contract === contract.index, 'ADL', timeMs);
    const quantity = min(position.quantity, held.quantity);
    const { quantity: inventoryQuantity, cost: inventoryCost } = held;
    const { direction, quantity: positionQuantity, cost: positionCost } = position;
    const value = this.takeoverInventory.giveAtCost(contract, quantity);
    const realised = this.settler.closeAtValue(account, holding, position, quantity, value, timeMs);
    this.matcher.accountsToRecheck.add(account);
    this.parts.report.tell(
      {
        kind: 'Deleveraged',
        symbol: contract.symbol,
        uid: account.user.uid,
        wallet: account.wallet,
        positionSide: position.positionSide,
        rank,
        score: adlScore(candidate),
        quantity,
        value,
        realised,
        markPrice: contract.mark,
        direction: directionName(direction),
        positionQuantity,
        positionCost,
        margin: candidate.margin,
        inventoryQuantity,
        inventoryCost,
        fund: this.money.fund,
      },
      account.user,
    );
  }

  private ranking(contract: Contract, direction: 1n | -1n): Candidate[] {
    const { accounts } = this.parts;
    const found: Candidate[] = [];
    for (const index of contract.holders) {
      const account = this.parts.accounts.at(index);
      const holding = account.holding(contract);
      for (const position of holding.positions()) {
        if (position.direction !== direction) continue;
        found.push({
          account,
          holding,
          position,
          unrealised: unrealised(position, contract.mark),
          cost: position.cost,
          notional: notionalOf(position.quantity, contract.mark),
          margin: position.isolated
            ? accounts.margin(account, contract, position)
            : this.crossShare(account, contract, position),
          quantity: position.quantity,
          positionId: position.positionId,
        });
      }
    }
    return rankForAdl(found);
  }

  /** The position's share of its account's cross balance, by notional. */
  private crossShare(account: MarginAccount, contract: Contract, position: OpenPosition): bigint {
    const { risk } = this.parts;
    let total = 0n;
    for (const other of risk.crossPositions(account)) total += notionalOf(other.position.quantity, other.contract.mark);
    const balance = risk.wallet(account) + risk.freeBonus(account);
    return total === 0n ? balance : floorDiv(balance * notionalOf(position.quantity, contract.mark), total);
  }
}
