/**
 * The part of a settlement that most holders are: a FUTURES wallet without bonus, whose only position in the contract is under cross
 * margin, in numbers that doubles hold exactly. They pay and get what everybody does (trading B10), and their numbers go straight into the
 * rows in which that is told (decision 080): no object is made for a holder.
 */
import { mulDivCeil, RATE_ONE } from '../../fixed.ts';
import { type FundingParts, fundingParts, fundingUnits } from '../../formulas/perp/funding.ts';
import { isClearlySafe } from '../../formulas/perp/lines.ts';
import { maintenanceUnits } from '../../formulas/perp/tiers.ts';
import {
  AMOUNT,
  BALANCE,
  BALANCE_SEQ,
  COST,
  FEES,
  FIRST_ROW,
  FUNDING,
  LEVERAGE,
  OPENED_AT,
  OTHERS,
  POSITION_ID,
  QUANTITY,
  REALISED,
  ROW,
  SEQ,
  SIDE,
  UID,
} from '../../protocol/event-packs.ts';
import {
  ACCOUNT_LINE_RESERVE,
  ACCOUNT_ORDERS,
  BOTH_COST,
  BOTH_QUANTITY,
  HOLDING_CONTRACT,
  LONG_LEVERAGE,
  POSITION_FEES,
  POSITION_ID as RECORDED_ID,
  POSITION_OPENED,
  POSITION_REALISED,
  SHORT_LEVERAGE,
} from '../../kernel/perp-layout.ts';
import { POSITION_SIDES } from '../../protocol/words.ts';
import type { Holding, MarginAccount, OpenPosition } from '../account/accounts.ts';
import type { PerpMoney } from '../account/money.ts';
import type { PerpParts } from '../account/parts.ts';
import type { Contract } from '../contract/contract.ts';
import type { PerpMatcher } from '../orders/match-orders.ts';

/** Numbers below it, a few of them, add up to safe integers. */
const SMALL = 2 ** 50;

/** The rows of one settlement, in the order of the contract's holders. Its rate is not 0. */
export class PlainFunding {
  readonly rows: Float64Array;
  count = 0;
  /** In sum, of those who have a row. */
  paid = 0n;
  received = 0n;
  coveredByHouse = 0n;
  private readonly contract: Contract;
  private readonly terms: FundingParts;
  /** Rows before it were given what they receive. */
  private givenTo = 0;
  /** What the fund has not got yet (or, below 0, not paid) of what wallets paid and got. */
  private pending = 0;
  /** The one looked at, in numbers: the quantity is below 0 for a short. */
  private readonly position = {
    positionId: 0,
    side: 0,
    leverage: 0,
    quantity: 0,
    cost: 0,
    realised: 0,
    fees: 0,
    funding: 0,
    openedAtMs: 0,
  };
  /** Of the account looked at: what its other positions add to its cross scope, and whether it has isolated ones. */
  private others = 0;
  private hasIsolated = false;
  private readonly parts: PerpParts;
  private readonly money: PerpMoney;
  private readonly matcher: PerpMatcher;

  constructor(
    contract: Contract,
    rate: bigint,
    rows: Float64Array,
    tools: { readonly parts: PerpParts; readonly money: PerpMoney; readonly matcher: PerpMatcher },
  ) {
    this.contract = contract;
    this.terms = fundingParts(contract.step, contract.mark, rate);
    this.rows = rows;
    // Until they are told: who still reads those of the settlement before is told so.
    rows[SEQ] = 0;
    this.parts = tools.parts;
    this.money = tools.money;
    this.matcher = tools.matcher;
  }

  /** Takes a holder in, and from its wallet what it owes. False, and nothing has happened, where it is none of these. */
  take(account: MarginAccount, holding: Holding): boolean {
    if (account.wallet !== 'FUTURES' || account.user.grants.length > 0) return false;
    const position = onlyOne(holding);
    if (position === null || position.isolated || position.autoAdd) return false;
    this.read(holding, position);
    const amount = this.amountDue();
    if (amount === 0) return true;
    this.lookAtOthers(account, holding);
    if (!this.settle(account.index, account.user.index, amount, account.orderCount)) return false;
    position.funding += BigInt(amount);
    return true;
  }

  /** The same for an account that is a record only (MarginAccounts.at), which it stays where nobody has to look at it. */
  takeRecord(index: number): boolean {
    const { accounts, users } = this.parts;
    const { records } = accounts;
    const user = accounts.userOf(index);
    if ((users.knownAt(user)?.grants.length ?? 0) > 0) return false;
    const numbers = records.newerOf(index);
    const number = numbers.find((one) => records.int(one, HOLDING_CONTRACT) === this.contract.index);
    if (number === undefined) return false;
    this.readRecord(number);
    const amount = this.amountDue();
    if (amount === 0) return true;
    this.others = 0;
    this.hasIsolated = false;
    for (const other of numbers) if (other !== number) this.lookAtRecord(other);
    if (!this.settle(index, user, amount, records.accountInt(index, ACCOUNT_ORDERS))) return false;
    records.addFunding(number, amount);
    return true;
  }

  private amountDue(): number {
    const { quantity } = this.position;
    return fundingUnits(Math.abs(quantity), quantity > 0, this.terms);
  }

  /** Of the position that was read, with what was found of the others. */
  private settle(index: number, user: number, amount: number, orders: number): boolean {
    const { ledger, accounts } = this.parts;
    const wallet = ledger.walletRow(user, this.contract.settle.index);
    const balance = ledger.futuresUnits(wallet);
    if (wallet === 0 || !isSmall(amount) || !isSmall(balance) || !isSmall(this.others)) return false;
    if (!this.write(amount)) return false;
    const { rows } = this;
    const at = FIRST_ROW + this.count * ROW;
    rows[at + UID] = user;
    rows[at + BALANCE_SEQ] = wallet;
    rows[at + BALANCE] = balance + amount;
    rows[at + OTHERS] = this.others;
    this.count += 1;
    if (amount < 0) this.pay(index, wallet, amount);
    const { markUnits: mark, tiersInUnits: tiers } = this.contract;
    const rest = balance + amount + this.others;
    const isSafe = isClearlySafe(rest, rows[at + QUANTITY], rows[at + COST], mark, tiers);
    // Everybody else is looked at again after a payment; in which order does not matter, liquidations are sorted. These would be found safe, and without orders nothing else is looked for.
    if (!isSafe || this.hasIsolated || orders > 0) this.matcher.accountsToRecheck.add(accounts.at(index));
    return true;
  }

  /** All were taken: the fund has what they paid. */
  endPayments(): void {
    this.post();
  }

  /** Those of the rows up to there get what they receive. */
  giveTo(toRow: number): void {
    const { rows } = this;
    const { ledger } = this.parts;
    for (let row = this.givenTo; row < toRow; row += 1) {
      const at = FIRST_ROW + row * ROW;
      const amount = rows[at + AMOUNT];
      if (amount < 0) continue;
      ledger.giveFutures(rows[at + BALANCE_SEQ], amount);
      this.pending -= amount;
      if (this.pending <= -SMALL) this.post();
    }
    this.givenTo = toRow;
    if (toRow === this.count) this.post();
  }

  private pay(index: number, wallet: number, amount: number): void {
    const { ledger, accounts } = this.parts;
    ledger.giveFutures(wallet, amount);
    this.pending -= amount;
    if (this.pending >= SMALL) this.post();
    // A payment within the reserve leaves the account's lines as they are; what it gets only makes them too early.
    const records = accounts.recordsOf(index);
    const reserve = records === null ? 0 : records.accountNum(index, ACCOUNT_LINE_RESERVE);
    if (records !== null && reserve >= -amount) records.setAccountNum(index, ACCOUNT_LINE_RESERVE, reserve + amount);
    else accounts.noteChange(accounts.at(index));
  }

  /** Hands the sum over to the fund, or takes it from there. */
  private post(): void {
    const { pending } = this;
    this.pending = 0;
    if (pending > 0) this.paid += BigInt(pending);
    else this.received -= BigInt(pending);
    this.coveredByHouse += this.money.fundingInSum(pending);
  }

  private read(holding: Holding, from: OpenPosition): void {
    const { position } = this;
    const isLong = from.direction === 1n;
    position.positionId = from.positionId;
    position.side = POSITION_SIDES.indexOf(from.positionSide);
    position.leverage = isLong ? holding.longLeverage : holding.shortLeverage;
    position.quantity = isLong ? Number(from.quantity) : -Number(from.quantity);
    position.cost = Number(from.cost);
    position.realised = Number(from.realised);
    position.fees = Number(from.fees);
    position.funding = Number(from.funding);
    position.openedAtMs = from.openedAtMs;
  }

  private readRecord(number: number): void {
    const { position } = this;
    const { records } = this.parts.accounts;
    const quantity = records.num(number, BOTH_QUANTITY);
    position.positionId = records.num(number, RECORDED_ID);
    position.side = POSITION_SIDES.indexOf('BOTH');
    position.leverage = records.num(number, quantity > 0 ? LONG_LEVERAGE : SHORT_LEVERAGE);
    position.quantity = quantity;
    position.cost = records.num(number, BOTH_COST);
    position.realised = records.num(number, POSITION_REALISED);
    position.fees = records.num(number, POSITION_FEES);
    position.funding = records.fundingOf(number);
    position.openedAtMs = records.num(number, POSITION_OPENED);
  }

  /** The numbers of the position in the next row; false where one of them is too large for it. */
  private write(amount: number): boolean {
    const { rows, position } = this;
    const { quantity, cost, realised, fees, funding } = position;
    const at = FIRST_ROW + this.count * ROW;
    if (!isSmall(quantity) || !isSmall(cost) || !isSmall(realised) || !isSmall(fees) || !isSmall(funding)) return false;
    rows[at + POSITION_ID] = position.positionId;
    rows[at + SIDE] = position.side;
    rows[at + LEVERAGE] = position.leverage;
    rows[at + QUANTITY] = quantity;
    rows[at + COST] = cost;
    rows[at + REALISED] = realised;
    rows[at + FEES] = fees;
    rows[at + FUNDING] = funding + amount;
    rows[at + OPENED_AT] = position.openedAtMs;
    rows[at + AMOUNT] = amount;
    return true;
  }

  /** Sets `others` and `hasIsolated`; NaN or Infinity where it cannot be told exactly. */
  private lookAtOthers(account: MarginAccount, holding: Holding): void {
    this.others = 0;
    this.hasIsolated = false;
    if (account.holdings.size === 1) return;
    for (const other of account.holdings.values()) {
      if (other === holding || other.isFlat) continue;
      this.lookAt(other, other.both);
      this.lookAt(other, other.long);
      this.lookAt(other, other.short);
    }
  }

  private lookAt({ contract }: Holding, position: OpenPosition | null): void {
    if (position === null) return;
    if (position.isolated) this.hasIsolated = true;
    else this.addOther(contract, position.direction === 1n, Number(position.quantity), Number(position.cost));
  }

  private lookAtRecord(number: number): void {
    const { accounts, contracts } = this.parts;
    const quantity = accounts.records.num(number, BOTH_QUANTITY);
    if (quantity === 0) return;
    const contract = contracts[accounts.records.int(number, HOLDING_CONTRACT)];
    this.addOther(contract, quantity > 0, Math.abs(quantity), accounts.records.num(number, BOTH_COST));
  }

  /** The result of a position less its maintenance margin. */
  private addOther(contract: Contract, isLong: boolean, quantity: number, cost: number): void {
    const { markUnits: mark, tiersInUnits: tiers } = contract;
    const notional = isSmall(quantity) ? mulDivCeil(quantity, mark, RATE_ONE) : Infinity;
    const result = notional - cost;
    // Of anything that is not small neither sum nor difference is: the account is then none of these.
    if (!isSmall(notional) || !isSmall(result)) this.others = Infinity;
    else this.others += (isLong ? result : -result) - maintenanceUnits(tiers, notional);
    if (!isSmall(this.others)) this.others = Infinity;
  }
}

function isSmall(units: number): boolean {
  return units < SMALL && units > -SMALL;
}

/** The only position; null where there is a long beside a short. */
function onlyOne({ both, long, short }: Holding): OpenPosition | null {
  if (both !== null) return both;
  if (long === null) return short;
  return short === null ? long : null;
}
