/**
 * A position that a voucher opens (trading E6): a scope of its own in the wallet VOUCHER:voucherId, with margin from BONUS_POOL. Its user
 * can only close it; the platform bears a loss, the user keeps a gain.
 */
import {
  BUY,
  FILLED,
  FILLED_LOTS,
  IOC,
  LOTS,
  MARKET_TYPE,
  NO_REASON,
  NUM_STRIDE,
  SELL,
  TOTAL_LOTS,
} from '../../book/order-pool.ts';
import { voucherPositionResult } from '../../formulas/bonus.ts';
import { floorDiv } from '../../formulas/rounding.ts';
import { AVAILABLE, HOUSE } from '../../ledger/ledger.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import { isCount, isUid } from '../../protocol/field-checks.ts';
import type { Holding, MarginAccount } from '../account/accounts.ts';
import { voucherWallet } from '../account/wallet-names.ts';
import type { OpenVoucherPosition, PerpCommand } from '../../protocol/perp-commands.ts';
import type { Contract } from '../contract/contract.ts';
import type { PerpMatcher } from './match-orders.ts';
import {
  assumedTicks,
  capTicks,
  checkContractStatus,
  checkLimits,
  checkNotional,
  checkQuantity,
  mostLots,
} from './order-checks.ts';
import type { PerpParts } from '../account/parts.ts';
import { endOf, type NewOrder, type PerpOrders } from './perp-orders.ts';

const POOL = 'BONUS_POOL';

export class VoucherPositions {
  private readonly parts: PerpParts;
  private readonly lifecycle: PerpOrders;
  private readonly matcher: PerpMatcher;

  constructor(parts: PerpParts, lifecycle: PerpOrders, matcher: PerpMatcher) {
    this.parts = parts;
    this.lifecycle = lifecycle;
    this.matcher = matcher;
  }

  /**
   * The order's slot, filled or ended, or why there is none. A voucher opens one position, ever; if nothing was filled, it may be used
   * again (trading E6).
   */
  open(command: OpenVoucherPosition, contract: Contract | undefined, timeMs: number): number | RejectCode {
    const { uid, voucherId, leverage, amount } = command;
    if (contract === undefined) return 'UNKNOWN_MARKET';
    if (!isUid(uid) || !isUid(voucherId) || !isCount(amount) || amount === 0) return 'BAD_FIELDS';
    if (command.side !== 'BUY' && command.side !== 'SELL') return 'BAD_FIELDS';
    const { accounts, ledger, settle } = this.parts;
    const known = accounts.find(uid, voucherWallet(voucherId));
    if (known !== undefined && known.holdings.size > 0) return 'ALREADY_EXISTS';
    const status = checkContractStatus(contract, false, false);
    if (status !== null) return status;
    const { leverageMin, leverageMax } = contract.parameters;
    if (!Number.isSafeInteger(leverage) || leverage < leverageMin || leverage > leverageMax) return 'LEVERAGE_RANGE';
    const face = BigInt(amount);
    const lots = contract.lotsOf((face * BigInt(leverage) * 100_000_000n) / contract.mark);
    if (accounts.isFullFor(uid) || this.parts.orders.isFull) return 'LIMIT_REACHED';
    const account = accounts.ensure(uid, voucherWallet(voucherId));
    const holding = account.holding(contract);
    holding.longLeverage = leverage;
    holding.shortLeverage = leverage;
    const request = requestOf(contract, command.side === 'BUY' ? BUY : SELL, lots);
    const refusal =
      this.check(account, holding, request) ?? (ledger.holding(HOUSE, POOL, settle()) < face ? 'POOL_SHORT' : null);
    if (refusal !== null) {
      account.dropHolding(holding);
      if (known === undefined) accounts.dropLast(account);
      return refusal;
    }
    account.voucherFace = face;
    this.move(account, face);
    const order = this.enter(account, holding, request, timeMs);
    this.giveBackUnfilled(account, holding, order);
    return order;
  }

  /** An opening order like any other (trading B18, E6): size, notional, tier, position and open-interest limits. */
  private check(account: MarginAccount, holding: Holding, request: NewOrder): RejectCode | null {
    const { contract } = holding;
    const size = checkQuantity(contract, request.lots, false) ?? checkNotional(holding, request);
    if (size !== null) return size;
    if (request.lots > mostLots(contract, request, this.matcher.bestTicks(contract, 1 - request.side)))
      return 'AMOUNT_TOO_LARGE';
    const { side, positionSide, lots } = request;
    const ticks = assumedTicks(this.parts, contract, request);
    return checkLimits(this.parts, account, { holding, side, positionSide, lots, ticks, replaces: 0 });
  }

  /** The unfilled share of the face goes back to the pool at once; if nothing was filled, the id is free again. */
  private giveBackUnfilled(account: MarginAccount, holding: Holding, order: number): void {
    const { num } = this.parts.orders;
    const at = order * NUM_STRIDE;
    const [total, filled] = [num[at + TOTAL_LOTS], num[at + FILLED_LOTS]];
    if (total === filled) return;
    const back = floorDiv(account.voucherFace * BigInt(total - filled), BigInt(total));
    this.move(account, -back);
    account.voucherFace -= back;
    if (filled > 0) return;
    account.dropHolding(holding);
    this.parts.ledger.closeAccount(account.user.index, account.wallet, this.parts.settle());
  }

  /** Its position is closed and its margin not yet paid out. */
  isDue(account: MarginAccount): boolean {
    return account.voucherFace !== 0n && [...account.holdings.values()].every((holding) => holding.isFlat);
  }

  /** Settles a voucher's account once its position is closed: up to its face goes back to the pool, the rest to the user. */
  settle(account: MarginAccount): void {
    if (!this.isDue(account)) return;
    const { accounts, ledger, settle } = this.parts;
    const { toPool, toUser } = voucherPositionResult(account.voucherFace, this.parts.risk.wallet(account));
    account.voucherFace = 0n;
    this.move(account, -toPool);
    const futures = accounts.ensure(account.user.uid, 'FUTURES');
    ledger.post([
      { ...accounts.main(account, settle()), amount: -toUser },
      { ...accounts.main(futures, settle()), amount: toUser },
    ]);
    ledger.closeAccount(account.user.index, account.wallet, settle());
    const { user, wallet } = account;
    this.parts.report.tell({ kind: 'VoucherSettled', uid: user.uid, wallet, toPool, toUser }, user);
  }

  /** What its user may do with it: close all of it, by market or by exits of the whole. */
  static allows(command: Extract<PerpCommand, { uid: number; symbol: string }>): boolean {
    switch (command.kind) {
      case 'PlacePerpOrder':
        return command.closePosition;
      case 'SetPositionExits':
        return command.quantity === 0;
      case 'CancelStopOrder':
      case 'CancelAllPerpOrders':
        return true;
      default:
        return false;
    }
  }

  /** By market: it trades at once as much as it can. The margin is the face, so that nothing else is asked. */
  private enter(account: MarginAccount, holding: Holding, request: NewOrder, timeMs: number): number {
    const { contract } = holding;
    const order = this.lifecycle.accept(account, holding, request, timeMs);
    const stopped = this.matcher.run(contract, order, timeMs);
    const isFilled = this.parts.orders.num[order * NUM_STRIDE + LOTS] === 0;
    const [status, reason] = isFilled ? [FILLED, NO_REASON] : endOf(stopped, MARKET_TYPE);
    this.lifecycle.end(order, status, reason, timeMs);
    this.parts.report.order(order, isFilled ? 'FILL' : 'ENDED');
    this.matcher.tellPrevented();
    this.matcher.accountsToRecheck.add(account);
    return order;
  }

  private move(account: MarginAccount, amount: bigint): void {
    const { accounts, ledger, settle } = this.parts;
    ledger.post([
      { row: ledger.account(HOUSE, POOL, settle()), bucket: AVAILABLE, amount: -amount },
      { ...accounts.main(account, settle()), amount },
    ]);
  }
}

/** By market, at once or not at all. */
function requestOf(contract: Contract, side: number, lots: number): NewOrder {
  return {
    side,
    positionSide: side === BUY ? 'LONG' : 'SHORT',
    type: MARKET_TYPE,
    timeInForce: IOC,
    stpMode: contract.defaultStpMode,
    ticks: capTicks(contract, side),
    lots,
    reduceOnly: false,
    origin: 0,
    clientOrderId: '',
  };
}
