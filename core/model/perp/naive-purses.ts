/**
 * The naive model: who pays. Own money and bonus share every charge by the grants' mode (trading E3), a fee voucher pays of
 * a fee before both (A5.8), and bonus backs isolated margin where own money is short (E2).
 */
import {
  ceil,
  floor,
  least,
  type ModelAccount,
  type ModelContract,
  type ModelGrant,
  type ModelPosition,
  type ModelVoucher,
  most,
  NaiveAccounts,
  ONE,
  sumOf,
  worth,
} from './naive-accounts.ts';

interface ModelTier {
  version: number;
  own: Readonly<Record<string, number>> | null;
  trial: Readonly<Record<string, number>> | null;
  trialEndMs: number;
}

/** The parts of a fee that a voucher and bonus paid. */
export interface ModelCover {
  readonly uid: number;
  readonly wallet: string;
  readonly symbol: string;
  readonly voucher: bigint;
  readonly bonus: bigint;
}

/** The part of a charge that bonus pays, given how much bonus and own money there is. */
function bonusPart({ mode, ratio }: ModelGrant, own: bigint, bonus: bigint, charge: bigint): bigint {
  const short = most(0n, charge - most(0n, own));
  if (mode === 'BONUS_FIRST') return least(bonus, charge);
  if (mode === 'OWN_FIRST') return least(bonus, short);
  return least(bonus, most(short, floor(charge * ratio, ONE)));
}

export class NaivePurses extends NaiveAccounts {
  readonly tiers = new Map<number, ModelTier>();
  readonly groups = new Map<number, number>();
  readonly covers: ModelCover[] = [];
  /** A log of what happened, which is compared with the core's receipts and shows what a test reached. */
  readonly steps: string[] = [];

  /** Trade group of each user: self-trade prevention treats the users of one group as one (trading A3). */
  areOne(a: ModelAccount, b: ModelAccount): boolean {
    const group = this.groups.get(a.uid) ?? 0;
    return a.uid === b.uid || (group !== 0 && group === this.groups.get(b.uid));
  }

  /** The user's fee rate at the time of the command (trading A5.7). */
  rate({ uid }: ModelAccount, { p }: ModelContract, isTaker: boolean): bigint {
    const own = BigInt(isTaker ? p.takerFeeRate : p.makerFeeRate);
    const tier = this.tiers.get(uid);
    if (p.hasFeeException || tier === undefined) return own;
    const rates = tier.trial !== null && this.timeMs < tier.trialEndMs ? tier.trial : tier.own;
    if (rates === null) return own;
    return least(own, BigInt(rates[isTaker ? 'futuresTaker' : 'futuresMaker']!));
  }

  /** Charges own money and bonus. Answers what bonus paid. */
  charge(account: ModelAccount, amount: bigint): bigint {
    const [first] = this.grantsOf(account);
    const paid = first === undefined ? 0n : bonusPart(first, account.own, this.bonus(account), amount);
    this.spend(account, paid);
    account.own -= amount - paid;
    if (paid > 0n) this.steps.push(`PAID_BY_BONUS ${first!.mode}`);
    return paid;
  }
  /** Takes an amount from the grants; bonus that paid is gone. */
  spend(account: ModelAccount, amount: bigint): void {
    this.fromBonus(this.grantsOf(account), amount, (grant, part) => (grant.free -= part));
  }

  /** Charges an isolated margin: its own part and its bonus part. */
  chargeMargin(account: ModelAccount, position: ModelPosition, amount: bigint): void {
    const grants = this.grantsOf(account).filter((grant) => position.lent.has(grant));
    const [first] = grants;
    const backed = sumOf(position.lent.values());
    const paid = first === undefined ? 0n : bonusPart(first, position.margin - backed, backed, amount);
    let left = paid;
    for (const grant of grants) {
      const part = least(left, position.lent.get(grant)!);
      position.lent.set(grant, position.lent.get(grant)! - part);
      if (position.lent.get(grant) === 0n) position.lent.delete(grant);
      left -= part;
    }
    position.margin -= amount;
    if (paid > 0n) this.steps.push(`PAID_BY_LENT_BONUS ${first!.mode}`);
    for (const grant of grants) this.endWhenUsed(grant);
  }

  private fromBonus(
    grants: readonly ModelGrant[],
    amount: bigint,
    take: (grant: ModelGrant, part: bigint) => void,
  ): void {
    let left = amount;
    for (const grant of grants) {
      const part = least(left, grant.free);
      if (part > 0n) {
        take(grant, part);
        this.endWhenUsed(grant);
      }
      left -= part;
    }
  }
  private endWhenUsed(grant: ModelGrant): void {
    if (this.remaining(grant) > 0n) return;
    grant.ending = 'USED_UP';
    this.steps.push('USED_UP');
  }
  remaining(grant: ModelGrant): bigint {
    const account = this.find(grant.uid, 'FUTURES');
    const lent = account === undefined ? [] : this.positionsOf(account).map((p) => p.lent.get(grant) ?? 0n);
    return grant.free + sumOf(lent);
  }

  /** Books a result: a gain becomes own money, a loss is a charge. */
  realise(account: ModelAccount, symbol: string, amount: bigint): void {
    this.pay(`CLEARING:${symbol}`, -amount);
    if (amount >= 0n) account.own += amount;
    else this.charge(account, -amount);
  }

  /** A trading fee, or a rebate below zero. Answers what the wallet and bonus were charged. */
  payFee(account: ModelAccount, contract: ModelContract, fee: bigint): bigint {
    this.pay('HOUSE_FEE', fee);
    if (fee <= 0n) {
      account.own -= fee;
      return fee;
    }
    const voucher = this.useVoucher(account, contract, fee);
    const bonus = this.charge(account, fee - voucher);
    const { uid, wallet } = account;
    if (voucher + bonus > 0n) this.covers.push({ uid, wallet, symbol: contract.symbol, voucher, bonus });
    return fee - voucher;
  }
  private useVoucher({ uid, wallet }: ModelAccount, { symbol }: ModelContract, fee: bigint): bigint {
    const isFor = (of: ModelVoucher): boolean => of.symbols.length === 0 || of.symbols.includes(symbol);
    const [first] = [...this.vouchers.values()]
      .filter((of) => wallet === 'FUTURES' && of.uid === uid && of.ending === '' && this.timeMs < of.expiresAtMs)
      .filter((of) => of.products.includes('FUTURES') && isFor(of))
      .sort((a, b) => a.expiresAtMs - b.expiresAtMs || Number(b.ratio - a.ratio) || a.id - b.id);
    if (first === undefined) return 0n;
    const share = least(floor(fee * first.ratio, ONE), first.left);
    const paid = first.maxPerUse === 0n ? share : least(share, first.maxPerUse);
    first.left -= paid;
    this.steps.push('PAID_BY_VOUCHER');
    if (first.left === 0n) first.ending = 'USED';
    return paid;
  }

  /** Moves margin into an isolated position: own money first, then bonus for the rest. */
  isolate(account: ModelAccount, position: ModelPosition, amount: bigint): void {
    const own = least(amount, most(0n, account.own));
    const wanted = least(amount - own, this.bonus(account));
    this.fromBonus(this.grantsOf(account), wanted, (grant, part) => {
      grant.free -= part;
      position.lent.set(grant, (position.lent.get(grant) ?? 0n) + part);
    });
    account.own -= amount - wanted;
    position.margin += amount;
    if (wanted > 0n) this.steps.push(`LENT ${this.grantsOf(account)[0]?.mode ?? 'ALL'}`);
  }

  /**
   * Releases isolated margin. Each grant gets back its share of the released part, rounded down; own money gets the rest, but no
   * more than its part of the margin. Units that are left over go to the grants in their order.
   */
  release(account: ModelAccount, position: ModelPosition, amount: bigint): void {
    const { margin, lent } = position;
    const own = margin - sumOf(lent.values());
    const shares = new Map([...lent].map(([grant, part]) => [grant, floor(part * amount, most(1n, margin))]));
    const missing = (): bigint => most(0n, amount - sumOf(shares.values()) - own);
    for (const grant of this.grantsOf(account)) {
      const share = shares.get(grant);
      if (share !== undefined) shares.set(grant, share + least(missing(), lent.get(grant)! - share));
    }
    for (const [grant, share] of shares) {
      grant.free += share;
      if (share === lent.get(grant)) lent.delete(grant);
      else lent.set(grant, lent.get(grant)! - share);
    }
    position.margin -= amount;
    account.own += amount - sumOf(shares.values());
  }

  /** How much bonus may back orders of a contract at a leverage (trading E2). */
  bonusFor(account: ModelAccount, symbol: string, leverage: bigint): bigint {
    return this.grantsOf(account)
      .filter((grant) => grant.maxLeverage === 0 || leverage <= BigInt(grant.maxLeverage))
      .filter((grant) => grant.symbols.length === 0 || grant.symbols.includes(symbol))
      .reduce((sum, { free }) => sum + free, 0n);
  }

  /** Exact fees of an order so far, in 10^-8 units, and what this fill is charged (trading A5.3). */
  feeOf(
    order: { readonly exactFees: bigint; readonly charged: bigint },
    x: bigint,
    price: bigint,
    rate: bigint,
  ): bigint {
    return ceil(order.exactFees + worth(x, price) * rate, ONE) - order.charged;
  }
}
