/** The settlement of a funding interval: one command per contract (trading B10). */
import { directionName } from '../../formulas/perp/position.ts';
import { fundingAmount } from '../../formulas/perp/funding.ts';
import { max, min } from '../../formulas/rounding.ts';
import type { Price } from '../../fixed.ts';
import { type Holding, type MarginAccount, type OpenPosition } from '../account/accounts.ts';
import type { Contract } from '../contract/contract.ts';
import type { PerpMatcher } from '../orders/match-orders.ts';
import type { PerpMoney } from '../account/money.ts';
import type { PerpParts } from '../account/parts.ts';
import type { TakeoverInventory } from '../liquidation/takeover-inventory.ts';
import { estimatedFunding } from '../account/views.ts';
import type { RejectCode } from '../../protocol/rejects.ts';
import { MINUTE_MS } from '../../protocol/durations.ts';
import { FIRST_ROW, ROW } from '../../protocol/event-packs.ts';
import { PlainFunding } from './plain-funding.ts';

/** One payment of a position that has no row (PlainFunding). */
interface Due {
  /** How many rows stand before it. */
  readonly place: number;
  readonly account: MarginAccount;
  readonly holding: Holding;
  readonly position: OpenPosition;
  readonly due: bigint;
  /** Positive: to receive. Negative: owed; after the payment, the part of it that was paid. */
  amount: bigint;
}

/** In units of the settlement asset. */
interface Sums {
  readonly paid: bigint;
  readonly received: bigint;
  /** Of what was received: what the fund did not have. */
  readonly coveredByHouse: bigint;
}

/**
 * How long the rows of a settlement are left alone, by the time of commands. Readers need less: who sends the next settlement has read
 * what the one before told.
 */
const LENT_MS = 10 * MINUTE_MS;
/** Rows are made for more holders than there are, so that they serve when there are more. */
const SPARE = 2;
const BYTES = Float64Array.BYTES_PER_ELEMENT;
const NOTHING: Sums = { paid: 0n, received: 0n, coveredByHouse: 0n };

export class Funding {
  private readonly parts: PerpParts;
  private readonly money: PerpMoney;
  private readonly matcher: PerpMatcher;
  private readonly takeoverInventory: TakeoverInventory;
  /** The rows of the last settlement, by contract. */
  private readonly lent: { readonly rows: Float64Array; readonly timeMs: number }[] = [];

  constructor(parts: PerpParts, money: PerpMoney, matcher: PerpMatcher, takeoverInventory: TakeoverInventory) {
    this.parts = parts;
    this.money = money;
    this.matcher = matcher;
    this.takeoverInventory = takeoverInventory;
  }

  /** Settles an interval that is over (trading B10), or answers why there is none. */
  settleDue(contract: Contract | undefined, timeMs: number): RejectCode | null {
    if (contract === undefined) return 'UNKNOWN_MARKET';
    if (contract.nextFundingMs === 0 || timeMs < contract.nextFundingMs) return 'FUNDING_NOT_DUE';
    this.settle(contract, timeMs);
    return null;
  }

  private settle(contract: Contract, timeMs: number): void {
    // A mark frozen for want of an index is not used to charge: the interval ends without a payment.
    const rate = contract.isFrozen ? 0n : BigInt(estimatedFunding(contract));
    const sums = rate === 0n ? NOTHING : this.move(contract, rate, timeMs);
    contract.lastFundingRate = rate;
    // A missed interval is not settled later.
    contract.beginInterval(timeMs);
    this.parts.report.tell({
      kind: 'FundingSettled',
      symbol: contract.symbol,
      rate: Number(rate),
      markPrice: Number(contract.mark) as Price,
      paid: sums.paid,
      received: sums.received,
      nextFundingMs: contract.nextFundingMs,
    });
    if (this.takeoverInventory.of(contract) !== null || sums.coveredByHouse > 0n)
      this.takeoverInventory.tell(contract, sums.coveredByHouse);
  }

  /**
   * Room for all holders, which readers share with this thread. It is kept for the next settlements, because fresh memory would cost more than
   * the payments; one that comes soon after another, as after a late one, takes its own.
   */
  private rowsFor({ index, holders }: Contract, timeMs: number): Float64Array {
    const needed = FIRST_ROW + holders.size * ROW;
    const lent = this.lent[index];
    const isFree = lent !== undefined && timeMs - lent.timeMs >= LENT_MS && lent.rows.length >= needed;
    const rows = isFree ? lent.rows : new Float64Array(new SharedArrayBuffer(SPARE * needed * BYTES));
    this.lent[index] = { rows, timeMs };
    return rows;
  }

  /** Positions of the liquidation engine are no holders: their share is the difference that the insurance fund keeps or pays. */
  private move(contract: Contract, rate: bigint, timeMs: number): Sums {
    const { parts, money, matcher } = this;
    const plain = new PlainFunding(contract, rate, this.rowsFor(contract, timeMs), { parts, money, matcher });
    // Payers first: their payments pass through the fund, which keeps the remainder.
    const due = this.takePayments(contract, rate, plain);
    plain.endPayments();
    let [paid, received, coveredByHouse] = [plain.paid, 0n, 0n];
    for (const part of due) {
      plain.giveTo(part.place);
      if (part.amount < 0n) paid -= part.amount;
      if (part.amount <= 0n) continue;
      coveredByHouse += this.money.fromInsurance(part.account, part.amount);
      received += part.amount;
    }
    plain.giveTo(plain.count);
    this.tell(contract, rate, plain, due, timeMs);
    return { paid, received: received + plain.received, coveredByHouse: coveredByHouse + plain.coveredByHouse };
  }

  /** What positions without a row are due; all that owe have paid. */
  private takePayments(contract: Contract, rate: bigint, plain: PlainFunding): Due[] {
    const due: Due[] = [];
    const { accounts } = this.parts;
    for (const index of contract.holders) {
      if (accounts.known()[index] === undefined && plain.takeRecord(index)) continue;
      const account = accounts.at(index);
      const holding = account.holding(contract);
      if (plain.take(account, holding)) continue;
      for (const position of holding.positions()) {
        const amount = fundingAmount(position, contract.mark, rate);
        const part = { place: plain.count, account, holding, position, due: amount, amount };
        if (amount < 0n) part.amount = -this.pay(contract, part);
        due.push(part);
      }
    }
    return due;
  }

  private tell(contract: Contract, rate: bigint, plain: PlainFunding, due: readonly Due[], timeMs: number): void {
    const { report } = this.parts;
    const { symbol, mark, parameters, settle } = contract;
    const common = { symbol, asset: settle.name, tiers: parameters.tiers };
    report.beginFunding(plain.rows, { ...common, rate: Number(rate), markPrice: Number(mark) as Price });
    for (const part of due) {
      if (part.amount === 0n) continue;
      report.fundingRows(part.place);
      part.position.funding += part.amount;
      this.tellOne(contract, part, rate);
      report.position(part.account, part.holding, part.position, timeMs);
      this.matcher.accountsToRecheck.add(part.account);
    }
    report.fundingRows(plain.count);
    report.endFunding();
  }

  /** Cross: from the wallet. Isolated: from what is free of it, then from the margin. Answers what was paid. */
  private pay(contract: Contract, { account, position, amount }: Due): bigint {
    const owed = -amount;
    if (!position.isolated) {
      // A voucher's position pays out of its own margin only (trading E6).
      const paid = account.isOfVoucher ? min(owed, max(0n, this.parts.risk.wallet(account))) : owed;
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

  private tellOne(contract: Contract, { account, position, due, amount }: Due, rate: bigint): void {
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
