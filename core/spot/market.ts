/** One spot market: its parameters in ticks and lots, its book and its counters. */
import type { Book } from '../book/book.ts';
import type { LadderBook } from '../book/ladder-book.ts';
import { ChangedLevels } from '../book/changed-levels.ts';
import type { MarketParameters } from '../protocol/commands.ts';
import { MAX_FEE_RATE, MAX_UNITS, RATE_ONE } from '../fixed.ts';
import { MAX_CONDITIONAL, MAX_ICEBERG, MAX_TICKS } from '../formulas/order-limits.ts';
import { ceilShift, floorShift } from '../formulas/price-bounds.ts';
import { gridOf, type Grid } from '../formulas/scale.ts';
import type { Triggers } from './triggers.ts';
import { type MarketStatus, STP_MODES } from '../protocol/words.ts';
import type { HouseRows, MarketRecord, PriceBounds } from './market-record.ts';

interface MarketAsset {
  readonly name: string;
  readonly index: number;
  readonly scale: number;
}

/** Before any price is known: every price keeps them. */
const NO_BOUNDS: Readonly<PriceBounds> = {
  reference: 0,
  lowestBuy: 0,
  highestSell: Infinity,
  highestBuy: Infinity,
  lowestSell: 0,
};

export class Market {
  readonly index: number;
  readonly symbol: string;
  readonly base: MarketAsset;
  readonly quote: MarketAsset;
  parameters: MarketParameters;
  /** Of the parameters: rises with each change. */
  version = 1;
  readonly book: Book;
  readonly tickSize: number;
  readonly stepSize: number;
  readonly unit: number;
  /** More lots than this would pass 2^53 - 1 base units. */
  readonly maxLots: number;
  /** What the kernel knows of it, and changes. */
  private readonly record: MarketRecord;
  /** Does the kernel work on its book? */
  private isKernels = false;
  feeInQuote = false;
  /** Rate for which a buy in QUOTE mode reserves fees (trading A5.2). */
  reserveRate = 0;
  makerRate = 0;
  takerRate = 0;
  defaultStpMode = 0;
  /** Trading A4.8; 0 for no limit. */
  maxConditional = 0;
  maxIceberg = 0;
  readonly triggers: Triggers;
  private openTicks = 0;
  private readonly bounds: PriceBounds = { ...NO_BOUNDS };
  /** The same around the trigger prices of dormant orders: apart, so that the last price's stay computed. */
  private readonly triggerBounds: PriceBounds = { ...this.bounds };

  private ownStatus: MarketStatus = 'TRADING';
  /** Where MAINTENANCE leads back to. */
  statusBefore: MarketStatus = 'TRADING';
  /** When POST_ONLY ends by itself; 0 otherwise. */
  statusUntilMs = 0;
  /** Until then no market orders (trading A8); 0 for a market that was open from the start. */
  protectUntilMs = 0;
  /** Since the last depth report. */
  readonly changedLevels = new ChangedLevels();

  constructor(
    index: number,
    symbol: string,
    base: MarketAsset,
    quote: MarketAsset,
    parameters: MarketParameters,
    grid: Grid,
    book: Book,
    triggers: Triggers,
    record: MarketRecord,
  ) {
    this.record = record;
    this.index = index;
    this.symbol = symbol;
    this.base = base;
    this.quote = quote;
    this.parameters = parameters;
    this.book = book;
    this.triggers = triggers;
    this.tickSize = grid.tickSize;
    this.stepSize = grid.stepSize;
    this.unit = grid.unit;
    this.maxLots = Math.floor(MAX_UNITS / grid.stepSize);
    this.change(parameters, 1);
  }

  /** Other parameters over the same grid; the caller has checked them, and looks after the open orders. */
  change(parameters: MarketParameters, version: number): void {
    this.parameters = parameters;
    this.version = version;
    this.maxConditional = parameters.maxConditional ?? MAX_CONDITIONAL;
    this.maxIceberg = parameters.maxIceberg ?? MAX_ICEBERG;
    this.feeInQuote = parameters.feeMode === 'QUOTE';
    this.makerRate = parameters.makerFeeRate;
    this.takerRate = parameters.takerFeeRate;
    this.reserveRate = Math.max(this.makerRate, this.takerRate);
    this.defaultStpMode = STP_MODES.indexOf(parameters.defaultStpMode);
    this.openTicks = parameters.openPrice / this.tickSize;
    Object.assign(this.bounds, NO_BOUNDS);
    this.triggerBounds.reference = 0;
    this.record.writeLimits(parameters);
    this.record.writeBounds(this.bounds);
    this.tellKernel();
    const opensLater =
      this.status === 'PRE_OPEN' || (this.status === 'MAINTENANCE' && this.statusBefore === 'PRE_OPEN');
    if (opensLater) this.protectUntilMs = parameters.openTimeMs + parameters.openProtectMs;
  }

  get lastTicks(): number {
    return this.record.lastTicks;
  }
  set lastTicks(ticks: number) {
    this.record.lastTicks = ticks;
  }
  get lastTradeId(): number {
    return this.record.lastTradeId;
  }
  set lastTradeId(id: number) {
    this.record.lastTradeId = id;
  }
  get updateId(): number {
    return this.record.updateId;
  }
  set updateId(id: number) {
    this.record.updateId = id;
  }

  get status(): MarketStatus {
    return this.ownStatus;
  }
  set status(status: MarketStatus) {
    this.ownStatus = status;
    this.tellKernel();
  }

  /** From here on the kernel works on its book. */
  enterKernel(book: LadderBook, rows: HouseRows): void {
    this.record.writeGrid(this, book, rows);
    this.record.writeName(this.symbol);
    this.isKernels = true;
    this.tellKernel();
  }

  private tellKernel(): void {
    this.record.setOpen(this.isPlain && this.makerRate >= 0);
  }

  /** Are its orders such as the kernel knows? */
  private get isPlain(): boolean {
    return this.isKernels && !this.feeInQuote && this.status === 'TRADING';
  }

  /** The address of its record, with the bounds of now, for a command that the kernel may carry out; 0 for one that is the core's. */
  kernelAddress(): number {
    if (!this.isPlain) return 0;
    const { referenceTicks } = this;
    // The kernel renews them too.
    if (referenceTicks !== this.record.reference)
      this.record.writeBounds(this.boundsAround(referenceTicks, this.bounds));
    return this.record.address;
  }

  /** Ticks of the last trade, else of the open price, else 0: then checks against it are skipped (trading A4.7). */
  get referenceTicks(): number {
    const { lastTicks } = this;
    return lastTicks !== 0 ? lastTicks : this.openTicks;
  }

  /** Places of its texts in what this turn tells (EventWriter). */
  setTexts(turn: number, name: number, base: number, quote: number): void {
    this.record.setTexts(turn, name, base, quote);
  }

  touchLevel(key: number): void {
    this.changedLevels.note(key);
  }

  priceBounds(): Readonly<PriceBounds> | null {
    const reference = this.referenceTicks;
    return reference === 0 ? null : this.boundsAround(reference, this.bounds);
  }

  /** A dormant order's limit is tested against its own trigger price (trading A4.7). */
  priceBoundsAround(reference: number): Readonly<PriceBounds> {
    return this.boundsAround(reference, this.triggerBounds);
  }

  private boundsAround(reference: number, bounds: PriceBounds): PriceBounds {
    if (bounds.reference === reference) return bounds;
    const { parameters } = this;
    const { minBuyPriceOffset, maxSellPriceOffset, priceProtectScope } = parameters;
    bounds.reference = reference;
    bounds.lowestBuy = minBuyPriceOffset === 0 ? 0 : ceilShift(reference, minBuyPriceOffset);
    bounds.highestSell = maxSellPriceOffset === 0 ? Infinity : floorShift(reference, maxSellPriceOffset);
    bounds.highestBuy = priceProtectScope === 0 ? Infinity : floorShift(reference, priceProtectScope);
    bounds.lowestSell = priceProtectScope === 0 ? 0 : ceilShift(reference, -priceProtectScope);
    return bounds;
  }
}

/** The grid of a valid configuration, or null (trading 0.2, A4). */
export function validGrid(parameters: MarketParameters, baseScale: number, quoteScale: number): Grid | null {
  const p = parameters;
  const counts = [
    p.minPrice,
    p.maxPrice,
    p.minVolume,
    p.maxVolume,
    p.minAmount,
    p.maxAmount,
    p.maxLimitOrderAmount,
    p.maxMarketOrderAmount,
    p.maxSellPriceOffset,
    p.priceProtectScope,
    p.maxSlippage,
    p.premiumFactor,
    p.openPrice,
    p.openTimeMs,
    p.openProtectMs,
    p.takerFeeRate,
    p.maxOpenOrders,
    p.maxAmends,
    p.maxConditional ?? MAX_CONDITIONAL,
    p.maxIceberg ?? MAX_ICEBERG,
  ];
  if (!counts.every((value) => Number.isSafeInteger(value) && value >= 0)) return null;
  if (!Number.isSafeInteger(p.minBuyPriceOffset) || p.minBuyPriceOffset > 0 || p.minBuyPriceOffset <= -RATE_ONE)
    return null;
  if (p.priceProtectScope >= RATE_ONE || p.maxSlippage >= RATE_ONE) return null;
  if (p.takerFeeRate > MAX_FEE_RATE || !Number.isSafeInteger(p.makerFeeRate)) return null;
  if (p.makerFeeRate > MAX_FEE_RATE || p.makerFeeRate < -p.takerFeeRate) return null;
  if (p.feeMode !== 'RECEIVED' && p.feeMode !== 'QUOTE') return null;
  if (!STP_MODES.includes(p.defaultStpMode)) return null;
  if (p.maxPrice !== 0 && p.maxPrice < p.minPrice) return null;
  if (p.maxVolume !== 0 && p.maxVolume < p.minVolume) return null;
  const grid = gridOf(p.tickSize, p.stepSize, baseScale, quoteScale);
  if (grid === null || p.openPrice % p.tickSize !== 0 || p.openPrice / p.tickSize > MAX_TICKS) return null;
  return grid;
}
