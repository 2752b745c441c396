/** Modes, leverage and margin of an account (trading B3, B16). */
import { notionalOf, ceilDiv, max, min } from '../../formulas/rounding.ts';
import { removableMargin } from '../../formulas/perp/margin.ts';
import { unrealised } from '../../formulas/perp/position.ts';
import { leverageCeiling } from '../../formulas/perp/tiers.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import type { Holding, MarginAccount, OpenPosition } from '../account/accounts.ts';
import type { PerpMatcher } from './match-orders.ts';
import type { PerpMoney } from '../account/money.ts';
import { checkPositionSide } from './order-checks.ts';
import type { PerpParts } from '../account/parts.ts';
import type { MarginMode, PositionMode, PositionSide } from '../../protocol/words.ts';

export class Settings {
  private readonly parts: PerpParts;
  private readonly money: PerpMoney;
  private readonly matcher: PerpMatcher;

  constructor(parts: PerpParts, money: PerpMoney, matcher: PerpMatcher) {
    this.parts = parts;
    this.money = money;
    this.matcher = matcher;
  }

  /** Only with no position and no live or waiting order in any contract. */
  setPositionMode(account: MarginAccount, mode: PositionMode): RejectCode | null {
    if (mode !== 'ONE_WAY' && mode !== 'HEDGE') return 'BAD_FIELDS';
    // Copy trading is hedged throughout (trading D1).
    if (account.wallet !== 'FUTURES') return 'ACCOUNT_STATE';
    const isFlat = [...account.holdings.values()].every((holding) => holding.isFlat);
    if (!isFlat || account.orderCount > 0 || account.stops.size > 0) return 'NOT_FLAT';
    account.mode = mode;
    for (const holding of account.holdings.values()) {
      holding.touch();
      if (mode === 'ONE_WAY') holding.shortLeverage = holding.longLeverage;
    }
    this.parts.report.preference(account, null);
    return null;
  }

  /** Only with no position and no live or waiting order in the contract. */
  setMarginMode(account: MarginAccount, holding: Holding, mode: MarginMode): RejectCode | null {
    if (mode !== 'CROSS' && mode !== 'ISOLATED') return 'BAD_FIELDS';
    const waits = [...account.stops.values()].some((stop) => stop.contract === holding.contract.index);
    if (!holding.isFlat || holding.orders.size > 0 || waits) return 'NOT_FLAT';
    holding.touch();
    holding.marginMode = mode;
    // Sides have leverages of their own only when hedged and isolated.
    if (mode === 'CROSS') holding.shortLeverage = holding.longLeverage;
    this.parts.report.preference(account, holding);
    return null;
  }

  setLeverage(
    account: MarginAccount,
    holding: Holding,
    side: PositionSide,
    leverage: number,
    timeMs: number,
  ): RejectCode | null {
    const { contract } = holding;
    const { leverageMin, leverageMax } = contract.parameters;
    const perSide = account.mode === 'HEDGE' && holding.marginMode === 'ISOLATED';
    if (!Number.isSafeInteger(leverage)) return 'BAD_FIELDS';
    if (side !== 'BOTH' && side !== 'LONG' && side !== 'SHORT') return 'BAD_FIELDS';
    if (side !== 'BOTH' && !perSide) return 'POSITION_SIDE';
    if (leverage < leverageMin || leverage > leverageMax) return 'LEVERAGE_RANGE';
    const before = { long: holding.longLeverage, short: holding.shortLeverage };
    holding.touch();
    if (side !== 'SHORT') holding.longLeverage = leverage;
    if (side !== 'LONG') holding.shortLeverage = leverage;
    const refusal = this.checkLeverage(account, holding) ?? this.moveBaseMargin(account, holding, before);
    if (refusal !== null) {
      holding.longLeverage = before.long;
      holding.shortLeverage = before.short;
      return refusal;
    }
    this.parts.report.preference(account, holding);
    for (const position of holding.positions()) this.parts.report.position(account, holding, position, timeMs);
    this.parts.report.balances();
    return null;
  }

  moveMargin(
    account: MarginAccount,
    holding: Holding,
    side: PositionSide,
    amount: number,
    timeMs: number,
  ): RejectCode | null {
    const position = this.isolatedOf(account, holding, side);
    if (typeof position === 'string') return position;
    if (!Number.isSafeInteger(amount) || amount === 0) return 'BAD_FIELDS';
    const { contract } = holding;
    const { risk } = this.parts;
    const units = BigInt(amount);
    if (units > 0n) {
      if (units > risk.addable(account)) return 'INSUFFICIENT_BALANCE';
      this.money.isolate(account, contract, position, units);
    } else {
      if (-units > this.removable(account, holding, position)) return 'MARGIN_LIMIT';
      this.money.release(account, contract, position, -units, false);
    }
    this.matcher.accountsToRecheck.add(account);
    this.parts.report.position(account, holding, position, timeMs);
    this.parts.report.balances();
    return null;
  }

  setAutoAdd(
    account: MarginAccount,
    holding: Holding,
    side: PositionSide,
    on: boolean,
    timeMs: number,
  ): RejectCode | null {
    const position = this.isolatedOf(account, holding, side);
    if (typeof position === 'string') return position;
    position.autoAdd = on;
    this.parts.report.position(account, holding, position, timeMs);
    return null;
  }

  private isolatedOf(account: MarginAccount, holding: Holding, side: PositionSide): OpenPosition | RejectCode {
    const refusal = checkPositionSide(account, side);
    if (refusal !== null) return refusal;
    const position = holding.position(side);
    return position === null || !position.isolated ? 'UNKNOWN_POSITION' : position;
  }

  private removable(account: MarginAccount, holding: Holding, position: OpenPosition): bigint {
    const { contract } = holding;
    return removableMargin({
      margin: this.parts.accounts.margin(account, contract, position),
      unrealised: unrealised(position, contract.mark),
      notional: notionalOf(position.quantity, contract.mark),
      leverage: holding.leverageOf(position.direction),
    });
  }

  /** The tier of what is open and ordered allows it, and the needs are covered (trading B2, B3). */
  private checkLeverage(account: MarginAccount, holding: Holding): RejectCode | null {
    const { contract } = holding;
    const { risk } = this.parts;
    for (const side of [0, 1]) {
      const positionSide = account.mode === 'ONE_WAY' ? 'BOTH' : side === 0 ? 'LONG' : 'SHORT';
      const planned = { holding, side, positionSide, lots: 0, ticks: 1, replaces: 0 } as const;
      const notional = risk.sideNotional(account, planned);
      const leverage = Number(holding.leverageOf(side === 0 ? 1n : -1n));
      if (notional > 0n && leverage > leverageCeiling(contract.tiers, notional)) return 'LEVERAGE_TIER';
    }
    const needs = risk.needs(account);
    const grewBeyond = risk.free(account, needs) < 0n;
    return grewBeyond ? 'INSUFFICIENT_BALANCE' : null;
  }

  /** Isolated: the base margin goes to ceilL(C/lev); what the user added by hand stays (trading B3). */
  private moveBaseMargin(
    account: MarginAccount,
    holding: Holding,
    before: { readonly long: number; readonly short: number },
  ): RejectCode | null {
    const moves: { position: OpenPosition; change: bigint }[] = [];
    let added = 0n;
    for (const position of holding.positions()) {
      if (!position.isolated) continue;
      const old = BigInt(position.direction === 1n ? before.long : before.short);
      const change = ceilDiv(position.cost, holding.leverageOf(position.direction)) - ceilDiv(position.cost, old);
      moves.push({ position, change });
      added += max(0n, change);
    }
    if (added > this.parts.risk.addable(account)) return 'INSUFFICIENT_BALANCE';
    for (const { position, change } of moves) {
      if (change > 0n) this.money.isolate(account, holding.contract, position, change);
      const back = change < 0n ? min(-change, this.removable(account, holding, position)) : 0n;
      if (back > 0n) this.money.release(account, holding.contract, position, back, false);
    }
    this.matcher.accountsToRecheck.add(account);
    return null;
  }
}
