/**
 * A position that a voucher opens (trading E6): a scope of its own in the wallet VOUCHER:voucherId, with margin from
 * BONUS_POOL. Its user only closes it; the platform bears what it loses, he keeps what it wins.
 */
import { BUY, EXPIRED, FILLED, IOC, LOTS, MARKET_TYPE, NO_REASON, NUM_STRIDE, SELL } from '../book/order-pool.ts';
import { voucherPositionResult } from '../formulas/bonus.ts';
import { notionalOf } from '../formulas/perp/rounding.ts';
import { leverageCeiling } from '../formulas/perp/tiers.ts';
import { AVAILABLE, HOUSE } from '../ledger/ledger.ts';
import type { RejectCode } from '../rejects.ts';
import { isCount, isUid } from '../spot/checks.ts';
import { type Holding, type MarginAccount, voucherWallet } from './accounts.ts';
import type { OpenVoucherPosition, PerpCommand } from './commands.ts';
import type { Contract } from './contract.ts';
import type { PerpMatching } from './matching.ts';
import { capTicks, checkContractStatus, checkQuantity } from './order-checks.ts';
import type { PerpParts } from './parts.ts';
import type { PerpOrders } from './perp-orders.ts';

const POOL = 'BONUS_POOL';

export class VoucherPositions {
  private readonly parts: PerpParts;
  private readonly lifecycle: PerpOrders;
  private readonly matching: PerpMatching;

  constructor(parts: PerpParts, lifecycle: PerpOrders, matching: PerpMatching) {
    this.parts = parts;
    this.lifecycle = lifecycle;
    this.matching = matching;
  }

  /** The order's slot, filled or ended, or why there is none. A voucher opens one position, ever. */
  open(command: OpenVoucherPosition, contract: Contract | undefined, timeMs: number): number | RejectCode {
    const { uid, voucherId, leverage, amount } = command;
    if (contract === undefined) return 'UNKNOWN_MARKET';
    if (!isUid(uid) || !isUid(voucherId) || !isCount(amount) || amount === 0) return 'BAD_FIELDS';
    if (command.side !== 'BUY' && command.side !== 'SELL') return 'BAD_FIELDS';
    const { accounts, ledger, settle } = this.parts;
    if (accounts.find(uid, voucherWallet(voucherId)) !== undefined) return 'ALREADY_EXISTS';
    const status = checkContractStatus(contract, false, false);
    if (status !== null) return status;
    const { leverageMin, leverageMax } = contract.parameters;
    if (!Number.isSafeInteger(leverage) || leverage < leverageMin || leverage > leverageMax) return 'LEVERAGE_RANGE';
    const face = BigInt(amount);
    const lots = contract.lotsOf((face * BigInt(leverage) * 100_000_000n) / contract.mark);
    const size = checkQuantity(contract, lots, false);
    if (size !== null) return size;
    if (leverage > leverageCeiling(contract.tiers, notionalOf(contract.quantityOf(lots), contract.mark)))
      return 'LEVERAGE_TIER';
    if (ledger.holding(HOUSE, POOL, settle()) < face) return 'POOL_SHORT';
    const account = accounts.ensure(uid, voucherWallet(voucherId));
    account.voucherFace = face;
    this.move(account, face);
    const holding = account.holding(contract);
    holding.longLeverage = leverage;
    holding.shortLeverage = leverage;
    return this.enter(account, holding, command.side === 'BUY' ? BUY : SELL, lots, timeMs);
  }

  /** A voucher's account is flat again: at most its face goes back to the pool, what is more is the user's. */
  settle(account: MarginAccount): void {
    const isOpen = [...account.holdings.values()].some((holding) => !holding.isFlat);
    if (account.voucherFace === 0n || isOpen) return;
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
  private enter(account: MarginAccount, holding: Holding, side: number, lots: number, timeMs: number): number {
    const { contract } = holding;
    const wish = {
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
    } as const;
    const order = this.lifecycle.accept(account, holding, wish, timeMs);
    const stopped = this.matching.run(contract, order, timeMs);
    const isFilled = this.parts.orders.num[order * NUM_STRIDE + LOTS] === 0;
    this.lifecycle.end(order, isFilled ? FILLED : EXPIRED, isFilled ? NO_REASON : stopped, timeMs);
    this.parts.report.order(order, isFilled ? 'FILL' : 'ENDED');
    this.matching.tellPrevented();
    this.matching.shaken.add(account);
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
