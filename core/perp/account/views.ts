/** Contracts, orders, positions and capital as the outside sees them. */
import {
  ACCOUNT,
  AMENDS,
  CREATED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  ID,
  INT_STRIDE,
  KEY,
  LIMIT_TYPE,
  MARKET,
  NUM_STRIDE,
  type OrderPool,
  isReduceOnly,
  originOf,
  positionSideOf,
  reasonOf,
  sideOf,
  statusOf,
  stpModeOf,
  timeInForceOf,
  TOTAL_LOTS,
  typeOf,
  UPDATED,
} from '../../book/order-pool.ts';
import type { Amount, Price } from '../../fixed.ts';
import { fundingRate } from '../../formulas/perp/funding.ts';
import { hedgeLiquidationPrice, liquidationPrice } from '../../formulas/perp/liquidation.ts';
import { directionName, unrealised } from '../../formulas/perp/position.ts';
import { notionalOf } from '../../formulas/rounding.ts';
import { trailingFiresAt } from '../../formulas/trailing.ts';
import type { OpenStopOrderView } from '../../protocol/core.ts';
import { maintenanceMargin } from '../../formulas/perp/tiers.ts';
import type { Holding, MarginAccount, OpenPosition } from './accounts.ts';
import type { MarginAccounts } from './margin-accounts.ts';
import type { Contract } from '../contract/contract.ts';
import {
  type CapitalView,
  type ContractView,
  type PerpOrderView,
  type PositionView,
  type StopOrderView,
} from '../../protocol/perp-events.ts';
import { type Risk, sumOf } from './risk.ts';
import type { StopOrder } from '../contract/stop-table.ts';
import {
  END_REASONS,
  ORDER_ORIGINS,
  ORDER_STATUSES,
  POSITION_SIDES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
} from '../../protocol/words.ts';

/** A contract as it is now; a frozen one (no index) shows CANCEL_ONLY. Units as in events.ts. */
export function contractView(contract: Contract): ContractView {
  return {
    symbol: contract.symbol,
    base: contract.base,
    settle: contract.settle.name,
    status: contract.isFrozen ? 'CANCEL_ONLY' : contract.status,
    version: contract.version,
    parameters: contract.parameters,
    lastPrice: (contract.lastTicks * contract.tickSize) as Price,
    markPrice: Number(contract.mark) as Price,
    indexPrice: Number(contract.indexPrice) as Price,
    lastFundingRate: Number(contract.lastFundingRate),
    fundingRate: estimatedFunding(contract),
    nextFundingMs: contract.nextFundingMs,
    openInterest: contract.openQuantity,
    updateId: contract.updateId,
    lastTradeId: contract.lastTradeId,
  };
}

/** The funding rate if the interval ended now (trading B10). */
export function estimatedFunding(contract: Contract): number {
  return Number(
    fundingRate({
      samples: contract.premiums,
      interest: BigInt(contract.parameters.interestRate),
      intervalHours: BigInt(contract.intervalHours),
      cap: contract.fundingCap,
    }),
  );
}

/** The order in a slot of the pool, live or just ended. */
export function perpOrderView(
  orders: OrderPool,
  accounts: MarginAccounts,
  contracts: readonly Contract[],
  order: number,
): PerpOrderView {
  const { int, num } = orders;
  const at = order * INT_STRIDE;
  const numAt = order * NUM_STRIDE;
  const flags = int[at + FLAGS];
  const contract = contracts[int[at + MARKET]];
  const account = accounts.at(int[at + ACCOUNT]);
  const isLimit = typeOf(flags) === LIMIT_TYPE;
  return {
    orderId: num[numAt + ID],
    uid: account.user.uid,
    wallet: account.wallet,
    symbol: contract.symbol,
    side: SIDES[sideOf(flags)],
    positionSide: POSITION_SIDES[positionSideOf(flags)],
    type: isLimit ? 'LIMIT' : 'MARKET',
    timeInForce: TIMES_IN_FORCE[timeInForceOf(flags)],
    price: (isLimit ? Math.abs(int[at + KEY]) * contract.tickSize : 0) as Price,
    quantity: (num[numAt + TOTAL_LOTS] * contract.stepSize) as Amount,
    filledQuantity: (num[numAt + FILLED_LOTS] * contract.stepSize) as Amount,
    filledAmount: num[numAt + FILLED_AMOUNT] as Amount,
    reduceOnly: isReduceOnly(flags),
    origin: ORDER_ORIGINS[originOf(flags)],
    stpMode: STP_MODES[stpModeOf(flags)],
    clientOrderId: orders.clientId(order),
    status: ORDER_STATUSES[statusOf(flags)],
    reason: END_REASONS[reasonOf(flags)],
    createdAtMs: num[numAt + CREATED],
    updatedAtMs: num[numAt + UPDATED],
    amendCount: int[at + AMENDS],
  };
}

/** A conditional order, waiting or ended. */
export function stopOrderView(
  stop: StopOrder,
  accounts: MarginAccounts,
  contracts: readonly Contract[],
): StopOrderView {
  const account = accounts.at(stop.account);
  return {
    stopOrderId: stop.stopOrderId,
    uid: account.user.uid,
    wallet: account.wallet,
    symbol: contracts[stop.contract].symbol,
    side: stop.side,
    positionSide: stop.positionSide,
    type: stop.type,
    source: stop.source,
    triggerPrice: Number(stop.triggerPrice) as Price,
    price: Number(stop.price) as Price,
    timeInForce: stop.timeInForce,
    quantity: Number(stop.quantity) as Amount,
    reduceOnly: stop.reduceOnly,
    closePosition: stop.closePosition,
    callbackRate: Number(stop.callbackRate),
    activationPrice: Number(stop.activationPrice) as Price,
    priceProtect: stop.priceProtect,
    clientOrderId: stop.clientOrderId,
    group: stop.group,
    parentOrderId: stop.parentOrderId,
    pairId: stop.pairId,
    status: stop.status,
    reason: stop.reason,
    orderId: stop.orderId,
    createdAtMs: stop.createdAtMs,
    updatedAtMs: stop.updatedAtMs,
  };
}

/** A conditional order that waits; of a trailing stop with its extreme price and where it would fire. */
export function openStopOrderView(
  stop: StopOrder,
  accounts: MarginAccounts,
  contracts: readonly Contract[],
): OpenStopOrderView {
  const { callbackRate, side } = stop;
  const { tick, stops } = contracts[stop.contract];
  const extreme = stops.extremeOf(stop);
  const firesAt = extreme === 0n ? 0n : trailingFiresAt({ isBuy: side === 'BUY', extreme, callbackRate, tick });
  return {
    ...stopOrderView(stop, accounts, contracts),
    extremePrice: Number(extreme) as Price,
    firesAtPrice: Number(firesAt) as Price,
  };
}

/** A position as it stands, of quantity 0 once it is closed; `timeMs` is that of the command that shows it. */
export function positionView(
  risk: Risk,
  accounts: MarginAccounts,
  account: MarginAccount,
  holding: Holding,
  position: OpenPosition,
  timeMs: number,
): PositionView {
  const { contract } = holding;
  return {
    positionId: position.positionId,
    uid: account.user.uid,
    wallet: account.wallet,
    symbol: contract.symbol,
    positionSide: position.positionSide,
    direction: directionName(position.direction),
    marginMode: position.isolated ? 'ISOLATED' : 'CROSS',
    leverage: Number(holding.leverageOf(position.direction)),
    quantity: Number(position.quantity) as Amount,
    cost: position.cost,
    margin: accounts.margin(account, contract, position),
    autoAdd: position.autoAdd,
    realised: position.realised,
    fees: position.fees,
    funding: position.funding,
    liquidationPrice: position.quantity === 0n ? 0n : liquidationPriceOf(risk, accounts, account, holding, position),
    openedAtMs: position.openedAtMs,
    updatedAtMs: timeMs,
  };
}

/** Trading B11; 0 for none. */
function liquidationPriceOf(
  risk: Risk,
  accounts: MarginAccounts,
  account: MarginAccount,
  holding: Holding,
  position: OpenPosition,
): bigint {
  const { contract } = holding;
  const { tiers } = contract;
  if (position.isolated) {
    const balance = accounts.margin(account, contract, position);
    return liquidationPrice({ ...position, balance, otherMaintenance: 0n, otherUnrealised: 0n, tiers }) ?? 0n;
  }
  let [otherMaintenance, otherUnrealised] = [0n, 0n];
  for (const other of account.holdings.values()) {
    if (other === holding || other.isFlat) continue;
    const { mark, tiers: otherTiers } = other.contract;
    for (const { isolated, direction, quantity, cost } of other.positions()) {
      if (isolated) continue;
      const notional = notionalOf(quantity, mark);
      otherMaintenance += maintenanceMargin(otherTiers, notional);
      otherUnrealised += direction * (notional - cost);
    }
  }
  const scope = { balance: risk.wallet(account) + risk.freeBonus(account), otherMaintenance, otherUnrealised, tiers };
  const { long, short } = holding;
  if (long !== null && short !== null) return hedgeLiquidationPrice({ long, short, ...scope }) ?? 0n;
  return liquidationPrice({ ...position, ...scope }) ?? 0n;
}

/** The capital of a margin account, in units of the settlement asset (trading B6). */
export function capitalView(risk: Risk, accounts: MarginAccounts, account: MarginAccount, asset: string): CapitalView {
  const needs = risk.needs(account);
  let [isolatedUnrealised, isolatedMargin] = [0n, 0n];
  for (const holding of account.holdings.values()) {
    for (const position of holding.positions()) {
      if (!position.isolated) continue;
      isolatedUnrealised += unrealised(position, holding.contract.mark);
      isolatedMargin += accounts.margin(account, holding.contract, position);
    }
  }
  const free = risk.free(account, needs);
  return {
    uid: account.user.uid,
    wallet: account.wallet,
    asset,
    balance: risk.wallet(account),
    bonus: risk.freeBonus(account),
    bonuses: risk.bonuses(account),
    crossUnrealised: risk.crossUnrealised(account),
    isolatedUnrealised,
    crossMargin: needs.cross,
    isolatedMargin,
    frozen: sumOf(needs) - needs.cross,
    maintenanceMargin: risk.maintenance({ account, isolated: null }),
    available: free > 0n ? free : 0n,
    transferable: risk.transferable(account),
    mode: account.mode,
    closeOnly: account.closeOnly,
  };
}
