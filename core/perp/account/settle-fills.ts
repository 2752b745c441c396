/** One side of a fill: its money and its position (trading B4, B7). */
import { reduceAtValue } from '../../formulas/perp/position.ts';
import { ceilDiv, floorDiv, min } from '../../formulas/rounding.ts';
import { assert } from '../../protocol/invariant.ts';
import type { Holding, MarginAccount, OpenPosition } from './accounts.ts';
import type { FillPlan } from './fill-plan.ts';
import { newPosition } from './open-position.ts';
import type { PerpMoney } from './money.ts';
import type { PerpParts } from './parts.ts';

/** How a fill is charged. */
export interface FillTerms {
  readonly fee: bigint;
  /** A liquidation pays the fund, and out of an isolated position's own margin, which is not released (trading B13). */
  readonly isLiquidation: boolean;
}

export class FillSettler {
  lastPositionId = 0;
  private readonly parts: PerpParts;
  private readonly money: PerpMoney;

  constructor(parts: PerpParts, money: PerpMoney) {
    this.parts = parts;
    this.money = money;
  }

  /** Books the fill and tells the position. */
  apply(account: MarginAccount, holding: Holding, plan: FillPlan, terms: FillTerms, timeMs: number): void {
    const { before, closing } = plan;
    assert(before === holding.position(plan.side), 'a fill is planned for the position as it stands');
    this.parts.accounts.noteChange(account);
    holding.touch();
    this.countOpen(holding, plan);
    if (before !== null && closing > 0n) {
      if (terms.isLiquidation) this.closeInLiquidation(account, holding, before, plan, terms);
      else this.close(account, holding, before, plan, terms, timeMs);
    } else {
      this.payFee(account, holding, terms.fee, timeMs);
    }
    const left = before === null || (closing > 0n && closing === before.quantity) ? null : before;
    if (before !== null && closing > 0n) {
      before.realised += plan.realised;
      before.fees += terms.fee;
      if (left === null) this.tellClosed(account, holding, before, timeMs);
      else this.shrink(left, plan);
    }
    const opened = plan.opening === 0n ? left : this.open(account, holding, left, plan, terms, timeMs);
    if (opened !== null) {
      this.parts.risk.positionsChanged(account, holding);
      this.parts.report.position(account, holding, opened, timeMs);
    }
    assertPlanned(holding, plan);
    this.parts.report.balances();
  }

  /** Takes a part out of a position at a value, without fee: deleveraging, and long against short (trading B13, B14). */
  closeAtValue(
    account: MarginAccount,
    holding: Holding,
    position: OpenPosition,
    quantity: bigint,
    value: bigint,
    timeMs: number,
  ): bigint {
    const { direction } = position;
    assert(quantity > 0n && quantity <= position.quantity, 'a position closes at a value no more than it has');
    this.parts.accounts.noteChange(account);
    holding.touch();
    const isAll = quantity === position.quantity;
    const { position: left, realised } = reduceAtValue(position, quantity, value);
    const { contract } = holding;
    if (direction === 1n) contract.openQuantity -= quantity;
    const freeBefore = this.freeFor(account, position);
    const released = position.isolated ? this.releaseShare(account, holding, position, quantity, isAll) : 0n;
    this.money.realised(account, contract, realised);
    if (position.isolated && !isAll) this.fillGap(account, holding, position, released + realised + freeBefore);
    position.quantity -= quantity;
    position.cost = left?.cost ?? 0n;
    this.parts.risk.positionsChanged(account, holding);
    position.realised += realised;
    this.tellValue(account, holding, position, { quantity, value, realised });
    if (isAll) this.tellClosed(account, holding, position, timeMs);
    else this.parts.report.position(account, holding, position, timeMs);
    this.parts.report.balances();
    return realised;
  }

  /** Whether the wallet is below zero with no cross position whose gain may cover that: a last fee can exceed what is left (trading B7). */
  owes(account: MarginAccount): boolean {
    const { risk, accounts, settle } = this.parts;
    // Nearly every wallet is a number that is not below zero, which is known without a big integer.
    if (accounts.walletUnits(account, settle()) >= 0) return false;
    return risk.wallet(account) < 0n && risk.crossPositions(account).length === 0;
  }

  /** A wallet below zero without a cross position is made good, and its user told (trading C4.17). */
  coverDebt(account: MarginAccount): void {
    if (!this.owes(account)) return;
    const { fromFund, fromHouse } = this.money.coverDebt(account);
    if (fromFund + fromHouse === 0n) return;
    const { user, wallet } = account;
    this.parts.report.tell({ kind: 'DebtCovered', uid: user.uid, wallet, fromFund, fromHouse }, user);
  }

  /** Reports the result of a part that was closed without a trade. */
  tellValue(
    { user, wallet }: MarginAccount,
    { contract: { symbol } }: Holding,
    { positionSide }: OpenPosition,
    closed: { readonly quantity: bigint; readonly value: bigint; readonly realised: bigint },
  ): void {
    this.parts.report.tell({ kind: 'ClosedAtValue', uid: user.uid, wallet, symbol, positionSide, ...closed }, user);
  }

  /** Ends a position: reports it with quantity 0, and ends its exits. */
  tellClosed(account: MarginAccount, holding: Holding, position: OpenPosition, timeMs: number): void {
    this.parts.accounts.noteChange(account);
    position.quantity = 0n;
    position.cost = 0n;
    holding.setPosition(position.positionSide, null);
    this.parts.risk.positionsChanged(account, holding);
    this.parts.report.position(account, holding, position, timeMs);
    this.noteHolder(account, holding);
    this.onClosed(account, holding, position, timeMs);
  }

  /** Set by the conditional orders: exits of a position end when it does (trading B15). */
  onClosed: (account: MarginAccount, holding: Holding, position: OpenPosition, timeMs: number) => void = () => {};

  private close(
    account: MarginAccount,
    holding: Holding,
    position: OpenPosition,
    plan: FillPlan,
    terms: FillTerms,
    timeMs: number,
  ): void {
    const freeBefore = this.freeFor(account, position);
    const isAll = plan.closing === position.quantity;
    const released = position.isolated ? this.releaseShare(account, holding, position, plan.closing, isAll) : 0n;
    const charged = terms.fee - this.payFee(account, holding, terms.fee, timeMs);
    this.money.realised(account, holding.contract, plan.realised);
    if (position.isolated && !isAll)
      this.fillGap(account, holding, position, released + plan.realised - charged + freeBefore);
  }

  private freeFor(account: MarginAccount, position: OpenPosition): bigint {
    return position.isolated ? this.parts.risk.available(account) : 0n;
  }

  /** What released margin and available balance do not cover (`rest` below 0) is taken from the margin that stays (trading B4). */
  private fillGap(account: MarginAccount, holding: Holding, position: OpenPosition, rest: bigint): void {
    if (rest >= 0n) return;
    const margin = this.parts.accounts.margin(account, holding.contract, position);
    this.money.release(account, holding.contract, position, min(-rest, margin), false);
  }

  /**
   * Charges a fee. The parts that a voucher and bonus paid have an event of their own, since they earn no referral rebate (trading A5.8,
   * E3). Answers the voucher's part, which the wallet does not pay.
   */
  private payFee(account: MarginAccount, { contract }: Holding, fee: bigint, timeMs: number): bigint {
    const { voucher, bonus } = this.money.fee(account, contract, fee, timeMs);
    if (voucher !== 0n || bonus !== 0n) {
      const { wallet, user } = account;
      const { symbol, lastTradeId: tradeId } = contract;
      this.parts.report.tell({ kind: 'FeeCovered', uid: user.uid, wallet, symbol, tradeId, voucher, bonus }, user);
    }
    return voucher;
  }

  /**
   * The fee never takes more than is left: it was computed so (trading B13). While an isolated position is only reduced
   * nothing of its margin is released, and it pays by itself; with the last part the margin returns to its sources before
   * anything is charged (trading E2, E3).
   */
  private closeInLiquidation(
    account: MarginAccount,
    holding: Holding,
    position: OpenPosition,
    plan: FillPlan,
    terms: FillTerms,
  ): void {
    const { contract } = holding;
    if (position.isolated && plan.closing !== position.quantity) {
      this.money.chargeMargin(account, contract, position, { realised: plan.realised, fee: terms.fee });
      return;
    }
    if (position.isolated) this.releaseShare(account, holding, position, plan.closing, true);
    this.money.toInsurance(account, terms.fee);
    this.money.realised(account, contract, plan.realised);
  }

  /** floorL(PM*x/q) of an isolated position's margin; all of it with the last part (trading B4). */
  private releaseShare(
    account: MarginAccount,
    holding: Holding,
    position: OpenPosition,
    quantity: bigint,
    isAll: boolean,
  ): bigint {
    const margin = this.parts.accounts.margin(account, holding.contract, position);
    const share = isAll ? margin : floorDiv(margin * quantity, position.quantity);
    this.money.release(account, holding.contract, position, share, isAll);
    return share;
  }

  private shrink(position: OpenPosition, plan: FillPlan): void {
    assert(plan.next !== null, 'a position that is left after a fill was planned to be');
    position.quantity = plan.next.quantity;
    position.cost = plan.next.cost;
  }

  private open(
    account: MarginAccount,
    holding: Holding,
    known: OpenPosition | null,
    plan: FillPlan,
    terms: FillTerms,
    timeMs: number,
  ): OpenPosition {
    const isolated = holding.marginMode === 'ISOLATED';
    const position = known ?? this.newPosition(plan, isolated, timeMs);
    if (known === null) {
      holding.setPosition(plan.side, position);
      this.noteHolder(account, holding);
    }
    // The fee of a fill that flips a position was paid with the part that closed.
    if (plan.closing === 0n) position.fees += terms.fee;
    position.quantity += plan.opening;
    position.cost += plan.opened;
    if (isolated)
      this.money.isolate(account, holding.contract, position, ceilDiv(plan.opened, holding.leverageOf(plan.direction)));
    return position;
  }

  private newPosition({ side, direction }: FillPlan, isolated: boolean, openedAtMs: number): OpenPosition {
    this.lastPositionId += 1;
    return newPosition({ positionId: this.lastPositionId, positionSide: side, direction, isolated, openedAtMs });
  }

  /** The quantity of all longs of the contract. */
  protected countOpen({ contract }: Holding, plan: FillPlan): void {
    if (plan.before?.direction === 1n) contract.openQuantity -= plan.closing;
    if (plan.direction === 1n) contract.openQuantity += plan.opening;
    assert(contract.openQuantity >= 0n, 'the open interest of a contract is not below 0');
  }

  /** Enters the account among those with a position in the contract, or takes it out. */
  protected noteHolder(account: MarginAccount, holding: Holding): void {
    const { holders } = holding.contract;
    if (holding.isFlat) holders.delete(account.index);
    else holders.add(account.index);
  }
}

/** Asserts that the position after the fill is the one of the plan by which the fill was judged. */
function assertPlanned(holding: Holding, { side, next }: FillPlan): void {
  const now = holding.position(side);
  const [quantity, cost] = [now?.quantity ?? 0n, now?.cost ?? 0n];
  assert(
    quantity === (next?.quantity ?? 0n) && cost === (next?.cost ?? 0n),
    'a fill leaves the position that was planned',
  );
  assert(quantity % holding.contract.step === 0n, 'a position lies on the grid of its contract');
}
