/** The naive model: index, mark, and the settlement of funding (trading B8 to B10). */
import type { RejectCode } from '../../protocol/rejects.ts';
import type { IndexSource } from '../../protocol/perp-commands.ts';
import {
  ceil,
  floor,
  least,
  type ModelContract,
  type ModelPosition,
  most,
  ONE,
  round,
  size,
  worth,
} from './naive-accounts.ts';
import { NaiveStops } from './naive-stops.ts';

const MINUTE = 60_000;
/** Length of the running funding interval in milliseconds. */
const hours = ({ intervalHours }: ModelContract): number => intervalHours * 60 * MINUTE;

export abstract class NaiveMarks extends NaiveStops {
  protected tick(contract: ModelContract, sources: readonly IndexSource[]): RejectCode | null {
    if (contract.status === 'SETTLED') return 'MARKET_STATUS';
    const index = this.indexOf(contract, sources);
    if (index === null && this.timeMs - contract.indexAtMs > MINUTE) contract.frozen = contract.mark > 0n;
    if (index !== null) Object.assign(contract, { index, indexAtMs: this.timeMs, frozen: false });
    if (contract.index === 0n || contract.frozen) return null;
    this.sample(contract);
    contract.mark = this.markOf(contract);
    this.tradeInventory(contract);
    this.deleverage(contract);
    this.liquidate(this.accounts.filter((a) => this.positionsOf(a).some((p) => p.symbol === contract.symbol)));
    this.deleverage(contract);
    this.wakeAll(contract);
    return null;
  }

  /** The index price of the sources; null if too few of them count (trading B8). */
  private indexOf({ index, p }: ModelContract, sources: readonly IndexSource[]): bigint | null {
    const fresh = sources.filter(
      ({ price, weight, timeMs }) => price > 0 && weight > 0 && this.timeMs - timeMs <= 10_000,
    );
    const prices = fresh.map(({ price }) => BigInt(price)).sort((a, b) => Number(a - b));
    const tick = BigInt(p.tickSize);
    const rounded = (top: bigint, bottom: bigint): bigint => round(top, bottom * tick) * tick;
    const isOff = (price: bigint, doubled: bigint): boolean => size(2n * price - doubled) * 20n > doubled;
    if (prices.length === 0) return null;
    if (prices.length === 1) return index !== 0n && isOff(prices[0]!, 2n * index) ? null : rounded(prices[0]!, 1n);
    if (prices.length === 2) return rounded(prices[0]! + prices[1]!, 2n);
    const doubled = prices[(prices.length - 1) >> 1]! + prices[prices.length >> 1]!;
    const good = fresh.filter(({ price }) => !isOff(BigInt(price), doubled));
    if (good.length < fresh.length - 1) return rounded(doubled, 2n);
    const weights = good.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
    return rounded(
      good.reduce((sum, { price, weight }) => sum + BigInt(price) * BigInt(weight), 0n),
      weights,
    );
  }

  private sample(contract: ModelContract): void {
    const { symbol, index } = contract;
    const minute = Math.floor(this.timeMs / MINUTE);
    if (contract.nextFundingMs === 0) {
      contract.nextFundingMs = (Math.floor(this.timeMs / hours(contract)) + 1) * hours(contract);
      contract.minute = minute;
    }
    contract.basis = contract.basis.filter(({ atMs }) => this.timeMs - atMs < 30_000);
    const [bid, ask] = [this.bestOf(symbol, 'BUY'), this.bestOf(symbol, 'SELL')];
    if (bid !== 0n && ask !== 0n) contract.basis.push({ atMs: this.timeMs, doubled: bid + ask - 2n * index });
    for (; contract.minute < minute; contract.minute += 1) {
      const isLast = contract.minute === minute - 1;
      if (contract.premiums.length < hours(contract) / MINUTE)
        contract.premiums.push(isLast ? this.premium(contract) : null);
    }
  }
  private premium(contract: ModelContract): bigint | null {
    const { index } = contract;
    const [bid, ask] = [this.impact(contract, 'BUY'), this.impact(contract, 'SELL')];
    if (bid === null || ask === null) return null;
    return round((most(0n, bid - index) - most(0n, index - ask)) * ONE, index);
  }
  /** The average price for which the impact notional could be traded on a side; null if the book is too thin. */
  private impact({ symbol, p }: ModelContract, side: 'BUY' | 'SELL'): bigint | null {
    const target = BigInt(p.impactNotional);
    let [money, quantity] = [0n, 0n];
    for (const { price, rest } of this.book(symbol, side)) {
      const value = worth(rest, price);
      if (money + value >= target) return round(target * ONE * price, quantity * price + (target - money) * ONE);
      money += value;
      quantity += rest;
    }
    return null;
  }

  /** The mark price (trading B9), computed as one fraction, so that it is rounded once. */
  private markOf(contract: ModelContract): bigint {
    const { index, basis, last, rate, nextFundingMs, p } = contract;
    const [n, interval] = [BigInt(Math.max(1, basis.length)), BigInt(hours(contract))];
    const bottom = 2n * n * interval * ONE;
    const left = BigInt(Math.max(0, nextFundingMs - this.timeMs));
    const p1 = index * bottom + index * rate * left * 2n * n;
    const p2 = index * bottom + basis.reduce((sum, { doubled }) => sum + doubled, 0n) * interval * ONE;
    const [, middle] = [p1, p2, (last === 0n ? index : last) * bottom].sort((a, b) => (a < b ? -1 : 1));
    const reach = floor(index, 20n) * bottom;
    const clamped = least(most(middle!, index * bottom - reach), index * bottom + reach);
    return round(clamped, bottom * BigInt(p.tickSize)) * BigInt(p.tickSize);
  }

  /** The funding rate if the interval ended now (trading B10). */
  fundingRate({ premiums, p, intervalHours }: ModelContract): bigint {
    const known = premiums.flatMap((sample, at) => (sample === null ? [] : [{ k: BigInt(at + 1), sample }]));
    const weights = most(
      1n,
      known.reduce((sum, { k }) => sum + k, 0n),
    );
    const average = known.reduce((sum, { k, sample }) => sum + k * sample, 0n);
    const pull = least(most(BigInt(p.interestRate) * weights - average, -50_000n * weights), 50_000n * weights);
    const cap = p.fundingCap !== 0 ? BigInt(p.fundingCap) : (BigInt(p.tiers[0]!.rate) * 3n) / 4n;
    return least(most(round((average + pull) * BigInt(intervalHours), weights * 8n), -cap), cap);
  }

  protected settleFunding(contract: ModelContract): RejectCode | null {
    if (contract.nextFundingMs === 0 || this.timeMs < contract.nextFundingMs) return 'FUNDING_NOT_DUE';
    const rate = contract.frozen ? 0n : this.fundingRate(contract);
    const held = this.accounts.flatMap((account) =>
      this.positionsOf(account).flatMap((p) => (p.symbol === contract.symbol ? [{ account, p }] : [])),
    );
    const exact = (p: ModelPosition): bigint => -p.s * p.q * contract.mark * rate;
    for (const { account, p } of held.filter((part) => exact(part.p) < 0n)) {
      const owed = ceil(-exact(p), ONE * ONE);
      // A voucher's position is isolated: its own margin pays, and nothing else (trading E6).
      const free = p.isolated ? this.available(account) : most(0n, account.own);
      const own = p.isolated || account.wallet.startsWith('VOUCHER:') ? least(owed, free) : owed;
      const rest = least(owed - own, p.margin);
      this.charge(account, own);
      if (rest > 0n) this.steps.push('FUNDING_FROM_MARGIN');
      if (rest > 0n) this.chargeMargin(account, p, rest);
      p.funding -= own + rest;
      this.pay('INSURANCE', own + rest);
    }
    for (const { account, p } of held.filter((part) => exact(part.p) > 0n)) {
      const amount = floor(exact(p), ONE * ONE);
      account.own += amount;
      p.funding += amount;
      this.fromFund(amount);
    }
    // New parameters may have changed the length; it holds from the next interval on.
    contract.intervalHours = contract.p.fundingIntervalHours;
    // Intervals are counted from 00:00 UTC; one that was missed is not settled later.
    const nextFundingMs = (Math.floor(this.timeMs / hours(contract)) + 1) * hours(contract);
    Object.assign(contract, { rate, premiums: [], nextFundingMs });
    return null;
  }
}
