/**
 * Makes the events that rows stand for (core/protocol/event-rows.ts), in their order. The order of an event's fields stays what it is: hashes of
 * old events hang on it (core/codec/format-1.test.ts).
 */
import {
  hasTerms,
  isReduceOnly,
  LIMIT_TYPE,
  orderTypeOf,
  originOf,
  positionSideOf,
  reasonOf,
  sideOf,
  statusOf,
  stpModeOf,
  timeInForceOf,
  typeOf,
} from '../book/order-pool.ts';
import type { Amount, Price } from '../fixed.ts';
import { balanceOfLimbs } from '../ledger/limbs.ts';
import * as row from '../protocol/event-rows.ts';
import type { EventRows } from '../protocol/event-rows.ts';
import type { CoreEvent, EndReason, EventBody } from '../protocol/events.ts';
import type { MarginWallet } from '../protocol/perp-commands.ts';
import {
  END_REASONS,
  ORDER_CHANGED_CAUSES,
  ORDER_ORIGINS,
  ORDER_STATUSES,
  ORDER_TYPES,
  POSITION_SIDES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
} from '../protocol/words.ts';
import { unpackEach } from './unpack-events.ts';
import { orderRowLength } from './write-rows.ts';

type Trade = Extract<EventBody, { kind: 'Traded' }>;

/** All events of these rows, in order. */
export function unpackEvents(told: readonly EventRows[]): readonly CoreEvent[] {
  const events: CoreEvent[] = [];
  for (const rows of told) unpackRows(rows, rows.numbers.length, (event) => void events.push(event));
  return events;
}

/** Hands over the events of the first `length` numbers one by one. Throws where a pack among them is read too late (`unpackEach`). */
export function unpackRows(rows: EventRows, length: number, emit: (event: CoreEvent) => void): void {
  new RowReader(rows).run(length, emit);
}

class RowReader {
  private readonly numbers: Float64Array;
  private readonly rows: EventRows;
  private seq = 0;
  private timeMs = 0;

  constructor(rows: EventRows) {
    this.rows = rows;
    this.numbers = rows.numbers;
  }

  run(length: number, emit: (event: CoreEvent) => void): void {
    const { numbers } = this;
    const { objects } = this.rows;
    let nextObject = 0;
    for (let at = 0; at < length; at += rowLength(numbers, at)) {
      const kind = numbers[at];
      if (kind === row.COMMAND) {
        this.seq = numbers[at + row.COMMAND_SEQ];
        this.timeMs = numbers[at + row.COMMAND_TIME];
      } else if (kind === row.OBJECT) unpackEach(objects[nextObject++], emit);
      else emit(this.event(kind, at));
    }
  }

  private event(kind: number, at: number): CoreEvent {
    switch (kind) {
      case row.ORDER:
        return this.order(at);
      case row.TRADE:
        return this.trade(at);
      case row.BALANCE:
        return this.balance(at);
      case row.DEPTH:
        return this.depth(at);
      case row.PERP_ORDER:
        return this.perpOrder(at);
      default:
        // Its length is not known either: nothing after it can be read.
        throw new Error(`a row of events is of no known kind: ${kind}`);
    }
  }

  private text(at: number): string {
    return this.rows.texts[this.numbers[at]];
  }

  private order(at: number): CoreEvent {
    const { numbers } = this;
    const flags = numbers[at + row.ORDER_FLAGS];
    const terms = hasTerms(flags) ? at + row.ORDER_ROW : -1;
    return {
      kind: 'OrderChanged',
      cause: ORDER_CHANGED_CAUSES[numbers[at + row.ORDER_CAUSE]],
      userSeq: numbers[at + row.ORDER_USER_SEQ],
      orderId: numbers[at + row.ORDER_ID],
      uid: numbers[at + row.ORDER_UID],
      symbol: this.text(at + row.ORDER_SYMBOL_TEXT),
      side: SIDES[sideOf(flags)],
      type: ORDER_TYPES[orderTypeOf(flags)],
      timeInForce: TIMES_IN_FORCE[timeInForceOf(flags)],
      price: numbers[at + row.ORDER_PRICE] as Price,
      quantity: numbers[at + row.ORDER_QUANTITY] as Amount,
      quoteAmount: numbers[at + row.ORDER_QUOTE_AMOUNT] as Amount,
      filledQuantity: numbers[at + row.ORDER_FILLED_QUANTITY] as Amount,
      filledAmount: numbers[at + row.ORDER_FILLED_AMOUNT] as Amount,
      preventedQuantity: numbers[at + row.ORDER_PREVENTED_QUANTITY] as Amount,
      stpMode: STP_MODES[stpModeOf(flags)],
      clientOrderId: this.text(at + row.ORDER_CLIENT_TEXT),
      status: ORDER_STATUSES[statusOf(flags)],
      reason: END_REASONS[reasonOf(flags)] as EndReason,
      createdAtMs: numbers[at + row.ORDER_CREATED],
      updatedAtMs: numbers[at + row.ORDER_UPDATED],
      amendCount: numbers[at + row.ORDER_AMENDS],
      stopPrice: this.term(terms, row.TERMS_STOP_PRICE) as Price,
      deltaBips: this.term(terms, row.TERMS_DELTA),
      activationPrice: this.term(terms, row.TERMS_ACTIVATION_PRICE) as Price,
      displayQuantity: this.term(terms, row.TERMS_DISPLAY) as Amount,
      ocoId: this.term(terms, row.TERMS_OCO),
      seq: this.seq,
      index: numbers[at + row.INDEX],
      timeMs: this.timeMs,
    };
  }

  private term(terms: number, field: number): number {
    return terms < 0 ? 0 : this.numbers[terms + field];
  }

  private trade(at: number): CoreEvent {
    const { numbers } = this;
    const trade: { -readonly [F in keyof Trade]: Trade[F] } & Partial<Record<'seq' | 'index', number>> = {
      kind: 'Traded',
      tradeId: numbers[at + row.TRADE_ID],
      symbol: this.text(at + row.TRADE_SYMBOL_TEXT),
      price: numbers[at + row.TRADE_PRICE] as Price,
      quantity: numbers[at + row.TRADE_QUANTITY] as Amount,
      amount: numbers[at + row.TRADE_AMOUNT] as Amount,
      takerSide: SIDES[numbers[at + row.TRADE_TAKER_SIDE]],
      makerOrderId: numbers[at + row.TRADE_MAKER_ORDER],
      takerOrderId: numbers[at + row.TRADE_TAKER_ORDER],
      makerUid: numbers[at + row.TRADE_MAKER_UID],
      takerUid: numbers[at + row.TRADE_TAKER_UID],
      makerFee: numbers[at + row.TRADE_MAKER_FEE] as Amount,
      takerFee: numbers[at + row.TRADE_TAKER_FEE] as Amount,
      makerFeeAsset: this.text(at + row.TRADE_MAKER_ASSET_TEXT),
      takerFeeAsset: this.text(at + row.TRADE_TAKER_ASSET_TEXT),
      makerRate: numbers[at + row.TRADE_MAKER_RATE],
      takerRate: numbers[at + row.TRADE_TAKER_RATE],
      timeMs: this.timeMs,
    };
    if (numbers[at + row.TRADE_MAKER_REST] >= 0) {
      trade.makerFeeRest = numbers[at + row.TRADE_MAKER_REST];
      trade.takerFeeRest = numbers[at + row.TRADE_TAKER_REST];
    }
    if (numbers[at + row.TRADE_MAKER_VOUCHER] !== 0)
      trade.makerVoucher = numbers[at + row.TRADE_MAKER_VOUCHER] as Amount;
    if (numbers[at + row.TRADE_TAKER_VOUCHER] !== 0)
      trade.takerVoucher = numbers[at + row.TRADE_TAKER_VOUCHER] as Amount;
    trade.seq = this.seq;
    trade.index = numbers[at + row.INDEX];
    return trade as CoreEvent;
  }

  private balance(at: number): CoreEvent {
    const { numbers } = this;
    return {
      kind: 'BalanceChanged',
      userSeq: numbers[at + row.BALANCE_USER_SEQ],
      uid: numbers[at + row.BALANCE_UID],
      wallet: numbers[at + row.BALANCE_IS_FUTURES] === 1 ? 'FUTURES' : 'SPOT',
      asset: this.text(at + row.BALANCE_ASSET_TEXT),
      available: balanceOfLimbs(numbers[at + row.BALANCE_AVAILABLE], numbers[at + row.BALANCE_AVAILABLE + 1]),
      locked: balanceOfLimbs(numbers[at + row.BALANCE_LOCKED], numbers[at + row.BALANCE_LOCKED + 1]),
      seq: this.seq,
      index: numbers[at + row.INDEX],
      timeMs: this.timeMs,
    };
  }

  private depth(at: number): CoreEvent {
    const { numbers } = this;
    return {
      kind: numbers[at + row.DEPTH_IS_PERP] === 1 ? 'PerpDepthChanged' : 'DepthChanged',
      symbol: this.text(at + row.DEPTH_SYMBOL_TEXT),
      updateId: numbers[at + row.DEPTH_UPDATE_ID],
      side: SIDES[numbers[at + row.DEPTH_SIDE]],
      price: numbers[at + row.DEPTH_PRICE] as Price,
      quantity: numbers[at + row.DEPTH_QUANTITY] as Amount,
      seq: this.seq,
      index: numbers[at + row.INDEX],
      timeMs: this.timeMs,
    };
  }

  private perpOrder(at: number): CoreEvent {
    const { numbers } = this;
    const flags = numbers[at + row.ORDER_FLAGS];
    return {
      orderId: numbers[at + row.ORDER_ID],
      uid: numbers[at + row.ORDER_UID],
      wallet: this.text(at + row.PERP_ORDER_WALLET_TEXT) as MarginWallet,
      symbol: this.text(at + row.ORDER_SYMBOL_TEXT),
      side: SIDES[sideOf(flags)],
      positionSide: POSITION_SIDES[positionSideOf(flags)],
      type: typeOf(flags) === LIMIT_TYPE ? 'LIMIT' : 'MARKET',
      timeInForce: TIMES_IN_FORCE[timeInForceOf(flags)],
      price: numbers[at + row.ORDER_PRICE] as Price,
      quantity: numbers[at + row.ORDER_QUANTITY] as Amount,
      filledQuantity: numbers[at + row.PERP_ORDER_FILLED_QUANTITY] as Amount,
      filledAmount: numbers[at + row.PERP_ORDER_FILLED_AMOUNT] as Amount,
      reduceOnly: isReduceOnly(flags),
      origin: ORDER_ORIGINS[originOf(flags)],
      stpMode: STP_MODES[stpModeOf(flags)],
      clientOrderId: this.text(at + row.PERP_ORDER_CLIENT_TEXT),
      status: ORDER_STATUSES[statusOf(flags)],
      reason: END_REASONS[reasonOf(flags)],
      createdAtMs: numbers[at + row.PERP_ORDER_CREATED],
      updatedAtMs: numbers[at + row.PERP_ORDER_UPDATED],
      amendCount: numbers[at + row.PERP_ORDER_AMENDS],
      kind: 'PerpOrderChanged',
      cause: ORDER_CHANGED_CAUSES[numbers[at + row.ORDER_CAUSE]],
      userSeq: numbers[at + row.ORDER_USER_SEQ],
      seq: this.seq,
      index: numbers[at + row.INDEX],
      timeMs: this.timeMs,
    };
  }
}

const LENGTHS = [
  row.COMMAND_ROW,
  row.OBJECT_ROW,
  row.ORDER_ROW,
  row.TRADE_ROW,
  row.BALANCE_ROW,
  row.DEPTH_ROW,
  row.PERP_ORDER_ROW,
];

/** From the beginning of a row to that of the next one. */
export function rowLength(numbers: Float64Array, at: number): number {
  return numbers[at] === row.ORDER ? orderRowLength(numbers, at) : LENGTHS[numbers[at]];
}
