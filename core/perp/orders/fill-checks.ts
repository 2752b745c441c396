/**
 * May this order make this fill? Asked just before each match, of taker and maker alike (trading B7, B17). It only reads, so
 * that it serves the match itself and the trial of an order that fills whole or not at all.
 */
import { directionName } from '../../formulas/perp/position.ts';
import {
  ACCOUNT,
  BANKRUPTCY_PRICE,
  BUY,
  FEE_REST,
  FLAGS,
  INT_STRIDE,
  isReduceOnly,
  NO_MARGIN,
  originOf,
  positionSideOf,
  sideOf,
} from '../../book/order-pool.ts';
import { cumulativeFee, nextFeeRest } from '../../formulas/fee.ts';
import { ceilDiv, floorDiv, min } from '../../formulas/rounding.ts';
import type { Holding, MarginAccount, OpenPosition } from '../account/accounts.ts';
import type { Contract } from '../contract/contract.ts';
import { type Deal, type FillPlan, planFill } from '../account/fill-plan.ts';
import { futuresRate } from '../account/futures-rate.ts';
import type { PerpParts } from '../account/parts.ts';
import { liquidationFee } from '../../formulas/perp/liquidation.ts';
import { POSITION_SIDES } from '../../protocol/words.ts';
import type { PerpFillTerms } from '../../protocol/perp-events.ts';

/** The origin of an order that a liquidation sent. */
export const FROM_LIQUIDATION = 2;

/** A side of a fill, judged and ready to be booked. */
export interface CheckedFill {
  readonly order: number;
  readonly account: MarginAccount;
  readonly holding: Holding;
  readonly plan: FillPlan;
  readonly fee: bigint;
  readonly feeRest: number;
  /** What the fee and the result come from. */
  readonly terms: PerpFillTerms;
}

export class FillChecks {
  private readonly parts: Pick<PerpParts, 'orders' | 'accounts' | 'risk'>;

  constructor(parts: Pick<PerpParts, 'orders' | 'accounts' | 'risk'>) {
    this.parts = parts;
  }

  /** A reduce-only order trades at most what its position has (trading B17). */
  executable(contract: Contract, order: number, lots: number): number {
    const flags = this.flagsOf(order);
    if (!isReduceOnly(flags)) return lots;
    const holding = this.accountOf(order).holding(contract);
    const position = holding.position(POSITION_SIDES[positionSideOf(flags)]);
    if (position === null || position.direction === (sideOf(flags) === BUY ? 1n : -1n)) return 0;
    return Math.min(lots, contract.lotsOf(position.quantity));
  }

  /** The side of the fill, or why it may not be. */
  judge(contract: Contract, order: number, deal: Deal, isTaker: boolean, timeMs: number): CheckedFill | number {
    const { risk, orders } = this.parts;
    const account = this.accountOf(order);
    const holding = account.holding(contract);
    const flags = this.flagsOf(order);
    const { price, quantity, value, amount } = deal;
    const plan = planFill(holding, sideOf(flags), POSITION_SIDES[positionSideOf(flags)], quantity, price, value);
    const rest = orders.int[order * INT_STRIDE + FEE_REST];
    let fee: bigint;
    let feeRest = rest;
    let feeRate: number = contract.parameters.liquidationFeeRate;
    let feeLimit: bigint | null = null;
    if (originOf(flags) === FROM_LIQUIDATION) {
      feeLimit = this.leftForFee(account, holding, plan, value);
      fee = liquidationFee(feeLimit, value, BigInt(feeRate));
    } else {
      feeRate = futuresRate(contract, account.user.tier, isTaker, timeMs);
      fee = BigInt(cumulativeFee(amount, feeRate, rest));
      feeRest = nextFeeRest(amount, feeRate, rest);
    }
    if (plan.closing > 0n && this.isBeyondBankruptcy(account, holding, plan, price)) return BANKRUPTCY_PRICE;
    if (!risk.permits(account, holding, plan, fee)) return NO_MARGIN;
    const terms = { feeRate, feeRest: rest, feeLimit, before: factsOf(plan.before) };
    return { order, account, holding, plan, fee, feeRest, terms };
  }

  /** What a liquidation leaves to pay its fee from (trading B13). */
  private leftForFee(account: MarginAccount, holding: Holding, plan: FillPlan, value: bigint): bigint {
    const { risk, accounts } = this.parts;
    if (plan.before === null) return 0n;
    const { contract } = holding;
    const scope = risk.scopeOf(account, holding, plan.before);
    // Equity of the scope if this part is sold at this price instead of being valued at mark.
    const marked = plan.before.direction * (contract.mark * plan.closing);
    const traded = plan.before.direction * (value * 100_000_000n);
    const equity = risk.equity(scope) + floorDiv(traded - marked, 100_000_000n);
    // Unrealised gains cannot pay a fee: an isolated position pays only from its margin (trading C4.2).
    const margin = accounts.margin(account, contract, plan.before);
    return plan.before.isolated ? min(equity, margin + plan.realised) : equity;
  }

  /** Sells not below, buys not above the scope's bankruptcy price: a close leaves no debt (trading B17). */
  private isBeyondBankruptcy(account: MarginAccount, holding: Holding, plan: FillPlan, price: bigint): boolean {
    const { risk } = this.parts;
    const position = plan.before;
    if (position === null) return false;
    const inUnits = position.isolated ? null : risk.crossInUnits;
    if (inUnits?.closesWithin(account, holding.contract, position, price) === true) return false;
    const values = risk.bankruptcy(risk.scopeOf(account, holding, position));
    const found = values.find((candidate) => candidate.position === position);
    return found !== undefined && isWorse(holding.contract, position.direction, found.value, position.quantity, price);
  }

  private accountOf(order: number): MarginAccount {
    return this.parts.accounts.at(this.parts.orders.int[order * INT_STRIDE + ACCOUNT]);
  }

  private flagsOf(order: number): number {
    return this.parts.orders.int[order * INT_STRIDE + FLAGS];
  }
}

/** A copy: the position itself changes with the fill. */
function factsOf(position: OpenPosition | null): PerpFillTerms['before'] {
  if (position === null) return null;
  const { direction, quantity, cost } = position;
  return { direction: directionName(direction), quantity, cost };
}

/** Is a price beyond the value V of the whole quantity, on the tick grid? (trading B17) */
export function isWorse(
  contract: Contract,
  direction: bigint,
  value: bigint,
  quantity: bigint,
  price: bigint,
): boolean {
  return direction === 1n
    ? price < bankruptcyTicks(contract, 1n, value, quantity) * contract.tick
    : price > bankruptcyTicks(contract, -1n, value, quantity) * contract.tick;
}

/** A long sells not below ceilTick(V/q), a short buys not above floorTick(V/q). */
export function bankruptcyTicks(contract: Contract, direction: bigint, value: bigint, quantity: bigint): bigint {
  const round = direction === 1n ? ceilDiv : floorDiv;
  return round(value * 100_000_000n, quantity * contract.tick);
}
