/** Fee vouchers: granted from PRIZE_POOL, used by the fills themselves, ended (trading A5.8, C6). */
import { type Amount, MAX_UNITS, RATE_ONE } from '../fixed.ts';
import { byUse, voucherPartFloor } from '../formulas/fee-voucher.ts';
import { assert } from '../protocol/invariant.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { isCount, isUid } from '../protocol/field-checks.ts';
import type { Ledger, Posting } from '../ledger/ledger.ts';
import type { Contract } from '../perp/contract/contract.ts';
import type { SpotFeeCover } from '../spot/fee-cover.ts';
import type { Market } from '../spot/market.ts';
import type { User } from '../users/user.ts';
import { type Books, checkAmount } from './books.ts';
import type { ProductCommandOf } from '../protocol/product-commands.ts';
import type { VoucherStatus } from '../protocol/product-events.ts';
import { ExpiryQueue } from './expiry-queue.ts';
import type { FeeVoucher } from '../users/fee-voucher.ts';
import type { Pools } from './pools.ts';
import { Register, termsOf } from '../users/register.ts';
import type { GrantFeeVoucher } from '../protocol/reward-commands.ts';
import { MARKET_KINDS, type MarketKind } from '../protocol/words.ts';

const PER_USER = 200;
const SYMBOLS_MAX = 1_000;

interface VoucherUse {
  readonly voucher: FeeVoucher;
  readonly amount: number;
}

/** A fee of which a voucher may pay a part; in units of the voucher's coin it is `fee` over `divisor`. */
export interface VoucherFee {
  readonly product: MarketKind;
  readonly symbol: string;
  /** The quote asset. */
  readonly coin: number;
  readonly fee: bigint;
  readonly divisor: bigint;
}

export class FeeVouchers implements SpotFeeCover {
  readonly register = new Register<FeeVoucher>();
  private readonly expiries = new ExpiryQueue();
  /** Uses whose postings are still under way. */
  private readonly spentInFutures: { readonly user: User; readonly use: VoucherUse }[] = [];
  private readonly books: Books;
  private readonly pools: Pools;

  constructor(books: Books, pools: Pools) {
    this.books = books;
    this.pools = pools;
  }

  grant(command: ProductCommandOf<'GrantFeeVoucher'>, timeMs: number): RejectCode | number {
    const { voucherId, uid, coin, amount, ratio, maxPerUse, products, symbols, expiresAtMs } = command;
    const asset = this.books.asset(coin);
    if (asset === undefined) return 'UNKNOWN_ASSET';
    const terms = termsOf(uid, coin, amount, ratio, maxPerUse, products, symbols, expiresAtMs);
    const seen = this.register.seen(voucherId, terms);
    if (seen !== null) return seen === 'REPEAT' ? amount : seen;
    if (!isVoucher(command)) return 'BAD_FIELDS';
    if (expiresAtMs <= timeMs) return 'ALREADY_ENDED';
    const refusal = checkAmount(amount);
    if (refusal !== null) return refusal;
    if (!this.pools.covers('PRIZE_POOL', asset, amount)) return 'POOL_SHORT';
    const user = this.books.ensure(uid);
    if (user === null || user.vouchers.length >= PER_USER || this.register.isFull) return 'LIMIT_REACHED';
    const voucher = {
      id: voucherId,
      terms,
      voucherId,
      uid,
      coin: asset,
      amount,
      left: amount,
      ratio,
      maxPerUse,
      products,
      symbols,
      expiresAtMs,
    };
    this.restore(voucher);
    const place = this.books.named(user, accountOf(voucher), asset);
    this.pools.pay('FEE_VOUCHER_GRANT', voucherId, { pool: 'PRIZE_POOL', asset }, place, amount);
    this.tell(voucher, 'ACTIVE');
    return amount;
  }

  cancel({ voucherId }: ProductCommandOf<'CancelFeeVoucher'>): RejectCode | number {
    const voucher = this.register.living(voucherId);
    if (typeof voucher !== 'string') return this.end(voucher, 'CANCELED');
    const ended = this.register.end(voucherId);
    return ended === undefined ? voucher : ended.ending === 'CANCELED' ? ended.answer : 0;
  }

  /** Ends those whose time has come. */
  expire(timeMs: number): void {
    for (let id = this.expiries.take(timeMs); id !== 0; id = this.expiries.take(timeMs)) {
      const voucher = this.register.find(id);
      if (voucher !== undefined) this.end(voucher, voucher.left < voucher.amount ? 'USED' : 'EXPIRED');
    }
  }

  /** A fill of a spot market: what a voucher pays of the fee goes to the payer's SPOT. In units of quote. */
  payInSpot(
    user: User,
    market: Market,
    fill: { fee: number; isInBase: boolean; ticks: number },
    timeMs: number,
  ): number {
    if (fill.fee <= 0) return 0;
    const { fee, isInBase, ticks } = fill;
    // A lot at one tick is `unit` of quote: what base is worth at the fill's price, exactly.
    const value = isInBase
      ? { fee: BigInt(fee) * BigInt(ticks) * BigInt(market.unit), divisor: BigInt(market.stepSize) }
      : { fee: BigInt(fee), divisor: 1n };
    const { symbol, quote } = market;
    const use = choose(user, { product: 'SPOT', symbol, coin: quote.index, ...value }, timeMs);
    if (use === null) return 0;
    const units = BigInt(use.amount);
    this.books.ledger.post([
      { ...this.books.named(user, accountOf(use.voucher), quote.index), amount: -units },
      { ...this.books.spot(user, quote.index), amount: units },
    ]);
    this.spent(user, use);
    return use.amount;
  }

  /** A fill of a perpetual: what a voucher pays of the fee, and its side of the fill's own posting. */
  payInFutures(
    user: User,
    contract: Contract,
    fee: bigint,
    timeMs: number,
  ): { readonly amount: bigint; readonly postings: readonly Posting[] } {
    const { symbol, settle } = contract;
    const use = choose(user, { product: 'FUTURES', symbol, coin: settle.index, fee, divisor: 1n }, timeMs);
    if (use === null) return { amount: 0n, postings: [] };
    const amount = BigInt(use.amount);
    const postings = [{ ...this.books.named(user, accountOf(use.voucher), settle.index), amount: -amount }];
    this.spentInFutures.push({ user, use });
    use.voucher.left -= use.amount;
    return { amount, postings };
  }

  /** Like `payInFutures`, but in a draft: the amounts spent are kept here, and the vouchers stay unchanged. */
  quotesInFutures(
    ledger: Ledger,
  ): (user: User, contract: Contract, fee: bigint, timeMs: number) => { amount: bigint; postings: readonly Posting[] } {
    const spent = new Map<FeeVoucher, number>();
    const books = this.books.over(ledger);
    const leftOf = (voucher: FeeVoucher): number => voucher.left - (spent.get(voucher) ?? 0);
    return (user, { symbol, settle }, fee, timeMs) => {
      const use = choose(user, { product: 'FUTURES', symbol, coin: settle.index, fee, divisor: 1n }, timeMs, leftOf);
      if (use === null) return { amount: 0n, postings: [] };
      spent.set(use.voucher, (spent.get(use.voucher) ?? 0) + use.amount);
      const amount = BigInt(use.amount);
      return { amount, postings: [{ ...books.named(user, accountOf(use.voucher), settle.index), amount: -amount }] };
    };
  }

  /** At the end of a command, reports the vouchers that fills of perpetuals used, and ends empty ones. */
  sweep(): void {
    if (this.spentInFutures.length === 0) return;
    for (const { user, use } of this.spentInFutures.splice(0)) {
      if (user.vouchers.includes(use.voucher)) this.spent(user, { voucher: use.voucher, amount: 0 });
    }
  }

  /** Also how a restored state gets them; the account is restored by itself. */
  restore(voucher: FeeVoucher): void {
    const user = this.books.users.ensure(voucher.uid);
    this.register.add(voucher);
    this.expiries.add(voucher.expiresAtMs, voucher.id);
    user.vouchers = [...user.vouchers, voucher].sort(byUse);
  }

  private spent(user: User, { voucher, amount }: VoucherUse): void {
    assert(amount <= voucher.left, 'a voucher pays no more than is left of it');
    voucher.left -= amount;
    if (voucher.left > 0) this.tell(voucher, 'ACTIVE');
    else this.forget(user, voucher, 'USED', 0);
  }

  /** Ends a voucher; its remainder goes back to the pool. */
  private end(voucher: FeeVoucher, status: VoucherStatus): number {
    const user = this.books.users.ensure(voucher.uid);
    const { coin, left } = voucher;
    const place = this.books.named(user, accountOf(voucher), coin);
    this.books.move('FEE_VOUCHER_END', voucher.id, place, this.pools.place('PRIZE_POOL', coin), left);
    voucher.left = 0;
    this.forget(user, voucher, status, left);
    return left;
  }

  private forget(user: User, voucher: FeeVoucher, status: VoucherStatus, returned: number): void {
    this.books.ledger.closeAccount(user.index, accountOf(voucher), voucher.coin);
    user.vouchers = user.vouchers.filter((one) => one !== voucher);
    this.register.close(voucher, status, returned);
    this.tell(voucher, status);
  }

  private tell(voucher: FeeVoucher, status: VoucherStatus): void {
    const { uid, voucherId, expiresAtMs } = voucher;
    const amounts = { amount: voucher.amount as Amount, left: voucher.left as Amount };
    const coin = this.books.assetName(voucher.coin);
    const user = this.books.users.ensure(uid);
    this.books.tell(user, { kind: 'FeeVoucherChanged', uid, voucherId, coin, ...amounts, expiresAtMs, status });
  }
}

export function accountOf({ id }: FeeVoucher): string {
  return `FEE_VOUCHER:${id}`;
}

/** One voucher a fill and side: the first that applies. Null if none applies, or its part is less than a unit. */
function choose(
  user: User,
  fee: VoucherFee,
  timeMs: number,
  leftOf: (voucher: FeeVoucher) => number = ({ left }) => left,
): VoucherUse | null {
  const voucher = user.vouchers.find((one) => leftOf(one) > 0 && applies(one, fee, timeMs));
  if (voucher === undefined) return null;
  const amount = voucherPartFloor({
    fee: fee.fee,
    divisor: fee.divisor,
    ratio: BigInt(voucher.ratio),
    left: BigInt(leftOf(voucher)),
    maxPerUse: BigInt(voucher.maxPerUse),
  });
  return amount === 0n ? null : { voucher, amount: Number(amount) };
}

function applies(voucher: FeeVoucher, { product, symbol, coin }: VoucherFee, timeMs: number): boolean {
  if (voucher.coin !== coin || timeMs >= voucher.expiresAtMs || !voucher.products.includes(product)) return false;
  return voucher.symbols.length === 0 || voucher.symbols.includes(symbol);
}

function isVoucher(command: GrantFeeVoucher): boolean {
  const { voucherId, uid, ratio, maxPerUse, products, symbols, expiresAtMs } = command;
  if (!isUid(voucherId) || !isUid(uid) || !isUid(expiresAtMs) || !isUid(ratio) || ratio > RATE_ONE) return false;
  if (!isCount(maxPerUse) || maxPerUse > MAX_UNITS || symbols.length > SYMBOLS_MAX) return false;
  return products.length > 0 && products.length <= 2 && products.every((product) => MARKET_KINDS.includes(product));
}
