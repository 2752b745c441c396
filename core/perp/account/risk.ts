/** What an account is worth, what its orders and positions need, what is left (trading B5 to B7, B16). It only reads. */
import { BUY, FLAGS, INT_STRIDE, type OrderPool, SELL, sideOf } from '../../book/order-pool.ts';
import { abs, ceilDiv, max, min, notionalOf } from '../../formulas/rounding.ts';
import { bankruptcyValues } from '../../formulas/perp/liquidation.ts';
import { type Position, unrealised } from '../../formulas/perp/position.ts';
import { maintenanceMargin } from '../../formulas/perp/tiers.ts';
import type { Holding, MarginAccount, OpenPosition } from './accounts.ts';
import type { MarginAccounts } from './margin-accounts.ts';
import type { BonusSource } from './bonus-source.ts';
import type { Contract } from '../contract/contract.ts';
import type { FillPlan } from './fill-plan.ts';
import { offsetOf, OrderNeeds, type PlannedOrder } from './order-needs.ts';
import { UnitChecks } from './unit-checks.ts';
import { UnitNeeds } from './unit-needs.ts';
import { UnitRisk } from './unit-risk.ts';
import type { BonusView } from '../../protocol/perp-events.ts';

/** What is needed for orders and positions together. */
export interface Needs {
  /** Initial margin of the contracts under cross margin. */
  cross: bigint;
  /** Order margin of those under isolated margin. */
  isolatedOrders: bigint;
  openingLoss: bigint;
  feeReserve: bigint;
}

export interface Scope {
  readonly account: MarginAccount;
  /** Null: the cross scope. */
  readonly isolated: { readonly holding: Holding; readonly position: OpenPosition } | null;
}

export class Risk {
  private readonly orders: OrderPool;
  private readonly orderNeeds: OrderNeeds;
  private readonly accounts: MarginAccounts;
  private readonly bonus: BonusSource;
  private readonly settle: () => number;
  /** Null: all is counted in BigInt, which tests compare with. */
  private readonly units: UnitNeeds | null;
  /** Judges orders in numbers; null as above. */
  readonly inUnits: UnitChecks | null;
  /** Judges cross positions and their fills in numbers; null as above. */
  readonly crossInUnits: UnitRisk | null;

  constructor(
    parts: { orders: OrderPool; accounts: MarginAccounts; bonus: BonusSource; settle: () => number },
    countsInUnits = true,
    countsCrossInUnits = countsInUnits,
  ) {
    this.units = countsInUnits ? new UnitNeeds(parts.orders) : null;
    this.inUnits = countsInUnits ? new UnitChecks(parts) : null;
    this.crossInUnits = countsCrossInUnits ? new UnitRisk(parts) : null;
    this.orders = parts.orders;
    this.orderNeeds = new OrderNeeds(parts.orders);
    this.accounts = parts.accounts;
    this.bonus = parts.bonus;
    this.settle = parts.settle;
  }

  wallet(account: MarginAccount): bigint {
    return this.accounts.balance(account, this.settle());
  }

  bonuses(account: MarginAccount): readonly BonusView[] {
    return this.bonus.views(account);
  }

  freeBonus(account: MarginAccount): bigint {
    return this.bonus.free(account);
  }

  /** The account's positions in the contract are other ones than before. */
  positionsChanged(account: MarginAccount, holding: Holding): void {
    account.positionSums?.changed(holding);
  }

  /** U: of all positions under cross margin. */
  crossUnrealised(account: MarginAccount): bigint {
    return this.crossSums(account).unrealised;
  }

  /** Of all positions under cross margin, in one walk: every fill asks for it several times. */
  private crossSums(account: MarginAccount): CrossSums {
    const sums: CrossSums = { hasAny: false, unrealised: 0n, maintenance: 0n };
    for (const { contract, both, long, short } of account.holdings.values()) {
      if (both !== null) addCross(sums, contract, both);
      if (long !== null) addCross(sums, contract, long);
      if (short !== null) addCross(sums, contract, short);
    }
    return sums;
  }

  crossPositions(account: MarginAccount): { position: OpenPosition; contract: Contract; holding: Holding }[] {
    const found: { position: OpenPosition; contract: Contract; holding: Holding }[] = [];
    for (const holding of account.holdings.values()) {
      for (const position of holding.positions()) {
        if (!position.isolated) found.push({ position, contract: holding.contract, holding });
      }
    }
    return found;
  }

  equity(scope: Scope): bigint {
    const { account, isolated } = scope;
    if (isolated === null) return this.balance(scope) + this.crossUnrealised(account);
    return this.balance(scope) + unrealised(isolated.position, isolated.holding.contract.mark);
  }

  /** What a scope has without its positions' results: isolated margin, or the wallet with free bonus. */
  balance({ account, isolated }: Scope): bigint {
    if (isolated === null) return this.wallet(account) + this.freeBonus(account);
    return this.accounts.margin(account, isolated.holding.contract, isolated.position);
  }

  maintenance({ account, isolated }: Scope): bigint {
    if (isolated !== null) return maintenanceOf(isolated.holding.contract, isolated.position);
    return this.crossSums(account).maintenance;
  }

  /** Equity less maintenance margin. */
  slack(scope: Scope): bigint {
    if (scope.isolated !== null) return this.equity(scope) - this.maintenance(scope);
    const { unrealised: results, maintenance } = this.crossSums(scope.account);
    return this.balance(scope) + results - maintenance;
  }

  /** Whether the scope needs no liquidation: no cross position, or equity above the maintenance margin (trading B11). */
  isSafe(scope: Scope): boolean {
    if (scope.isolated !== null) return this.equity(scope) > this.maintenance(scope);
    return this.crossInUnits?.isSafe(scope.account) ?? this.isSafeByRule(scope);
  }

  /** Whether it is known that no scope of the account needs liquidation; false also where it is not known. */
  isAllSafe(account: MarginAccount): boolean {
    return this.crossInUnits?.isAllSafe(account) === true;
  }

  private isSafeByRule(scope: Scope): boolean {
    const { hasAny, unrealised: results, maintenance } = this.crossSums(scope.account);
    return !hasAny || this.balance(scope) + results > maintenance;
  }

  needs(account: MarginAccount): Needs {
    return this.needsWith(account, null, { cross: 0n, isolatedOrders: 0n, openingLoss: 0n, feeReserve: 0n });
  }

  /** All needs when those of one contract are `changed`. */
  needsWith(account: MarginAccount, holding: Holding | null, changed: Readonly<Needs>): Needs {
    const needs = { ...changed };
    for (const other of account.holdings.values()) {
      if (other === holding || (other.orders.size === 0 && other.isFlat)) continue;
      this.addNeeds(account, other, null, needs);
    }
    return needs;
  }

  /** The needs of one contract. */
  needsOf(account: MarginAccount, holding: Holding, planned: PlannedOrder | null = null): Needs {
    const needs = { cross: 0n, isolatedOrders: 0n, openingLoss: 0n, feeReserve: 0n };
    this.addNeeds(account, holding, planned, needs);
    return needs;
  }

  /** W + B + U less all needs: below zero when prices went against it. */
  free(account: MarginAccount, needs: Needs): bigint {
    return this.wallet(account) + this.freeBonus(account) + this.crossUnrealised(account) - sumOf(needs);
  }

  /** What a new position, margin or order can use (trading B6). */
  available(account: MarginAccount): bigint {
    return max(0n, this.free(account, this.needs(account)));
  }

  /**
   * What can leave the wallet: gains not yet realised and bonus cannot (trading B6). The cross positions keep the larger of
   * their initial and their maintenance margin, and one unit more than the latter: at it they would be liquidated, and a
   * transfer never causes that (trading E5).
   */
  transferable(account: MarginAccount): bigint {
    const losses = min(0n, this.crossUnrealised(account));
    const needs = this.needs(account);
    const hasCross = this.crossPositions(account).length > 0;
    const kept = hasCross ? max(needs.cross, this.maintenance({ account, isolated: null }) + 1n) : needs.cross;
    const inPositions = this.bonus.inPositions(account);
    return max(0n, this.wallet(account) + losses - sumOf({ ...needs, cross: kept }) - inPositions);
  }

  /** What may be added to isolated positions: own money that no cross position or order needs (trading B16). */
  addable(account: MarginAccount): bigint {
    return max(0n, min(this.free(account, this.needs(account)), this.ownFree(account)));
  }

  /**
   * Of the wallet, what isolated orders and the maintenance of cross positions leave, and never so much that the cross scope
   * would be liquidated for want of it (trading B13, B16).
   */
  ownFree(account: MarginAccount): bigint {
    const cross: Scope = { account, isolated: null };
    const maintenance = this.maintenance(cross);
    const own = this.wallet(account) - this.needs(account).isolatedOrders - maintenance;
    return this.crossPositions(account).length === 0 ? own : min(own, this.equity(cross) - maintenance - 1n);
  }

  /** Whether equity stays above the maintenance margin after this fill. A fill that opens nothing is always permitted (trading B7). */
  permits(account: MarginAccount, holding: Holding, plan: FillPlan, fee: bigint): boolean {
    if (plan.opening === 0n || plan.next === null) return true;
    if (holding.marginMode === 'ISOLATED') return this.permitsIsolated(account, holding, plan, fee);
    return this.crossInUnits?.permits(account, holding, plan, fee) ?? this.permitsByRule(account, holding, plan, fee);
  }

  /** A fill under cross margin that opens something. */
  private permitsByRule(account: MarginAccount, { contract }: Holding, plan: FillPlan, fee: bigint): boolean {
    const { before, next } = plan;
    if (next === null) return true;
    const result = before === null ? 0n : unrealised(before, contract.mark);
    const kept = before === null ? 0n : maintenanceOf(contract, before);
    const all = this.crossSums(account);
    const after = unrealised(next, contract.mark);
    const equity = this.balance({ account, isolated: null }) + all.unrealised + plan.realised - fee + after - result;
    return equity > all.maintenance + maintenanceOf(contract, next) - kept;
  }

  /** A fill under isolated margin that opens something. */
  private permitsIsolated(account: MarginAccount, holding: Holding, plan: FillPlan, fee: bigint): boolean {
    const { contract } = holding;
    const { before, next } = plan;
    if (next === null) return true;
    const after = unrealised(next, contract.mark);
    const margin = before === null ? 0n : this.accounts.margin(account, contract, before);
    // A flip first gives back what the closed position held.
    const back = plan.closing > 0n ? margin + plan.realised : 0n;
    const added = ceilDiv(plan.opened, holding.leverageOf(plan.direction));
    const own = this.wallet(account) + back + this.freeBonus(account);
    const kept = plan.closing > 0n ? 0n : margin;
    // Margin that is moved into the position no longer backs the cross positions.
    const cross = this.crossSums(account);
    const balance = this.balance({ account, isolated: null });
    const standsCross = !cross.hasAny || balance + cross.unrealised + back - added - fee > cross.maintenance;
    return added + fee <= own && kept + added + after > maintenanceOf(contract, next) && standsCross;
  }

  /** V of every position of the scope, in the order of `crossPositions` (trading B12). */
  bankruptcy(scope: Scope): { holding: Holding; position: OpenPosition; value: bigint }[] {
    const positions = scope.isolated === null ? this.crossPositions(scope.account) : [{ ...scope.isolated }];
    const values = bankruptcyValues(
      positions.map(({ position, holding }) => ({ ...position, mark: holding.contract.mark })),
      this.equity(scope),
    );
    return positions.map(({ holding, position }, at) => ({ holding, position, value: values[at] }));
  }

  scopeOf(account: MarginAccount, holding: Holding, position: OpenPosition): Scope {
    return { account, isolated: position.isolated ? { holding, position } : null };
  }

  /** Notional of a side as it would be if all its orders filled: for the tier's leverage (trading B2). */
  sideNotional(account: MarginAccount, planned: PlannedOrder): bigint {
    const { holding, side } = planned;
    const { contract } = holding;
    const orders = this.sideOrders(account, planned);
    if (account.mode === 'HEDGE') {
      const position = side === BUY ? holding.long : holding.short;
      return orders + (position === null ? 0n : notionalOf(position.quantity, contract.mark));
    }
    const signed =
      holding.both === null ? 0n : holding.both.direction * notionalOf(holding.both.quantity, contract.mark);
    return max(0n, side === BUY ? signed + orders : orders - signed);
  }

  /** Notional of all orders of the planned one's side, its own included. */
  private sideOrders(account: MarginAccount, planned: PlannedOrder): bigint {
    const { units } = this;
    const { holding, side } = planned;
    if (units !== null && units.count(account, holding, planned))
      return BigInt(side === BUY ? units.buys : units.sells);
    return this.orderNeeds.sideNeeds(account, holding, side, planned).notional;
  }

  /** How much more would open with it: what other orders leave of the opposite position is closed first. */
  openingQuantity(account: MarginAccount, planned: PlannedOrder): bigint {
    const { holding, side } = planned;
    const { contract } = holding;
    const offset = account.mode === 'ONE_WAY' ? offsetOf(holding, side) : 0n;
    const all = this.sideQuantity(account, planned);
    return min(contract.quantityOf(planned.lots), max(0n, all - offset));
  }

  private sideQuantity(account: MarginAccount, planned: PlannedOrder): bigint {
    const { units } = this;
    const { holding, side } = planned;
    const { contract } = holding;
    if (units !== null && units.count(account, holding, planned))
      return contract.quantityOf(side === BUY ? units.buyLots : units.sellLots);
    let all = 0n;
    for (const { lots } of this.orderNeeds.openingOrders(account, holding, side, planned))
      all += contract.quantityOf(lots);
    return all;
  }

  /** Would a live order open anything, once the opposite position and the orders before it are used up? (trading E4) */
  opens(account: MarginAccount, holding: Holding, order: number): boolean {
    const side = sideOf(this.orders.int[order * INT_STRIDE + FLAGS]);
    const all = this.orderNeeds.openingOrders(account, holding, side, null);
    let offset = this.orderNeeds.offset(account, holding, side, all);
    for (const one of all) {
      const quantity = holding.contract.quantityOf(one.lots);
      if (one.order === order) return quantity > offset;
      offset = max(0n, offset - quantity);
    }
    return false;
  }

  private addNeeds(account: MarginAccount, holding: Holding, extra: PlannedOrder | null, needs: Needs): void {
    const { contract } = holding;
    const { units } = this;
    let [buys, sells] = [0n, 0n];
    if (units !== null && units.count(account, holding, extra)) {
      buys = BigInt(units.buys);
      sells = BigInt(units.sells);
      needs.openingLoss += BigInt(units.openingLoss);
      needs.feeReserve += BigInt(units.feeReserve);
    } else {
      const ofBuys = this.orderNeeds.sideNeeds(account, holding, BUY, extra);
      const ofSells = this.orderNeeds.sideNeeds(account, holding, SELL, extra);
      buys = ofBuys.notional;
      sells = ofSells.notional;
      needs.openingLoss += ofBuys.loss + ofSells.loss;
      needs.feeReserve += ofBuys.fees + ofSells.fees;
    }
    const worth = (position: OpenPosition | null): bigint =>
      position === null ? 0n : notionalOf(position.quantity, contract.mark);
    if (account.mode === 'HEDGE') {
      const [long, short] = [holding.leverageOf(1n), holding.leverageOf(-1n)];
      if (holding.marginMode === 'CROSS') {
        needs.cross += ceilDiv(worth(holding.long) + buys, long) + ceilDiv(worth(holding.short) + sells, short);
      } else {
        needs.isolatedOrders += ceilDiv(buys, long) + ceilDiv(sells, short);
      }
      return;
    }
    const signed = holding.both === null ? 0n : holding.both.direction * worth(holding.both);
    const leverage = holding.leverageOf(1n);
    const all = ceilDiv(max(abs(signed + buys), abs(signed - sells)), leverage);
    if (holding.marginMode === 'CROSS') needs.cross += all;
    else needs.isolatedOrders += max(0n, all - ceilDiv(abs(signed), leverage));
  }
}

interface CrossSums {
  hasAny: boolean;
  unrealised: bigint;
  maintenance: bigint;
}

function addCross(sums: CrossSums, { mark, tiers }: Contract, position: OpenPosition): void {
  if (position.isolated) return;
  const notional = notionalOf(position.quantity, mark);
  sums.hasAny = true;
  sums.unrealised += position.direction * (notional - position.cost);
  sums.maintenance += maintenanceMargin(tiers, notional);
}

/** The maintenance margin at the present mark, in units of the settlement asset (trading B11). */
export function maintenanceOf(contract: Contract, position: Pick<Position, 'quantity'>): bigint {
  return maintenanceMargin(contract.tiers, notionalOf(position.quantity, contract.mark));
}

/** All needs together, in units of the settlement asset (trading B6). */
export function sumOf(needs: Needs): bigint {
  return needs.cross + needs.isolatedOrders + needs.openingLoss + needs.feeReserve;
}
