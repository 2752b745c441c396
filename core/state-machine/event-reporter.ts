/** Turns what happens into events, numbered inside their command and, where they concern a user, in the user's stream. */
import {
  AMENDS,
  CREATED,
  FILLED_AMOUNT,
  FILLED_LOTS,
  FLAGS,
  ID,
  INT_STRIDE,
  KEY,
  LIMIT_TYPE,
  MARKET,
  NUM_STRIDE,
  type OrderPool,
  orderTypeOf,
  PREVENTED_LOTS,
  QUOTE_AMOUNT,
  reasonOf,
  sideOf,
  statusOf,
  stpModeOf,
  timeInForceOf,
  TOTAL_LOTS,
  typeOf,
  UPDATED,
  USER,
} from '../book/order-pool.ts';
import {
  BALANCE_SEQ,
  FIRST_ROW,
  type FundingTerms,
  ROW,
  SEQ,
  type Told,
  UID,
  USER_SEQ,
} from '../protocol/event-packs.ts';
import type { CoreEvent, EndReason, EventBody, OrderChangedCause } from '../protocol/events.ts';
import type { Amount, Price } from '../fixed.ts';
import type { ProductEvent } from '../protocol/product-events.ts';
import { AVAILABLE, type Ledger, LOCKED } from '../ledger/ledger.ts';
import { assert } from '../protocol/invariant.ts';
import type { Misfit } from '../protocol/parameter-changes.ts';
import type { PerpEvent } from '../protocol/perp-events.ts';
import {
  END_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  SIDES,
  STP_MODES,
  TIMES_IN_FORCE,
  type Unnumbered,
} from '../protocol/words.ts';
import type { FundsMove, Reporter } from './reporter.ts';
import type { Fill } from '../spot/sink.ts';
import type { Market } from '../spot/market.ts';
import type { Users, User } from '../users/users.ts';
import { rowAfter } from './unpack-events.ts';
import { futuresBalance, marketView, spotBalance, termsOf } from './views.ts';

type Trade = Extract<EventBody, { kind: 'Traded' }>;
/** An event that gets its numbers when it is sent. */
type OrderEvent = Extract<CoreEvent, { kind: 'OrderChanged' }> & { userSeq: number; index: number };

/** The numbers that every event gets when it is sent. */
interface Numbers {
  seq: number;
  index: number;
  timeMs: number;
}

export type Emit = (told: Told) => void;

/** Hears nothing. Events of a command that is told to it are only counted in their users' streams. */
export const NOBODY: Emit = () => {};

/** A settlement that is being told. */
interface OpenFunding {
  readonly rows: Float64Array;
  readonly terms: FundingTerms;
  readonly index: number;
  readonly told: CoreEvent[];
  /** How many of its rows are told. */
  rowCount: number;
  /** Who hears of it. */
  readonly emit: Emit;
}

interface ReporterParts {
  readonly orders: OrderPool;
  readonly users: Users;
  readonly markets: readonly Market[];
  readonly assets: readonly { readonly asset: string }[];
}

const NO_FUNDING: OpenFunding = {
  rows: new Float64Array(0),
  terms: { symbol: '', asset: '', rate: 0, markPrice: 0 as Price, tiers: [] },
  index: 0,
  told: [],
  rowCount: 0,
  emit: () => {},
};
/** FundingPaid and PositionChanged. */
const EVENTS_OF_PAYMENT = 2;

export class EventReporter implements Reporter {
  private parts!: ReporterParts;
  private emit: Emit = NOBODY;
  private seq = 0;
  private index = 0;
  private timeMs = 0;
  private funding = NO_FUNDING;
  private readonly prevented: { readonly user: User; readonly event: OrderEvent }[] = [];

  /** The state machine hands over the parts it built; called once, before the first command. */
  attach(parts: ReporterParts): void {
    this.parts = parts;
  }

  begin(seq: number, timeMs: number, emit: Emit): void {
    this.seq = seq;
    this.timeMs = timeMs;
    this.index = 0;
    this.emit = emit;
  }

  assetCreated(asset: string, scale: number): void {
    this.send({ kind: 'AssetCreated', asset, scale });
  }

  marketChanged(market: Market): void {
    this.send({ kind: 'MarketChanged', ...marketView(market) });
  }

  parametersChanged({ symbol, version }: Market, misfits: readonly Misfit[]): void {
    this.send({ kind: 'MarketParametersChanged', symbol, version, misfits });
  }

  countUnheard(user: User | null): boolean {
    if (this.emit !== NOBODY) return false;
    if (user !== null) user.eventCount += 1;
    return true;
  }

  orderChanged(order: number, cause: OrderChangedCause): void {
    const user = this.userOf(order);
    if (this.countUnheard(user)) return;
    this.sendOrder(user, this.orderEvent(order, cause));
  }

  orderPrevented(order: number, cause: OrderChangedCause): void {
    if (this.countUnheard(this.userOf(order))) return;
    this.prevented.push({ user: this.userOf(order), event: this.orderEvent(order, cause) });
  }

  tellPrevented(): void {
    if (this.prevented.length === 0) return;
    for (const { user, event } of this.prevented) this.sendOrder(user, event);
    this.prevented.length = 0;
  }

  traded(market: Market, fill: Readonly<Fill>): void {
    if (this.countUnheard(null)) return;
    const { users, orders } = this.parts;
    const takerSide = SIDES[sideOf(orders.int[fill.taker * INT_STRIDE + FLAGS])];
    const takerBuys = takerSide === 'BUY';
    const base = market.feeInQuote ? market.quote.name : market.base.name;
    const quote = market.quote.name;
    const trade: { -readonly [F in keyof Trade]: Trade[F] } = {
      kind: 'Traded',
      tradeId: market.lastTradeId,
      symbol: market.symbol,
      price: (fill.ticks * market.tickSize) as Price,
      quantity: (fill.lots * market.stepSize) as Amount,
      amount: fill.amount as Amount,
      takerSide,
      makerOrderId: orders.num[fill.maker * NUM_STRIDE + ID],
      takerOrderId: orders.num[fill.taker * NUM_STRIDE + ID],
      makerUid: users.at(orders.int[fill.maker * INT_STRIDE + USER]).uid,
      takerUid: users.at(orders.int[fill.taker * INT_STRIDE + USER]).uid,
      makerFee: fill.makerFee as Amount,
      takerFee: fill.takerFee as Amount,
      makerFeeAsset: takerBuys ? quote : base,
      takerFeeAsset: takerBuys ? base : quote,
      makerRate: fill.makerRate,
      takerRate: fill.takerRate,
      timeMs: this.timeMs,
    };
    if (market.feeInQuote) {
      trade.makerFeeRest = fill.makerRest;
      trade.takerFeeRest = fill.takerRest;
    }
    if (fill.makerVoucher !== 0) trade.makerVoucher = fill.makerVoucher as Amount;
    if (fill.takerVoucher !== 0) trade.takerVoucher = fill.takerVoucher as Amount;
    this.send(trade);
  }

  fundsMoved(user: User, move: FundsMove): void {
    const amount = move.amount as Amount;
    this.send({ kind: 'FundsMoved', ...move, amount, uid: user.uid, userSeq: (user.eventCount += 1) });
  }

  feeTierChanged(user: User): void {
    const { uid, tier } = user;
    this.send({ kind: 'FeeTierChanged', uid, ...tier, userSeq: (user.eventCount += 1) });
  }

  balancesChanged(ledger: Ledger): void {
    for (let i = 0; i < ledger.touchedCount; i += 1) this.sendTouched(ledger, ledger.touched[i]);
  }

  beginFunding(rows: Float64Array, terms: FundingTerms): void {
    const told: CoreEvent[] = [];
    this.funding = { rows, terms, index: this.index, told, rowCount: 0, emit: this.emit };
    this.emit = (event) => told.push(event as CoreEvent);
  }

  tellFundingRows(toRow: number): void {
    const { funding } = this;
    const { users } = this.parts;
    const { rows } = funding;
    const end = FIRST_ROW + toRow * ROW;
    for (let at = FIRST_ROW + funding.rowCount * ROW; at < end; at += ROW) {
      const user = users.at(rows[at + UID]);
      rows[at + UID] = user.uid;
      rows[at + USER_SEQ] = user.eventCount + 1;
      user.eventCount += EVENTS_OF_PAYMENT;
    }
    this.index += (toRow - funding.rowCount) * EVENTS_OF_PAYMENT;
    funding.rowCount = toRow;
  }

  endFunding(ledger: Ledger): void {
    const { funding, seq, timeMs } = this;
    const { rows, terms, index, told, rowCount, emit } = funding;
    this.tellBalances(ledger, rows, FIRST_ROW + rowCount * ROW);
    this.emit = emit;
    this.funding = NO_FUNDING;
    rows[SEQ] = seq;
    const count = this.index - index;
    if (count > 0) emit({ kind: 'FundingPack', seq, timeMs, index, count, rowCount, rows, told, ...terms });
  }

  /** Of rows only the number is missing; who paid comes before who got. */
  private tellBalances(ledger: Ledger, rows: Float64Array, end: number): void {
    const { users } = this.parts;
    let at = rowAfter(rows, 0, end);
    for (let i = 0; i < ledger.touchedCount; i += 1) {
      const wallet = ledger.touched[i];
      if (at >= end || wallet !== rows[at + BALANCE_SEQ] * 2 + 1) {
        this.sendTouched(ledger, wallet);
        continue;
      }
      rows[at + BALANCE_SEQ] = users.at(ledger.ownerOf(wallet >> 1)).eventCount += 1;
      this.index += 1;
      at = rowAfter(rows, at, end);
    }
    assert(at >= end, 'the wallets of all payments were touched');
  }

  /** `wallet` as in Ledger.touched. */
  private sendTouched(ledger: Ledger, wallet: number): void {
    const { users, assets } = this.parts;
    const row = wallet >> 1;
    const user = users.at(ledger.ownerOf(row));
    if (this.countUnheard(user)) return;
    const asset = assets[ledger.assetOf(row)].asset;
    const name = ledger.nameOf(row);
    if (name !== '') {
      this.sendAccount(user, name, asset, row, ledger);
      return;
    }
    const view = ((wallet & 1) === 1 ? futuresBalance : spotBalance)(ledger, user.uid, asset, row);
    this.emit({
      kind: 'BalanceChanged',
      userSeq: (user.eventCount += 1),
      uid: view.uid,
      wallet: view.wallet,
      asset,
      available: view.available,
      locked: view.locked,
      seq: this.seq,
      index: this.index++,
      timeMs: this.timeMs,
    });
  }

  perp(user: User | null, event: Unnumbered<PerpEvent>): void {
    this.sendNumbered(user, event);
  }

  product(user: User | null, event: Unnumbered<ProductEvent>): void {
    this.sendNumbered(user, event);
  }

  private sendAccount(user: User, account: string, asset: string, row: number, ledger: Ledger): void {
    this.send({
      kind: 'AccountChanged',
      userSeq: (user.eventCount += 1),
      uid: user.uid,
      account,
      asset,
      balance: ledger.balance(row, AVAILABLE),
      held: ledger.balance(row, LOCKED),
    });
  }

  depthChanged(market: Market, side: number, ticks: number): void {
    if (this.countUnheard(null)) return;
    this.emit({
      kind: 'DepthChanged',
      symbol: market.symbol,
      updateId: market.updateId,
      side: SIDES[side],
      price: (ticks * market.tickSize) as Price,
      quantity: (market.book.levelLots(side, ticks) * market.stepSize) as Amount,
      seq: this.seq,
      index: this.index++,
      timeMs: this.timeMs,
    });
  }

  /**
   * The order as it stands; its two numbers are given when it is sent. These are the fields of `orderView` once more, because it is
   * the most frequent event: made from that view it costs up to half a command more, and the compiler misses no field. The order of
   * the fields stays as well: hashes of old events hang on it (core/codec/format-1.test.ts).
   */
  private orderEvent(order: number, cause: OrderChangedCause): OrderEvent {
    const { orders, users, markets } = this.parts;
    const { int, num } = orders;
    const at = order * INT_STRIDE;
    const numAt = order * NUM_STRIDE;
    const flags = int[at + FLAGS];
    const market = markets[int[at + MARKET]];
    const step = market.stepSize;
    const terms = termsOf(orders, order);
    return {
      kind: 'OrderChanged',
      cause,
      userSeq: 0,
      orderId: num[numAt + ID],
      uid: users.at(int[at + USER]).uid,
      symbol: market.symbol,
      side: SIDES[sideOf(flags)],
      type: ORDER_TYPES[orderTypeOf(flags)],
      timeInForce: TIMES_IN_FORCE[timeInForceOf(flags)],
      price: (typeOf(flags) === LIMIT_TYPE ? Math.abs(int[at + KEY]) * market.tickSize : 0) as Price,
      quantity: (num[numAt + TOTAL_LOTS] * step) as Amount,
      quoteAmount: num[numAt + QUOTE_AMOUNT] as Amount,
      filledQuantity: (num[numAt + FILLED_LOTS] * step) as Amount,
      filledAmount: num[numAt + FILLED_AMOUNT] as Amount,
      preventedQuantity: (num[numAt + PREVENTED_LOTS] * step) as Amount,
      stpMode: STP_MODES[stpModeOf(flags)],
      clientOrderId: orders.clientId(order),
      status: ORDER_STATUSES[statusOf(flags)],
      reason: END_REASONS[reasonOf(flags)] as EndReason,
      createdAtMs: num[numAt + CREATED],
      updatedAtMs: num[numAt + UPDATED],
      amendCount: int[at + AMENDS],
      stopPrice: (terms.stopTicks * market.tickSize) as Price,
      deltaBips: terms.deltaBips,
      activationPrice: (terms.activationTicks * market.tickSize) as Price,
      displayQuantity: (terms.displayLots * step) as Amount,
      ocoId: terms.ocoId,
      seq: this.seq,
      index: 0,
      timeMs: this.timeMs,
    };
  }

  private sendOrder(user: User, event: OrderEvent): void {
    event.userSeq = user.eventCount += 1;
    event.index = this.index++;
    this.emit(event);
  }

  private userOf(order: number): User {
    return this.parts.users.at(this.parts.orders.int[order * INT_STRIDE + USER]);
  }

  private sendNumbered(user: User | null, body: Unnumbered<PerpEvent | ProductEvent>): void {
    if (user !== null) (body as { userSeq?: number }).userSeq = user.eventCount += 1;
    this.send(body as EventBody);
  }

  /** The body becomes the event: a copy of it with its numbers costs more than making it did. */
  private send(body: EventBody): void {
    const event = body as EventBody & Numbers;
    event.seq = this.seq;
    event.index = this.index++;
    event.timeMs = this.timeMs;
    this.emit(event);
  }
}
