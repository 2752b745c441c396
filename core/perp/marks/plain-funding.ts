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
    const { user } = account;
    if (account.wallet !== 'FUTURES' || user.grants.length > 0) return false;
    const position = onlyOne(holding);
    if (position === null || position.isolated || position.autoAdd) return false;
    const amount = fundingUnits(Number(position.quantity), position.direction === 1n, this.terms);
    if (amount === 0) return true;
    const { ledger } = this.parts;
    const wallet = ledger.walletRow(user.index, this.contract.settle.index);
    const balance = ledger.futuresUnits(wallet);
    this.lookAtOthers(account, holding);
    if (wallet === 0 || !isSmall(amount) || !isSmall(balance) || !isSmall(this.others)) return false;
    if (!this.write(holding, position, amount)) return false;
    const { rows } = this;
    const at = FIRST_ROW + this.count * ROW;
    rows[at + UID] = user.index;
    rows[at + BALANCE_SEQ] = wallet;
    rows[at + BALANCE] = balance + amount;
    rows[at + OTHERS] = this.others;
    this.count += 1;
    position.funding += BigInt(amount);
    if (amount < 0) this.pay(account, wallet, amount);
    const { markUnits: mark, tiersInUnits: tiers } = this.contract;
    const rest = balance + amount + this.others;
    const isSafe = isClearlySafe(rest, rows[at + QUANTITY], rows[at + COST], mark, tiers);
    // Everybody else is looked at again after a payment; in which order does not matter, liquidations are sorted. These would be found safe, and without orders nothing else is looked for.
    if (!isSafe || this.hasIsolated || account.orderCount > 0) this.matcher.accountsToRecheck.add(account);
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

  private pay(account: MarginAccount, wallet: number, amount: number): void {
    this.parts.ledger.giveFutures(wallet, amount);
    this.pending -= amount;
    if (this.pending >= SMALL) this.post();
    // A payment within the reserve leaves the account's lines as they are; what it gets only makes them too early.
    if (account.lineReserve >= -amount) account.lineReserve += amount;
    else this.parts.accounts.noteChange(account);
  }

  /** Hands the sum over to the fund, or takes it from there. */
  private post(): void {
    const { pending } = this;
    this.pending = 0;
    if (pending > 0) this.paid += BigInt(pending);
    else this.received -= BigInt(pending);
    this.coveredByHouse += this.money.fundingInSum(pending);
  }

  /** The numbers of a position in the next row; false where one of them is too large for it. */
  private write(holding: Holding, position: OpenPosition, amount: number): boolean {
    const { rows } = this;
    const at = FIRST_ROW + this.count * ROW;
    const isLong = position.direction === 1n;
    const quantity = Number(position.quantity);
    const cost = Number(position.cost);
    const realised = Number(position.realised);
    const fees = Number(position.fees);
    const funding = Number(position.funding);
    if (!isSmall(quantity) || !isSmall(cost) || !isSmall(realised) || !isSmall(fees) || !isSmall(funding)) return false;
    rows[at + POSITION_ID] = position.positionId;
    rows[at + SIDE] = POSITION_SIDES.indexOf(position.positionSide);
    rows[at + LEVERAGE] = isLong ? holding.longLeverage : holding.shortLeverage;
    rows[at + QUANTITY] = isLong ? quantity : -quantity;
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

  /** The result of a position less its maintenance margin. */
  private lookAt({ contract }: Holding, position: OpenPosition | null): void {
    if (position === null) return;
    if (position.isolated) {
      this.hasIsolated = true;
      return;
    }
    const { markUnits: mark, tiersInUnits: tiers } = contract;
    const quantity = Number(position.quantity);
    const notional = isSmall(quantity) ? mulDivCeil(quantity, mark, RATE_ONE) : Infinity;
    const result = notional - Number(position.cost);
    // Of anything that is not small neither sum nor difference is: the account is then none of these.
    if (!isSmall(notional) || !isSmall(result)) this.others = Infinity;
    else this.others += (position.direction === 1n ? result : -result) - maintenanceUnits(tiers, notional);
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
