/** Turns what happens into events, numbered inside their command and, where they concern a user, in the user's stream. */
import { INT_STRIDE, type OrderPool, USER } from './book/order-pool.ts';
import { SIDES, sideOf, FLAGS, ID, NUM_STRIDE } from './book/order-pool.ts';
import type { CoreEvent, EventBody, OrderChangedCause, OrderView } from './events.ts';
import type { Amount, Price } from './fixed.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Fill, FundsMove, Reporter } from './reporter.ts';
import type { Market } from './spot/market.ts';
import type { Users, User } from './spot/users.ts';
import { futuresBalance, marketView, orderView, spotBalance } from './views.ts';

export type Emit = (event: CoreEvent) => void;

interface ReporterParts {
  readonly orders: OrderPool;
  readonly users: Users;
  readonly markets: readonly Market[];
  readonly assets: readonly { readonly asset: string }[];
}

export class EventReporter implements Reporter {
  private parts!: ReporterParts;
  private emit: Emit = () => {};
  private seq = 0;
  private index = 0;
  private timeMs = 0;
  private readonly prevented: {
    readonly order: number;
    readonly view: OrderView;
    readonly cause: OrderChangedCause;
  }[] = [];

  /** The engine hands over what it built; once, before the first command. */
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

  orderChanged(order: number, cause: OrderChangedCause): void {
    this.sendOrder(order, this.view(order), cause);
  }

  orderPrevented(order: number, cause: OrderChangedCause): void {
    this.prevented.push({ order, view: this.view(order), cause });
  }

  tellPrevented(): void {
    if (this.prevented.length === 0) return;
    for (const { order, view, cause } of this.prevented) this.sendOrder(order, view, cause);
    this.prevented.length = 0;
  }

  traded(market: Market, fill: Readonly<Fill>): void {
    const { users, orders } = this.parts;
    const takerSide = SIDES[sideOf(orders.int[fill.taker * INT_STRIDE + FLAGS])];
    const takerBuys = takerSide === 'BUY';
    const base = market.feeInQuote ? market.quote.name : market.base.name;
    const quote = market.quote.name;
    this.send({
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
      timeMs: this.timeMs,
    });
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
    const { users, assets } = this.parts;
    for (let i = 0; i < ledger.touchedCount; i += 1) {
      const row = ledger.touched[i] >> 1;
      const isFutures = (ledger.touched[i] & 1) === 1;
      const user = users.at(ledger.ownerOf(row));
      const asset = assets[ledger.assetOf(row)].asset;
      const view = (isFutures ? futuresBalance : spotBalance)(ledger, user.uid, asset, row);
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
  }

  depthChanged(market: Market, side: number, ticks: number): void {
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

  private view(order: number): OrderView {
    return orderView(this.parts.orders, this.parts.users, this.parts.markets, order);
  }

  /** Field by field: an order's event is the most frequent one, and spreading objects costs several times as much. */
  private sendOrder(order: number, view: OrderView, cause: OrderChangedCause): void {
    const user = this.parts.users.at(this.parts.orders.int[order * INT_STRIDE + USER]);
    this.emit({
      kind: 'OrderChanged',
      cause,
      userSeq: (user.eventCount += 1),
      orderId: view.orderId,
      uid: view.uid,
      symbol: view.symbol,
      side: view.side,
      type: view.type,
      timeInForce: view.timeInForce,
      price: view.price,
      quantity: view.quantity,
      quoteAmount: view.quoteAmount,
      filledQuantity: view.filledQuantity,
      filledAmount: view.filledAmount,
      preventedQuantity: view.preventedQuantity,
      stpMode: view.stpMode,
      clientOrderId: view.clientOrderId,
      status: view.status,
      reason: view.reason,
      createdAtMs: view.createdAtMs,
      updatedAtMs: view.updatedAtMs,
      amendCount: view.amendCount,
      stopPrice: view.stopPrice,
      deltaBips: view.deltaBips,
      activationPrice: view.activationPrice,
      displayQuantity: view.displayQuantity,
      ocoId: view.ocoId,
      seq: this.seq,
      index: this.index++,
      timeMs: this.timeMs,
    });
  }

  private send(body: EventBody): void {
    this.emit({ ...body, seq: this.seq, index: this.index++, timeMs: this.timeMs });
  }
}
