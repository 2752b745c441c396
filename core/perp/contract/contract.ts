/** One perpetual contract: its parameters in ticks and lots, its book, its prices and its counters (trading B1). */
import type { Book } from '../../book/book.ts';
import { ChangedLevels } from '../../book/changed-levels.ts';
import { MAX_FEE_RATE, MAX_UNITS, RATE_ONE } from '../../fixed.ts';
import { MAX_LEVERAGE, MAX_TIERS } from '../../formulas/order-limits.ts';
import { fundingCapOf } from '../../formulas/perp/funding.ts';
import { type Tier, tiersOf, tierUnits, type TierUnits } from '../../formulas/perp/tiers.ts';
import { gridOf, type Grid } from '../../formulas/scale.ts';
import { HOUR_MS } from '../../protocol/durations.ts';
import type { ContractParameters } from '../../protocol/perp-commands.ts';
import type { LadderBook } from '../../book/ladder-book.ts';
import type { ContractRecord } from './contract-record.ts';
import { StopTable } from './stop-table.ts';
import { type ContractStatus, PERP_STP_MODES, STP_MODES } from '../../protocol/words.ts';

/** Scale of the settlement asset and of every quantity. */
export const PERP_SCALE = 8;

/** A price between bid and ask less the index, doubled so that halves stay whole, and when it was seen. */
export interface BasisSample {
  readonly timeMs: number;
  readonly doubled: bigint;
}

/** What all contracts of one machine note together. */
export interface SharedByContracts {
  /** Those with levels that changed since the last depth report. */
  readonly untold: Contract[];
  /** How often any of them got another mark or other parameters. */
  valuations: number;
  /** Contracts of which the kernel does not know which prints are quiet. */
  readonly unquiet: Set<Contract>;
}

export class Contract {
  readonly index: number;
  readonly symbol: string;
  readonly base: string;
  readonly settle: { readonly name: string; readonly index: number };
  parameters: ContractParameters;
  /** Version of the parameters: rises with each change. */
  version = 1;
  readonly book: Book;
  readonly tickSize: number;
  readonly stepSize: number;
  /** Settlement units of one lot at one tick. */
  readonly unit: number;
  readonly maxLots: number;
  readonly tick: bigint;
  readonly step: bigint;
  tiers: readonly Tier[] = [];
  tiersInUnits: readonly TierUnits[] = [];
  fundingCap = 0n;
  /** Of the funding interval that runs; another one begins with the next (trading B10). */
  intervalHours = 0;
  defaultStpMode = 0;
  readonly stops = new StopTable();

  private ownStatus: ContractStatus = 'OPEN';
  private ownFrozen = false;
  private ownLastTicks = 0;
  private ownLastTradeId = 0;
  private ownUpdateId = 0;
  /** What the kernel knows of it; null of one that it does not know. */
  private record: ContractRecord | null = null;
  /** The mark in numbers, which every order asks for: exact up to 2^53 - 1, and its whole ticks. */
  markUnits = 0;
  markTicks = 0;
  indexPrice = 0n;
  indexTimeMs = 0;
  basis: BasisSample[] = [];
  /** Minute samples of the running interval, null where the book was too thin. */
  premiums: (bigint | null)[] = [];
  lastPremiumMinute = 0;
  lastFundingRate = 0n;
  nextFundingMs = 0;
  /** Since the last depth report. */
  readonly changedLevels = new ChangedLevels();
  readonly shared: SharedByContracts;
  /** Which valuation of them all gave it its present mark and rates: what was computed from these holds while this is the same. */
  valuation = 0;
  /** Indexes of the accounts with a position in it, in order of their first one. */
  readonly holders = new Set<number>();
  private ownOpenUnits = 0;
  private exactOpen = 0n;
  private exactMark = 0n;

  constructor(
    index: number,
    names: { symbol: string; base: string; settle: { name: string; index: number } },
    parameters: ContractParameters,
    grid: Grid,
    book: Book,
    shared: SharedByContracts,
  ) {
    this.shared = shared;
    this.index = index;
    this.symbol = names.symbol;
    this.base = names.base;
    this.settle = names.settle;
    this.parameters = parameters;
    this.book = book;
    this.tickSize = grid.tickSize;
    this.stepSize = grid.stepSize;
    this.unit = grid.unit;
    this.maxLots = Math.floor(MAX_UNITS / grid.stepSize);
    this.tick = BigInt(grid.tickSize);
    this.step = BigInt(grid.stepSize);
    this.change(parameters, 1);
  }

  /** Other parameters over the same grid; the caller has checked them. A funding interval that runs ends as it began. */
  change(parameters: ContractParameters, version: number): void {
    this.parameters = parameters;
    this.version = version;
    this.tiers = tiersOf(parameters);
    this.tiersInUnits = tierUnits(this.tiers);
    this.fundingCap = fundingCapOf(BigInt(parameters.fundingCap), this.tiers[0].rate);
    if (this.nextFundingMs === 0) this.intervalHours = parameters.fundingIntervalHours;
    this.defaultStpMode = STP_MODES.indexOf(parameters.defaultStpMode);
    this.valuation = this.shared.valuations += 1;
    this.record?.writeLimits(this);
    this.record?.writeState(this);
  }

  /** Lets the kernel carry out orders of it, over this book. */
  enterKernel(record: ContractRecord, book: LadderBook): void {
    record.writeGrid(this, book);
    record.writeLimits(this);
    record.writeState(this);
    this.record = record;
    this.stops.onChange = () => {
      record.setQuiet(0, 0);
      this.shared.unquiet.add(this);
    };
    this.stops.onChange();
  }

  /** Tells the kernel which prints are quiet. */
  renewQuiet(): void {
    const { above, below } = this.stops.quietPrints(this.tick, this.mark, this.indexPrice);
    this.record?.setQuiet(above, below);
  }

  get status(): ContractStatus {
    return this.ownStatus;
  }
  set status(status: ContractStatus) {
    this.ownStatus = status;
    this.record?.writeState(this);
  }

  /** The index failed for too long: cancel only, until it is back (trading B8.6). */
  get isFrozen(): boolean {
    return this.ownFrozen;
  }
  set isFrozen(isFrozen: boolean) {
    this.ownFrozen = isFrozen;
    this.record?.writeState(this);
  }

  /** Ticks of the last trade; 0 before the first. */
  get lastTicks(): number {
    return this.record === null ? this.ownLastTicks : this.record.lastTicks;
  }
  set lastTicks(ticks: number) {
    if (this.record === null) this.ownLastTicks = ticks;
    else this.record.lastTicks = ticks;
  }

  /** The number of the last trade. */
  get lastTradeId(): number {
    return this.record === null ? this.ownLastTradeId : this.record.lastTradeId;
  }
  set lastTradeId(id: number) {
    if (this.record === null) this.ownLastTradeId = id;
    else this.record.lastTradeId = id;
  }

  /** The row of the ledger of its clearing account, in which the kernel books too. */
  setClearingRow(row: number): void {
    this.record?.setClearingRow(row);
  }

  /** Places of texts in what this turn tells. */
  setTexts(turn: number, name: number, wallet: number): void {
    this.record?.setTexts(turn, name, wallet);
  }

  /** Counts every change of a level. */
  get updateId(): number {
    return this.record === null ? this.ownUpdateId : this.record.updateId;
  }
  set updateId(id: number) {
    if (this.record === null) this.ownUpdateId = id;
    else this.record.updateId = id;
  }

  /** Quantity of all longs, which is that of all shorts. */
  get openQuantity(): bigint {
    // Fills of the kernel change it, as long as a double holds it.
    const { openUnits } = this;
    if (openUnits !== Number(this.exactOpen)) this.exactOpen = BigInt(openUnits);
    return this.exactOpen;
  }
  set openQuantity(quantity: bigint) {
    this.exactOpen = quantity;
    if (this.record === null) this.ownOpenUnits = Number(quantity);
    else this.record.openUnits = Number(quantity);
  }
  /** The same in numbers, which every order asks for: exact up to 2^53 - 1. */
  get openUnits(): number {
    return this.record === null ? this.ownOpenUnits : this.record.openUnits;
  }

  /** 0 before the first tick of the index. */
  get mark(): bigint {
    return this.exactMark;
  }
  set mark(mark: bigint) {
    if (mark === this.exactMark) return;
    this.exactMark = mark;
    this.markUnits = Number(mark);
    this.markTicks = Number(mark / this.tick);
    this.valuation = this.shared.valuations += 1;
    this.record?.writeState(this);
  }

  get intervalMs(): number {
    return this.intervalHours * HOUR_MS;
  }

  /** The interval has been settled: the next one begins. */
  beginInterval(timeMs: number): void {
    this.premiums = [];
    this.intervalHours = this.parameters.fundingIntervalHours;
    this.nextFundingMs = nextFundingAfter(this, timeMs);
  }

  touchLevel(key: number): void {
    if (this.changedLevels.count === 0) this.shared.untold.push(this);
    this.changedLevels.note(key);
  }

  priceOf(ticks: number): bigint {
    return BigInt(ticks) * this.tick;
  }
  quantityOf(lots: number): bigint {
    return BigInt(lots) * this.step;
  }
  lotsOf(quantity: bigint): number {
    return Number(quantity / this.step);
  }
}

/** The grid of a valid configuration, or null (trading 0.2, B1, B2). */
export function validContract(p: ContractParameters): Grid | null {
  const counts = [
    p.minQuantity,
    p.minNotional,
    p.maxLimitQuantity,
    p.maxMarketQuantity,
    p.liquidationFeeRate,
    p.fundingCap,
    p.impactNotional,
    p.priceProtectScope,
    p.maxSellPriceOffset,
    p.openInterestCap,
    p.maxOpenOrders,
    p.maxStopOrders,
    p.maxAmends,
  ];
  if (!counts.every((value) => Number.isSafeInteger(value) && value >= 0)) return null;
  // Without a bound a market order would have no price to be margined at (trading B5).
  if (
    p.priceProtectScope === 0 ||
    p.priceProtectScope >= RATE_ONE ||
    p.liquidationFeeRate > MAX_FEE_RATE ||
    p.fundingCap >= RATE_ONE
  )
    return null;
  if (!Number.isSafeInteger(p.interestRate) || Math.abs(p.interestRate) >= RATE_ONE) return null;
  if (!Number.isSafeInteger(p.minBuyPriceOffset) || p.minBuyPriceOffset > 0 || p.minBuyPriceOffset <= -RATE_ONE)
    return null;
  if (!Number.isSafeInteger(p.takerFeeRate) || p.takerFeeRate < 0 || p.takerFeeRate > MAX_FEE_RATE) return null;
  if (!Number.isSafeInteger(p.makerFeeRate) || p.makerFeeRate > MAX_FEE_RATE || p.makerFeeRate < -p.takerFeeRate)
    return null;
  if (!isWholeIn(p.fundingIntervalHours, 1, 24) || 24 % p.fundingIntervalHours !== 0) return null;
  if (!isWholeIn(p.leverageMin, 1, MAX_LEVERAGE) || !isWholeIn(p.leverageMax, p.leverageMin, MAX_LEVERAGE)) return null;
  if (!isWholeIn(p.leverageDefault, p.leverageMin, p.leverageMax)) return null;
  // Every mode prevents self-trades: in a perpetual one account would hold both sides of them (trading B7, C4.4).
  const modes: readonly string[] = PERP_STP_MODES;
  if (!modes.includes(p.defaultStpMode) || !areTiers(p)) return null;
  return gridOf(p.tickSize, p.stepSize, PERP_SCALE, PERP_SCALE);
}

/** Caps and maintenance rates rise, leverage falls, and no tier liquidates what its leverage just opened. */
function areTiers({ tiers, leverageMax }: ContractParameters): boolean {
  if (tiers.length === 0 || tiers.length > MAX_TIERS) return false;
  return tiers.every(({ cap, maxLeverage, rate }, at) => {
    if (!isWholeIn(maxLeverage, 1, at === 0 ? leverageMax : tiers[at - 1].maxLeverage)) return false;
    if (!isWholeIn(rate, at === 0 ? 1 : tiers[at - 1].rate, RATE_ONE - 1) || rate * maxLeverage >= RATE_ONE)
      return false;
    return isWholeIn(cap, at === 0 ? 1 : tiers[at - 1].cap + 1, MAX_UNITS);
  });
}

function isWholeIn(value: number, low: number, high: number): boolean {
  return Number.isSafeInteger(value) && value >= low && value <= high;
}

/** The first end of a funding interval after this time: whole intervals from 00:00 UTC (trading B10). */
export function nextFundingAfter(contract: Contract, timeMs: number): number {
  return (Math.floor(timeMs / contract.intervalMs) + 1) * contract.intervalMs;
}
