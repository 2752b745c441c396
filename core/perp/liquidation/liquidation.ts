/** A scope whose equity fell to its maintenance margin is reduced, closed or taken over, step by step (trading B13). */
import {
  BUY,
  BY_LIQUIDATION,
  EXPIRED,
  FILLED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  IOC,
  LIMIT_TYPE,
  LOTS,
  NO_REASON,
  NUM_STRIDE,
  SELL,
  STP_NONE,
  TIME_IN_FORCE,
} from '../../book/order-pool.ts';
import { MAX_UNITS } from '../../fixed.ts';
import { autoAddMargin } from '../../formulas/perp/margin.ts';
import { quantityForCap } from '../../formulas/perp/liquidation.ts';
import { directionName, unrealised } from '../../formulas/perp/position.ts';
import { min, notionalOf } from '../../formulas/rounding.ts';
import { tierOf } from '../../formulas/perp/tiers.ts';
import { MAX_TICKS } from '../../formulas/order-limits.ts';
import type { Holding, MarginAccount, OpenPosition } from '../account/accounts.ts';
import type { Contract } from '../contract/contract.ts';
import type { LiquidationReceipt, ScopePart } from '../../protocol/perp-events.ts';
import { bankruptcyTicks, FROM_LIQUIDATION } from '../orders/fill-checks.ts';
import type { PerpMatcher } from '../orders/match-orders.ts';
import type { PerpMoney } from '../account/money.ts';
import type { PerpParts } from '../account/parts.ts';
import type { PerpOrders } from '../orders/perp-orders.ts';
import type { PerpOrderPlacer } from '../orders/place-order.ts';
import { maintenanceOf, type Scope } from '../account/risk.ts';
import type { FillSettler } from '../account/settle-fills.ts';
import type { TakeoverInventory } from './takeover-inventory.ts';
import type { StopOrder } from '../contract/stop-table.ts';
import type { Stops } from '../orders/stops.ts';

interface Tools {
  readonly lifecycle: PerpOrders;
  readonly placer: PerpOrderPlacer;
  readonly matcher: PerpMatcher;
  readonly settler: FillSettler;
  readonly money: PerpMoney;
  readonly takeoverInventory: TakeoverInventory;
  readonly stops: Stops;
}

/** CUT: the order had the largest quantity that one order may have, and more is left to close. */
type Traded = 'NOTHING' | 'TRADED' | 'CUT';

/** A scope and the fund at one moment. */
interface Facts {
  readonly equity: bigint;
  readonly maintenance: bigint;
  readonly fund: bigint;
  readonly balance: bigint;
  readonly scope: readonly ScopePart[];
}

/** One open part of a scope. */
interface Part {
  readonly holding: Holding;
  readonly position: OpenPosition;
}

export class Liquidation {
  private readonly parts: PerpParts;
  private readonly tools: Tools;

  constructor(parts: PerpParts, tools: Tools) {
    this.parts = parts;
    this.tools = tools;
  }

  /** Liquidates every unsafe scope of these accounts: the highest margin ratio first, then by user (trading B13). */
  check(accounts: Iterable<MarginAccount>, timeMs: number): void {
    const { risk } = this.parts;
    const unsafe: { scope: Scope; equity: bigint; maintenance: bigint }[] = [];
    for (const account of accounts) {
      if (risk.isAllSafe(account)) continue;
      for (const scope of this.scopesOf(account)) {
        if (risk.isSafe(scope) || this.isFrozen(scope)) continue;
        unsafe.push({ scope, equity: risk.equity(scope), maintenance: risk.maintenance(scope) });
      }
    }
    unsafe.sort((a, b) => {
      const broke = Number(b.equity <= 0n) - Number(a.equity <= 0n);
      if (broke !== 0) return broke;
      const ratio = a.equity <= 0n ? 0n : b.maintenance * a.equity - a.maintenance * b.equity;
      if (ratio !== 0n) return ratio > 0n ? 1 : -1;
      const [one, other] = [a.scope.account, b.scope.account];
      return one.user.uid - other.user.uid || one.index - other.index;
    });
    // One liquidation can make another scope safe or unsafe: each is checked again before its turn.
    for (const { scope } of unsafe) if (this.isOpen(scope) && !risk.isSafe(scope)) this.run(scope, timeMs);
  }

  private run(scope: Scope, timeMs: number): void {
    const { account } = scope;
    this.receipt(scope, null, { step: 'STARTED' });
    this.autoAdd(scope);
    if (!this.isDone(scope)) {
      this.cancelOrders(scope, timeMs);
      this.closeHedges(scope, timeMs);
      if (!this.isDone(scope) && this.parts.risk.equity(scope) > 0n) this.tierDown(scope, timeMs);
      if (!this.isDone(scope) && this.parts.risk.equity(scope) > 0n) this.closeAll(scope, timeMs);
      if (!this.isDone(scope)) this.takeOver(scope, timeMs);
    }
    if (this.isOpen(scope)) this.receipt(scope, null, { step: 'RECOVERED' });
    this.tools.matcher.accountsToRecheck.add(account);
  }

  private isDone(scope: Scope): boolean {
    return !this.isOpen(scope) || this.parts.risk.isSafe(scope);
  }

  private isOpen({ account, isolated }: Scope): boolean {
    if (isolated === null) return this.parts.risk.crossPositions(account).length > 0;
    return isolated.position.quantity > 0n;
  }

  private scopesOf(account: MarginAccount): Scope[] {
    const scopes: Scope[] = [{ account, isolated: null }];
    for (const holding of account.holdings.values()) {
      for (const position of holding.positions()) {
        if (position.isolated) scopes.push({ account, isolated: { holding, position } });
      }
    }
    return scopes;
  }

  private partsOf({ account, isolated }: Scope): Part[] {
    return isolated === null ? this.parts.risk.crossPositions(account) : [isolated];
  }

  /** No liquidation runs while an index is missing (trading B8.6). */
  private isFrozen(scope: Scope): boolean {
    return this.partsOf(scope).some(({ holding }) => holding.contract.isFrozen);
  }

  /** Step 1. */
  private autoAdd(scope: Scope): void {
    const { account, isolated } = scope;
    if (isolated === null || !isolated.position.autoAdd) return;
    const { holding, position } = isolated;
    const { contract } = holding;
    const { risk, accounts } = this.parts;
    const amount = autoAddMargin({
      available: min(risk.available(account), risk.addable(account)),
      margin: accounts.margin(account, contract, position),
      unrealised: unrealised(position, contract.mark),
      notional: notionalOf(position.quantity, contract.mark),
      leverage: holding.leverageOf(position.direction),
    });
    if (amount === 0n) return;
    this.tools.money.isolate(account, contract, position, amount);
    this.receipt(scope, isolated, { step: 'AUTO_ADD', tradedValue: amount });
  }

  /** Step 2: orders of the contracts that the scope covers, waiting ones too. */
  private cancelOrders({ account, isolated }: Scope, timeMs: number): void {
    for (const holding of account.holdings.values()) {
      const covered = isolated === null ? holding.marginMode === 'CROSS' : isolated.holding === holding;
      if (!covered) continue;
      // In hedge mode the other side of an isolated position is another scope.
      const side = isolated?.position.positionSide ?? null;
      this.tools.placer.cancelAll(holding, BY_LIQUIDATION, timeMs, side);
      const { index } = holding.contract;
      const isMeant = (stop: StopOrder): boolean =>
        stop.contract === index && (side === null || stop.positionSide === side);
      this.tools.stops.cancelAll(account, isMeant, 'LIQUIDATION', timeMs);
    }
  }

  /** Step 3: long and short positions in one contract close against each other at mark. */
  private closeHedges(scope: Scope, timeMs: number): void {
    const { account, isolated } = scope;
    if (isolated !== null) return;
    for (const holding of account.holdings.values()) {
      const { long, short, contract } = holding;
      if (long === null || short === null || long.isolated) continue;
      const quantity = min(long.quantity, short.quantity);
      const value = notionalOf(quantity, contract.mark);
      const before = this.factsOf(scope);
      this.tools.settler.closeAtValue(account, holding, long, quantity, value, timeMs);
      this.tools.settler.closeAtValue(account, holding, short, quantity, value, timeMs);
      this.receipt(scope, { holding, position: long }, { step: 'HEDGE_CLOSED', quantity, tradedValue: value }, before);
    }
  }

  /** Step 4: each position above tier 1 shrinks to what fits the next lower tier, the largest requirement first. */
  private tierDown(scope: Scope, timeMs: number): void {
    const stuck = new Set<OpenPosition>();
    for (;;) {
      const next = this.partsOf(scope)
        .filter(({ holding, position }) => !stuck.has(position) && tierIndex(holding.contract, position) > 0)
        .sort((a, b) =>
          compare(maintenanceOf(b.holding.contract, b.position), maintenanceOf(a.holding.contract, a.position)),
        )
        .at(0);
      if (next === undefined) return;
      const { contract } = next.holding;
      const cap = contract.tiers[tierIndex(contract, next.position) - 1].cap;
      const keep = quantityForCap(cap, contract.mark, contract.step);
      const traded = this.send(scope, next, next.position.quantity - keep, 'REDUCED', timeMs);
      if (this.isDone(scope) || this.parts.risk.equity(scope) <= 0n) return;
      if (traded === 'NOTHING') stuck.add(next.position);
    }
  }

  /** Step 5: everything, the largest loss first. */
  private closeAll(scope: Scope, timeMs: number): void {
    const order = this.partsOf(scope).sort((a, b) =>
      compare(unrealised(a.position, a.holding.contract.mark), unrealised(b.position, b.holding.contract.mark)),
    );
    for (const part of order) {
      for (let traded: Traded = 'CUT'; traded === 'CUT' && part.position.quantity > 0n;) {
        traded = this.send(scope, part, part.position.quantity, 'CLOSED', timeMs);
        if (this.isDone(scope) || this.parts.risk.equity(scope) <= 0n) return;
      }
    }
  }

  /** An order at the bankruptcy price, at once or not at all. */
  private send(scope: Scope, part: Part, quantity: bigint, step: 'REDUCED' | 'CLOSED', timeMs: number): Traded {
    const { holding, position } = part;
    const { contract } = holding;
    const { orders, risk, report } = this.parts;
    const { lifecycle, matcher } = this.tools;
    const found = risk.bankruptcy(scope).find((candidate) => candidate.position === position);
    if (found === undefined || quantity <= 0n) return 'NOTHING';
    const before = this.factsOf(scope);
    const value = found.value;
    const limit = Number(bankruptcyTicks(contract, position.direction, value, position.quantity));
    if (position.direction === -1n && limit < 1) return 'NOTHING';
    const ofAll = position.quantity;
    const side = position.direction === 1n ? SELL : BUY;
    const ticks = Math.min(MAX_TICKS, Math.max(1, limit));
    // The amount of an order stays a safe integer: a larger one is sent in parts.
    const highest = side === BUY ? ticks : Math.max(ticks, matcher.bestTicks(contract, BUY));
    const most = Math.min(contract.maxLots, Math.floor(MAX_UNITS / (highest * contract.unit)));
    const wanted = contract.quantityOf(most) < quantity ? most : contract.lotsOf(quantity);
    const request = {
      side,
      positionSide: position.positionSide,
      type: LIMIT_TYPE,
      timeInForce: IOC,
      stpMode: STP_NONE,
      ticks,
      lots: wanted,
      reduceOnly: true,
      origin: FROM_LIQUIDATION,
      clientOrderId: '',
    };
    // Without room for an order the book is left alone: the liquidation engine takes the position over.
    if (orders.isExhausted) return 'NOTHING';
    const order = lifecycle.accept(scope.account, holding, request, timeMs);
    const at = order * NUM_STRIDE;
    matcher.run(contract, order, timeMs);
    const isFilled = orders.num[at + LOTS] === 0;
    const filled = contract.quantityOf(orders.num[at + FILLED_LOTS]);
    const tradedValue = BigInt(orders.num[at + FILLED_AMOUNT]);
    lifecycle.end(order, isFilled ? FILLED : EXPIRED, isFilled ? NO_REASON : TIME_IN_FORCE, timeMs);
    report.order(order, isFilled ? 'FILL' : 'ENDED');
    if (filled === 0n) return 'NOTHING';
    const bankruptcyValue = (value * filled) / ofAll;
    const fee = this.tools.money.fund - before.fund;
    this.receipt(scope, part, { step, quantity: filled, bankruptcyValue, tradedValue, fee }, before);
    return isFilled && wanted === most ? 'CUT' : 'TRADED';
  }

  /** Step 6: the liquidation engine takes the remaining positions over at their bankruptcy value, and the scope is empty. */
  private takeOver(scope: Scope, timeMs: number): void {
    const { account } = scope;
    const { money, takeoverInventory, settler } = this.tools;
    const { risk, accounts } = this.parts;
    const before = this.factsOf(scope);
    const found = risk.bankruptcy(scope).map((candidate) => ({
      ...candidate,
      result: candidate.position.direction * (candidate.value - candidate.position.cost),
    }));
    // Gains first: a loss may need them.
    found.sort((a, b) => compare(b.result, a.result));
    for (const { holding, position, value, result } of found) {
      const { contract } = holding;
      const { quantity, direction } = position;
      if (position.isolated) {
        const margin = accounts.margin(account, contract, position);
        money.release(account, contract, position, margin, true);
      }
      money.realised(account, contract, result);
      position.realised += result;
      if (direction === 1n) contract.openQuantity -= quantity;
      takeoverInventory.take(contract, direction, quantity, value);
      settler.tellValue(account, holding, position, { quantity, value, realised: result });
      settler.tellClosed(account, holding, position, timeMs);
      const facts = { step: 'TAKEN_OVER', quantity, bankruptcyValue: value } as const;
      this.receipt(scope, { holding, position }, facts, before);
    }
    if (scope.isolated === null) this.tools.settler.coverDebt(account);
    this.parts.report.balances();
  }

  private factsOf(scope: Scope): Facts {
    const { risk } = this.parts;
    return {
      equity: risk.equity(scope),
      maintenance: risk.maintenance(scope),
      fund: this.tools.money.fund,
      balance: risk.balance(scope),
      scope: this.partsOf(scope).map(scopePart),
    };
  }

  private receipt(
    scope: Scope,
    part: Part | null,
    facts: Pick<LiquidationReceipt, 'step'> &
      Partial<Pick<LiquidationReceipt, 'quantity' | 'bankruptcyValue' | 'tradedValue' | 'fee'>>,
    before = this.factsOf(scope),
  ): void {
    const { account, isolated } = scope;
    const named = part ?? isolated;
    this.parts.report.tell(
      {
        kind: 'Liquidated',
        uid: account.user.uid,
        wallet: account.wallet,
        symbol: named?.holding.contract.symbol ?? '',
        positionSide: named?.position.positionSide ?? 'BOTH',
        marginMode: isolated === null ? 'CROSS' : 'ISOLATED',
        markPrice: named?.holding.contract.mark ?? 0n,
        equity: before.equity,
        maintenanceMargin: before.maintenance,
        scopeBalance: before.balance,
        scope: before.scope,
        quantity: 0n,
        bankruptcyValue: 0n,
        tradedValue: 0n,
        fee: 0n,
        fundBefore: before.fund,
        fundAfter: this.tools.money.fund,
        ...facts,
      },
      account.user,
    );
  }
}

/** A copy: the position itself changes with the step. */
function scopePart({ holding: { contract }, position }: Part): ScopePart {
  const { positionSide, direction, quantity, cost } = position;
  const tier = tierOf(contract.tiers, notionalOf(quantity, contract.mark));
  return {
    symbol: contract.symbol,
    positionSide,
    direction: directionName(direction),
    quantity,
    cost,
    markPrice: contract.mark,
    tierRate: tier.rate,
    tierDeduction: tier.deduction,
  };
}

function tierIndex(contract: Contract, position: OpenPosition): number {
  return contract.tiers.indexOf(tierOf(contract.tiers, notionalOf(position.quantity, contract.mark)));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
