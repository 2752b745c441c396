/** What the kernel knows of a market: its grid, its limits, the bounds around its price, its book and where its fees go (core/kernel/layout.ts). */
import type { LadderBook } from '../book/ladder-book.ts';
import { BookRecord } from '../kernel/book-record.ts';
import * as layout from '../kernel/layout.ts';
import type { Bytes } from '../kernel/memory.ts';
import type { MarketParameters } from '../protocol/commands.ts';
import { STP_MODES } from '../protocol/words.ts';

/** Rows of HOUSE_FEE in the ledger. */
export interface HouseRows {
  readonly base: number;
  readonly quote: number;
}

/** The bounds around one reference price, for the checks of trading A4.5 and A4.6; computed once per price. */
export interface PriceBounds {
  reference: number;
  /** Passive side. */
  lowestBuy: number;
  highestSell: number;
  /** Aggressive side. */
  highestBuy: number;
  lowestSell: number;
}

/** What never changes of a market (market.ts). */
interface MarketGrid {
  readonly index: number;
  readonly base: { readonly index: number };
  readonly quote: { readonly index: number };
  readonly tickSize: number;
  readonly stepSize: number;
  readonly unit: number;
  readonly maxLots: number;
}

export class MarketRecord extends BookRecord {
  constructor(memory: Bytes) {
    super(memory, layout.MARKET_BYTES);
  }

  /** The price around which the bounds are that it has. */
  get reference(): number {
    return this.doubles[layout.REFERENCE >> 3];
  }

  /** Whether the kernel may carry out commands that follow each other without the core. */
  setOpen(isOpen: boolean): void {
    this.ints[layout.IS_OPEN >> 2] = isOpen ? 1 : 0;
  }

  /** Places of texts in what this turn tells. */
  setTexts(turn: number, name: number, base: number, quote: number): void {
    const { ints } = this;
    ints[layout.TEXTS_TURN >> 2] = turn;
    ints[layout.NAME_TEXT >> 2] = name;
    ints[layout.BASE_TEXT >> 2] = base;
    ints[layout.QUOTE_TEXT >> 2] = quote;
  }

  /** Its symbol: letters below 128, 32 at most. */
  writeName(symbol: string): void {
    this.ints[layout.SYMBOL_LENGTH >> 2] = symbol.length;
    this.bytes.set(
      Array.from(symbol, (letter) => letter.charCodeAt(0)),
      layout.SYMBOL,
    );
  }

  writeGrid(market: MarketGrid, book: LadderBook, rows: HouseRows): void {
    const { doubles, ints } = this;
    doubles[layout.TICK_SIZE >> 3] = market.tickSize;
    doubles[layout.STEP_SIZE >> 3] = market.stepSize;
    doubles[layout.UNIT >> 3] = market.unit;
    doubles[layout.MAX_LOTS >> 3] = market.maxLots;
    ints[layout.BIDS >> 2] = book.bids.address;
    ints[layout.ASKS >> 2] = book.asks.address;
    ints[layout.BASE_HOUSE_ROW >> 2] = rows.base;
    ints[layout.QUOTE_HOUSE_ROW >> 2] = rows.quote;
    ints[layout.MARKET_INDEX >> 2] = market.index;
    ints[layout.BASE_ASSET >> 2] = market.base.index;
    ints[layout.QUOTE_ASSET >> 2] = market.quote.index;
  }

  writeLimits(parameters: MarketParameters): void {
    const { doubles } = this;
    doubles[layout.MIN_PRICE >> 3] = parameters.minPrice;
    doubles[layout.MAX_PRICE >> 3] = parameters.maxPrice;
    doubles[layout.MIN_VOLUME >> 3] = parameters.minVolume;
    doubles[layout.MAX_VOLUME >> 3] = parameters.maxVolume;
    doubles[layout.MIN_AMOUNT >> 3] = parameters.minAmount;
    doubles[layout.MAX_AMOUNT >> 3] = parameters.maxAmount;
    doubles[layout.MAX_LIMIT_AMOUNT >> 3] = parameters.maxLimitOrderAmount;
    doubles[layout.MAX_AMENDS >> 3] = parameters.maxAmends;
    doubles[layout.MAX_OPEN_ORDERS >> 3] = parameters.maxOpenOrders;
    doubles[layout.MIN_BUY_OFFSET >> 3] = parameters.minBuyPriceOffset;
    doubles[layout.MAX_SELL_OFFSET >> 3] = parameters.maxSellPriceOffset;
    doubles[layout.PROTECT_SCOPE >> 3] = parameters.priceProtectScope;
    doubles[layout.MAKER_RATE >> 3] = parameters.makerFeeRate;
    doubles[layout.TAKER_RATE >> 3] = parameters.takerFeeRate;
    doubles[layout.OPEN_TICKS >> 3] = parameters.openPrice / parameters.tickSize;
    this.ints[layout.DEFAULT_STP >> 2] = STP_MODES.indexOf(parameters.defaultStpMode);
  }

  writeBounds({ reference, lowestBuy, highestSell, highestBuy, lowestSell }: Readonly<PriceBounds>): void {
    const { doubles } = this;
    doubles[layout.REFERENCE >> 3] = reference;
    doubles[layout.LOWEST_BUY >> 3] = lowestBuy;
    doubles[layout.HIGHEST_SELL >> 3] = highestSell;
    doubles[layout.HIGHEST_BUY >> 3] = highestBuy;
    doubles[layout.LOWEST_SELL >> 3] = lowestSell;
  }
}
