/** The settlement of a funding interval: one command per contract (trading B10). */
import { directionName } from '../../formulas/perp/position.ts';
import { fundingAmount } from '../../formulas/perp/funding.ts';
import { max, min } from '../../formulas/rounding.ts';
import type { Price } from '../../fixed.ts';
import { type Holding, isVoucherWallet, type MarginAccount, type OpenPosition } from '../account/accounts.ts';
import type { Contract } from '../contract/contract.ts';
import type { PerpMatcher } from '../orders/match-orders.ts';
import type { PerpMoney } from '../account/money.ts';
import type { PerpParts } from '../account/parts.ts';
import type { TakeoverInventory } from '../liquidation/takeover-inventory.ts';
import { estimatedFunding } from '../account/views.ts';

interface Due {
  readonly account: MarginAccount;
  readonly holding: Holding;
  readonly position: OpenPosition;
  readonly due: bigint;
  /** Positive: to receive. Negative: owed; after the payment, the part of it that was paid. */
  amount: bigint;
}

export class Funding {
  private readonly parts: PerpParts;
  private readonly money: PerpMoney;
  private readonly matcher: PerpMatcher;
  private readonly takeoverInventory: TakeoverInventory;

  constructor(parts: PerpParts, money: PerpMoney, matcher: PerpMatcher, takeoverInventory: TakeoverInventory) {
    this.parts = parts;
    this.money = money;
    this.matcher = matcher;
    this.takeoverInventory = takeoverInventory;
  }

  settle(contract: Contract, timeMs: number): void {
    // A mark frozen for want of an index is not used to charge: the interval ends without a payment.
    const rate = contract.isFrozen ? 0n : BigInt(estimatedFunding(contract));
    const due = this.dueOf(contract, rate);
    // Payers first: their payments pass through the fund, which keeps the remainder.
    let [paid, received, coveredByHouse] = [0n, 0n, 0n];
    for (const part of due) {
      if (part.amount >= 0n) continue;
      part.amount = -this.pay(contract, part);
      paid -= part.amount;
    }
    for (const { account, amount } of due) {
      if (amount <= 0n) continue;
      coveredByHouse += this.money.fromInsurance(account, amount);
      received += amount;
    }
    for (const part of due) {
      const { account, holding, position, amount } = part;
      if (amount === 0n) continue;
      position.funding += amount;
      this.tell(contract, part, rate);
      this.parts.report.position(account, holding, position, timeMs);
      this.matcher.accountsToRecheck.add(account);
    }
    this.parts.report.balances();
    contract.lastFundingRate = rate;
    // A missed interval is not settled later.
    contract.beginInterval(timeMs);
    this.parts.report.tell({
      kind: 'FundingSettled',
      symbol: contract.symbol,
      rate: Number(rate),
      markPrice: Number(contract.mark) as Price,
      paid,
      received,
      nextFundingMs: contract.nextFundingMs,
    });
    if (this.takeoverInventory.of(contract) !== null || coveredByHouse > 0n)
      this.takeoverInventory.tell(contract, coveredByHouse);
  }

  /** Positions of the liquidation engine are not in the list: their share is the difference that the insurance fund keeps or pays. */
  private dueOf(contract: Contract, rate: bigint): Due[] {
    const due: Due[] = [];
    for (const index of contract.holders) {
      const account = this.parts.accounts.at(index);
      const holding = account.holding(contract);
      for (const position of holding.positions()) {
        const amount = fundingAmount(position, contract.mark, rate);
        due.push({ account, holding, position, due: amount, amount });
      }
    }
    return due;
  }

  /** Cross: from the wallet. Isolated: from what is free of it, then from the margin. Answers what was paid. */
  private pay(contract: Contract, { account, position, amount }: Due): bigint {
    const owed = -amount;
    if (!position.isolated) {
      // A voucher's position pays out of its own margin only (trading E6).
      const paid = isVoucherWallet(account.wallet) ? min(owed, max(0n, this.parts.risk.wallet(account))) : owed;
      this.money.toInsurance(account, paid);
      return paid;
    }
    const fromWallet = min(owed, this.parts.risk.available(account));
    if (fromWallet > 0n) this.money.toInsurance(account, fromWallet);
    const margin = this.parts.accounts.margin(account, contract, position);
    const fromMargin = min(owed - fromWallet, max(0n, margin));
    if (fromMargin > 0n) this.money.fundingFromMargin(account, contract, position, fromMargin);
    return fromWallet + fromMargin;
  }

  private tell(contract: Contract, { account, position, due, amount }: Due, rate: bigint): void {
    this.parts.report.tell(
      {
        kind: 'FundingPaid',
        uid: account.user.uid,
        wallet: account.wallet,
        symbol: contract.symbol,
        positionSide: position.positionSide,
        quantity: position.quantity,
        rate: Number(rate),
        markPrice: Number(contract.mark) as Price,
        direction: directionName(position.direction),
        due,
        amount,
      },
      account.user,
    );
  }
}
