/** The money of positions: every step is a posting of its own that sums to zero (trading C2, B4, B7). */
import { AVAILABLE, HOUSE, type Ledger, type Posting } from '../../ledger/ledger.ts';
import { floorDiv, max, min } from '../../formulas/rounding.ts';
import { assert } from '../../protocol/invariant.ts';
import type { MarginAccount, OpenPosition } from './accounts.ts';
import type { MarginAccounts } from './margin-accounts.ts';
import type { BonusPart, BonusSource } from './bonus-source.ts';
import type { Contract } from '../contract/contract.ts';
import { CAPITAL_ACCOUNT, INSURANCE_ACCOUNT, type PositionSide } from '../../protocol/words.ts';

/** What voucher and bonus paid of a fee. */
interface Covered {
  readonly voucher: bigint;
  readonly bonus: bigint;
}

const NOTHING_COVERED: Covered = { voucher: 0n, bonus: 0n };

/** Amounts are units of the settlement asset, above 0 unless said. */
export class PerpMoney {
  private readonly ledger: Ledger;
  private readonly accounts: MarginAccounts;
  private readonly bonus: BonusSource;
  private readonly settle: () => number;
  /** Rows of CLEARING, by contract; 0 where it was not asked for yet. */
  private readonly clearingRows: number[] = [];

  constructor(parts: { ledger: Ledger; accounts: MarginAccounts; bonus: BonusSource; settle: () => number }) {
    this.ledger = parts.ledger;
    this.accounts = parts.accounts;
    this.bonus = parts.bonus;
    this.settle = parts.settle;
  }

  get fund(): bigint {
    return this.ledger.holding(HOUSE, INSURANCE_ACCOUNT, this.settle());
  }

  /** A fee or a rebate (negative) of a fill: a voucher first, then bonus, then own money. Answers what those two paid. */
  fee(account: MarginAccount, contract: Contract, fee: bigint, timeMs: number): Covered {
    if (fee === 0n || this.payPlainly(account, -fee, this.ledger.houseRow(this.settle()))) return NOTHING_COVERED;
    const house = this.house(this.ledger.houseRow(this.settle()), fee);
    if (fee < 0n) {
      this.ledger.post([this.mainOf(account, -fee), house]);
      return NOTHING_COVERED;
    }
    const cover = this.bonus.coverFee(account, contract, fee, timeMs);
    assert(cover.amount >= 0n && cover.amount <= fee, 'a voucher pays at most the fee');
    const charge = this.chargeOf(account, fee - cover.amount);
    this.ledger.post([...cover.postings, ...charge, house]);
    const own = -(charge.at(-1)?.amount ?? 0n);
    return { voucher: cover.amount, bonus: fee - cover.amount - own };
  }

  /** What a closed part brought, below 0 for a loss: losses by the bonus rule, gains to the wallet. */
  realised(account: MarginAccount, contract: Contract, amount: bigint): void {
    const row = this.clearingRow(contract);
    if (amount === 0n || this.payPlainly(account, amount, row)) return;
    const clearing = this.clearing(contract, -amount);
    if (amount > 0n) this.ledger.post([this.mainOf(account, amount), clearing]);
    else this.ledger.post([...this.chargeOf(account, -amount), clearing]);
  }

  /** A fee of a liquidation, or funding that a wallet owes: the fund gets it. 0: nothing happens. */
  toInsurance(account: MarginAccount, amount: bigint): void {
    if (amount > 0n) this.ledger.post([...this.chargeOf(account, amount), this.house(this.fundRow(), amount)]);
  }

  /** Funding that a wallet gets: from the fund, and from the house what the fund lacks. Answers that part. */
  fromInsurance(account: MarginAccount, amount: bigint): bigint {
    assert(amount > 0n, 'funding that is paid out is above 0');
    const fromFund = min(amount, max(0n, this.fund));
    const fromHouse = amount - fromFund;
    const postings = [this.mainOf(account, amount), this.house(this.fundRow(), -fromFund)];
    if (fromHouse !== 0n) postings.push(this.house(this.capitalRow(), -fromHouse));
    this.ledger.post(postings);
    return fromHouse;
  }

  /**
   * The fund's side of funding that wallets paid (above 0) or got (below 0), summed up: the wallets' sides are in the ledger already
   * (`giveFutures`). A safe integer. Answers what the house paid because the fund lacked it.
   */
  fundingInSum(amount: number): bigint {
    if (amount === 0) return 0n;
    const fromHouse = amount > 0 ? 0n : max(0n, BigInt(-amount) - max(0n, this.fund));
    this.ledger.giveHouseAccount(this.fundRow(), amount + Number(fromHouse));
    if (fromHouse !== 0n) this.ledger.giveHouseAccount(this.capitalRow(), -Number(fromHouse));
    return fromHouse;
  }

  /**
   * A wallet below zero with no cross position left owes nothing: bonus, then the fund, make it good (trading C4.17). Answers
   * what the fund and the house paid.
   */
  coverDebt(account: MarginAccount): { readonly fromFund: bigint; readonly fromHouse: bigint } {
    const debt = -this.accounts.balance(account, this.settle());
    if (debt <= 0n) return { fromFund: 0n, fromHouse: 0n };
    const lent = this.bonus.charge(account, 0n, debt);
    const paid = -lent.reduce((sum, posting) => sum + posting.amount, 0n);
    assert(paid >= 0n && paid <= debt, 'bonus pays no more of a debt than there is');
    const fromFund = min(debt - paid, max(0n, this.fund));
    const fromHouse = debt - paid - fromFund;
    this.ledger.post([
      ...lent,
      this.house(this.fundRow(), -fromFund),
      this.house(this.capitalRow(), -fromHouse),
      this.mainOf(account, debt),
    ]);
    return { fromFund, fromHouse };
  }

  /**
   * Books a gain or loss (below 0) of the takeover inventory: the fund gets it, and the house pays what the fund cannot. Answers the
   * house's part.
   */
  takeoverResult(contract: Contract, amount: bigint): bigint {
    if (amount === 0n) return 0n;
    assert(this.fund >= 0n, 'the insurance fund is not below 0');
    const fromFund = amount > 0n ? amount : max(amount, -this.fund);
    const fromHouse = amount - fromFund;
    const postings = [this.clearing(contract, -amount), this.house(this.fundRow(), fromFund)];
    if (fromHouse !== 0n) postings.push(this.house(this.capitalRow(), fromHouse));
    this.ledger.post(postings);
    return -fromHouse;
  }

  /** Between a wallet and an isolated position: own funds first, bonus what is missing (trading E2). */
  isolate(account: MarginAccount, contract: Contract, position: OpenPosition, amount: bigint): void {
    if (amount === 0n) return;
    assert(amount > 0n, 'margin that is set aside is above 0');
    const own = min(amount, max(0n, this.accounts.balance(account, this.settle())));
    // If bonus lent less, own money would pay the rest, so that the posting sums to zero; earlier checks prevent that.
    const lent = this.bonus.lend(account, amount - own);
    const borrowed = lent.parts.reduce((sum, part) => sum + part.amount, 0n);
    for (const { grantId, amount: part } of lent.parts) {
      position.bonusParts.set(grantId, (position.bonusParts.get(grantId) ?? 0n) + part);
    }
    this.ledger.post([
      this.mainOf(account, borrowed - amount),
      ...lent.postings,
      this.iso(account, contract, position.positionSide, amount),
    ]);
  }

  /** Releases `amount` of a position's margin to wallet and grants, in the shares in which they gave it; `isAll`: to the last unit. */
  release(account: MarginAccount, contract: Contract, position: OpenPosition, amount: bigint, isAll: boolean): void {
    const margin = this.accounts.margin(account, contract, position);
    assert(amount >= 0n && amount <= margin, 'a position gives back no more margin than it has');
    const parts = isAll ? partsOf(position) : this.sharesOf(account, position, margin, amount);
    for (const { grantId, amount: share } of parts) {
      const left = (position.bonusParts.get(grantId) ?? 0n) - share;
      if (left === 0n) position.bonusParts.delete(grantId);
      else position.bonusParts.set(grantId, left);
    }
    const borrowed = parts.reduce((sum, part) => sum + part.amount, 0n);
    this.ledger.post([
      this.iso(account, contract, position.positionSide, -amount),
      this.mainOf(account, amount - borrowed),
      ...this.bonus.giveBack(account, parts),
    ]);
    if (isAll) this.closeIso(account, contract, position.positionSide);
  }

  /**
   * How much of `amount`, released from a position's margin, goes back to each grant: its share, rounded down. What rounding leaves
   * goes to own money as far as the margin has any, and then to the grants in the order in which they are used (trading 0.3, E2).
   */
  private sharesOf(account: MarginAccount, position: OpenPosition, margin: bigint, amount: bigint): BonusPart[] {
    const backed = [...position.bonusParts.values()].reduce((sum, part) => sum + part, 0n);
    const shares = account.user.grants.flatMap(({ grantId }) => {
      const part = position.bonusParts.get(grantId) ?? 0n;
      return part === 0n ? [] : [{ grantId, part, amount: floorDiv(part * amount, margin) }];
    });
    let missing = amount - (margin - backed) - shares.reduce((sum, share) => sum + share.amount, 0n);
    for (const share of shares) {
      const more = max(0n, min(missing, share.part - share.amount));
      share.amount += more;
      missing -= more;
    }
    return shares.filter((share) => share.amount > 0n);
  }

  /** Gives a grant back the part of a position's margin that it lent (trading E4). */
  takeBonusBack(account: MarginAccount, contract: Contract, position: OpenPosition, grantId: number): void {
    const part = position.bonusParts.get(grantId) ?? 0n;
    const margin = this.accounts.margin(account, contract, position);
    assert(part >= 0n && part <= margin, 'a grant takes no more back than the margin that there is');
    position.bonusParts.delete(grantId);
    this.ledger.post([
      this.iso(account, contract, position.positionSide, -part),
      ...this.bonus.giveBack(account, [{ grantId, amount: part }]),
    ]);
  }

  /** Moves own money into an isolated position, even where bonus is free. */
  isolateOwn(account: MarginAccount, contract: Contract, position: OpenPosition, amount: bigint): void {
    assert(amount > 0n, 'own money that is set aside is above 0');
    this.ledger.post([this.mainOf(account, -amount), this.iso(account, contract, position.positionSide, amount)]);
  }

  /** A charge that a position under liquidation pays out of its own margin (trading B13). */
  chargeMargin(
    account: MarginAccount,
    contract: Contract,
    position: OpenPosition,
    charge: { readonly realised: bigint; readonly fee: bigint },
  ): void {
    const { realised, fee } = charge;
    const margin = this.accounts.margin(account, contract, position);
    assert(fee >= 0n && margin + realised >= fee, 'a liquidation charges no more than the margin that is left');
    // Each charge by itself, the fee first (trading E3).
    if (fee > 0n) this.bonus.absorb(account, position.bonusParts, margin, fee);
    if (realised < 0n) this.bonus.absorb(account, position.bonusParts, margin - fee, -realised);
    this.ledger.post([
      this.iso(account, contract, position.positionSide, realised - fee),
      this.clearing(contract, -realised),
      this.house(this.fundRow(), fee),
    ]);
  }

  /** Funding of one position: from the wallet, and where that cannot, from the margin and the fund (trading B10). */
  fundingFromMargin(account: MarginAccount, contract: Contract, position: OpenPosition, amount: bigint): void {
    const margin = this.accounts.margin(account, contract, position);
    assert(amount > 0n && amount <= margin, 'funding takes no more margin than there is');
    this.bonus.absorb(account, position.bonusParts, margin, amount);
    this.ledger.post([this.iso(account, contract, position.positionSide, -amount), this.house(this.fundRow(), amount)]);
  }

  iso(account: MarginAccount, contract: Contract, side: PositionSide, amount: bigint): Posting {
    const name = account.isoName(contract, side);
    const row = this.ledger.account(account.user.index, name, contract.settle.index);
    return { row, bucket: AVAILABLE, amount };
  }

  mainOf(account: MarginAccount, amount: bigint): Posting {
    return { ...this.accounts.main(account, this.settle()), amount };
  }

  private closeIso(account: MarginAccount, contract: Contract, side: PositionSide): void {
    this.ledger.closeAccount(account.user.index, account.isoName(contract, side), contract.settle.index);
  }

  private chargeOf(account: MarginAccount, amount: bigint): readonly Posting[] {
    const own = this.accounts.balance(account, this.settle());
    const fromBonus = this.bonus.charge(account, own, amount);
    const paid = fromBonus.reduce((sum, posting) => sum + posting.amount, 0n);
    return [...fromBonus, this.mainOf(account, -amount - paid)];
  }

  /**
   * What a fill gives to a futures wallet, or below 0 takes from it, is the house's other side: in numbers, where nothing but the wallet
   * pays and doubles hold the amount. False: nothing was booked. The caller notes the account as changed.
   */
  private payPlainly(account: MarginAccount, amount: bigint, houseRow: number): boolean {
    const row = account.wallet === 'FUTURES' ? this.ledger.walletRow(account.user.index, this.settle()) : 0;
    const units = Number(amount);
    if (row === 0 || !Number.isSafeInteger(units) || !this.bonus.hasNone(account)) return false;
    this.ledger.giveFutures(row, units);
    this.ledger.giveHouseAccount(houseRow, -units);
    return true;
  }

  private clearing(contract: Contract, amount: bigint): Posting {
    return { row: this.clearingRow(contract), bucket: AVAILABLE, amount };
  }

  /** The house's accounts are never closed, so that a row stays what it is. */
  private clearingRow(contract: Contract): number {
    const { index, symbol, settle } = contract;
    const { clearingRows } = this;
    while (clearingRows.length <= index) clearingRows.push(0);
    if (clearingRows[index] === 0) {
      clearingRows[index] = this.ledger.account(HOUSE, `CLEARING:${symbol}`, settle.index);
      // A trial of fills opens it in its own ledger only.
      if (clearingRows[index] > 0) contract.setClearingRow(clearingRows[index]);
    }
    return clearingRows[index];
  }

  private fundRow(): number {
    return this.ledger.account(HOUSE, INSURANCE_ACCOUNT, this.settle());
  }

  private capitalRow(): number {
    return this.ledger.account(HOUSE, CAPITAL_ACCOUNT, this.settle());
  }

  private house(row: number, amount: bigint): Posting {
    return { row, bucket: AVAILABLE, amount };
  }
}

function partsOf({ bonusParts }: OpenPosition): BonusPart[] {
  return [...bonusParts].map(([grantId, amount]) => ({ grantId, amount }));
}
