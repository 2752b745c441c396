/** What the kernel knows of a contract: its grid, its limits, its book, its mark and what changes with trades (core/kernel/layout.ts, perp-layout.ts). */
import type { LadderBook } from '../../book/ladder-book.ts';
import { MAX_UNITS } from '../../fixed.ts';
import type { TierUnits } from '../../formulas/perp/tiers.ts';
import { BookRecord } from '../../kernel/book-record.ts';
import * as layout from '../../kernel/layout.ts';
import type { Bytes } from '../../kernel/memory.ts';
import * as perp from '../../kernel/perp-layout.ts';
import type { ContractParameters } from '../../protocol/perp-commands.ts';
import { STP_MODES } from '../../protocol/words.ts';

/** What of a contract is written here (contract.ts). */
interface Recorded {
  readonly index: number;
  readonly symbol: string;
  readonly settle: { readonly index: number };
  readonly tickSize: number;
  readonly stepSize: number;
  readonly unit: number;
  readonly maxLots: number;
  readonly parameters: ContractParameters;
  readonly tiersInUnits: readonly TierUnits[];
  readonly status: string;
  readonly isFrozen: boolean;
  readonly markUnits: number;
  readonly markTicks: number;
  readonly valuation: number;
}

export class ContractRecord extends BookRecord {
  constructor(memory: Bytes) {
    super(memory, perp.CONTRACT_BYTES);
  }

  /** The open quantity, which fills change, the core's and the kernel's. */
  get openUnits(): number {
    return this.doubles[perp.OPEN_UNITS >> 3];
  }
  set openUnits(units: number) {
    this.doubles[perp.OPEN_UNITS >> 3] = units;
  }

  /** Places of texts in what this turn tells: its symbol, and the name of the wallet. */
  setTexts(turn: number, name: number, wallet: number): void {
    const { ints } = this;
    ints[layout.TEXTS_TURN >> 2] = turn;
    ints[layout.NAME_TEXT >> 2] = name;
    ints[layout.BASE_TEXT >> 2] = wallet;
  }

  /** What never changes of it. */
  writeGrid(contract: Recorded, book: LadderBook): void {
    const { doubles, ints } = this;
    doubles[layout.TICK_SIZE >> 3] = contract.tickSize;
    doubles[layout.STEP_SIZE >> 3] = contract.stepSize;
    doubles[layout.UNIT >> 3] = contract.unit;
    doubles[layout.MAX_LOTS >> 3] = contract.maxLots;
    ints[layout.BIDS >> 2] = book.bids.address;
    ints[layout.ASKS >> 2] = book.asks.address;
    ints[layout.MARKET_INDEX >> 2] = contract.index;
    ints[layout.BASE_ASSET >> 2] = contract.settle.index;
    ints[layout.QUOTE_ASSET >> 2] = contract.settle.index;
    ints[layout.IS_CONTRACT >> 2] = 1;
    ints[layout.SYMBOL_LENGTH >> 2] = contract.symbol.length;
    this.bytes.set(
      Array.from(contract.symbol, (letter) => letter.charCodeAt(0)),
      layout.SYMBOL,
    );
  }

  writeLimits({ parameters, tiersInUnits }: Recorded): void {
    const { doubles, ints } = this;
    doubles[perp.MIN_QUANTITY >> 3] = parameters.minQuantity;
    doubles[perp.MAX_LIMIT_QUANTITY >> 3] = parameters.maxLimitQuantity;
    doubles[perp.MIN_NOTIONAL >> 3] = parameters.minNotional;
    doubles[perp.OPEN_INTEREST_CAP >> 3] = parameters.openInterestCap;
    doubles[layout.MAX_AMENDS >> 3] = parameters.maxAmends;
    doubles[layout.MAX_OPEN_ORDERS >> 3] = parameters.maxOpenOrders;
    doubles[layout.MIN_BUY_OFFSET >> 3] = parameters.minBuyPriceOffset;
    doubles[layout.MAX_SELL_OFFSET >> 3] = parameters.maxSellPriceOffset;
    doubles[layout.PROTECT_SCOPE >> 3] = parameters.priceProtectScope;
    doubles[layout.TAKER_RATE >> 3] = parameters.takerFeeRate;
    doubles[layout.MAKER_RATE >> 3] = parameters.makerFeeRate;
    ints[layout.DEFAULT_STP >> 2] = STP_MODES.indexOf(parameters.defaultStpMode);
    doubles[perp.LEVERAGE_DEFAULT >> 3] = parameters.leverageDefault;
    // Bounds around prices are to be computed anew.
    doubles[layout.REFERENCE >> 3] = 0;
    doubles[perp.BOUND_MARK >> 3] = 0;
    ints[perp.TIER_COUNT >> 2] = tiersInUnits.length;
    tiersInUnits.forEach(({ cap, maxLeverage, rate, deduction }, place) => {
      const at = (perp.TIERS + place * perp.TIER_BYTES) >> 3;
      doubles[at + (perp.TIER_CAP >> 3)] = cap;
      doubles[at + (perp.TIER_LEVERAGE >> 3)] = maxLeverage;
      doubles[at + (perp.TIER_RATE >> 3)] = rate;
      doubles[at + (perp.TIER_DEDUCTION >> 3)] = deduction;
    });
  }

  /** What commands change. */
  writeState(contract: Recorded): void {
    const { doubles, ints } = this;
    const { status, isFrozen, markUnits } = contract;
    const isOpen = status === 'OPEN' && !isFrozen && markUnits > 0 && markUnits <= MAX_UNITS;
    ints[layout.IS_OPEN >> 2] = isOpen ? 1 : 0;
    doubles[perp.MARK_UNITS >> 3] = markUnits;
    doubles[perp.MARK_TICKS >> 3] = contract.markTicks;
    doubles[perp.VALUATION >> 3] = contract.valuation;
  }

  /** Rows of the ledger: of HOUSE_FEE, and of the clearing account. */
  setFeeRow(row: number): void {
    this.ints[perp.FEE_ROW >> 2] = row;
  }
  setClearingRow(row: number): void {
    this.ints[perp.CLEARING_ROW >> 2] = row;
  }
}
