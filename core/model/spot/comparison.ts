/** What the core shows of the spot markets and what the naive model has. */
import { expect } from 'vitest';
import type { Core } from '../../protocol/core.ts';
import type { CoreEvent, OrderView } from '../../protocol/events.ts';
import { isLive, type ModelOrder } from './naive-limits.ts';
import type { NaiveModel } from './naive-model.ts';
import { SCALES, USERS as SPOT_USERS } from './random-markets.ts';

/** Is called before and after every command. */
export class SpotComparison {
  private readonly core: Core;
  private readonly model: NaiveModel;
  private readonly users: readonly number[];
  /** Lengths of the model's lists before the command. */
  private since = { trades: 0, firings: 0, orders: 0 };
  /** Orders that were live at the last comparison; ended ones are compared once more and then left out. */
  private open: readonly ModelOrder[] = [];

  constructor(core: Core, model: NaiveModel, users: readonly number[] = SPOT_USERS) {
    this.core = core;
    this.model = model;
    this.users = users;
  }

  before(): void {
    const { trades, firings, orders } = this.model;
    this.since = { trades: trades.length, firings: firings.length, orders: orders.length };
  }

  /** Compares what the command did, then everything visible except balances. */
  after(events: readonly CoreEvent[]): void {
    const { core, model, since } = this;
    for (const event of events)
      if (event.kind === 'MarketParametersChanged')
        expect(event.misfits.map(({ orderId, code, ended }) => `${orderId} ${code} ${ended}`)).toEqual(model.misfits);
    const trades = events.flatMap((e) => (e.kind === 'Traded' ? [e] : []));
    expect(
      trades.map((t) =>
        [t.makerOrderId, t.takerOrderId, t.price, t.quantity, t.amount, t.makerFee, t.takerFee].map(String),
      ),
    ).toEqual(
      model.trades
        .slice(since.trades)
        .map((t) => [t.maker, t.taker, t.price, t.quantity, t.amount, t.makerFee, t.takerFee].map(String)),
    );
    const fired = events.flatMap((e) => (e.kind === 'OrderChanged' && e.cause === 'TRIGGERED' ? [e.orderId] : []));
    expect(fired).toEqual(model.firings.slice(since.firings));
    for (const uid of this.users) {
      const open = model.orders.filter((o) => o.uid === uid && isLive(o)).map((o) => o.id);
      expect(core.openOrders(uid, '').map((o) => o.orderId)).toEqual(open);
    }
    this.markets();
    this.open = [...this.open, ...model.orders.slice(since.orders)];
    compareOrders(core, this.open);
    this.open = this.open.filter(isLive);
  }

  private markets(): void {
    const { core, model } = this;
    for (const { symbol, status, version } of model.markets.values()) {
      expect(core.market(symbol)).toMatchObject({ status, version });
      const depth = core.depth(symbol, 1_000)!;
      for (const side of ['BUY', 'SELL'] as const) {
        const levels = new Map<number, number>();
        for (const o of model.book(symbol, side))
          levels.set(Number(o.limit), (levels.get(Number(o.limit)) ?? 0) + Number(o.visible));
        expect(side === 'BUY' ? depth.bids : depth.asks).toEqual([...levels]);
      }
    }
  }

  /** Compares all orders of the run, and checks all events (trading C4.16, A11): numbers without gaps, depth events that give the book. */
  atEnd(events: readonly CoreEvent[]): void {
    compareOrders(this.core, this.model.orders);
    for (const symbol of this.model.markets.keys()) checkDepth(this.core, symbol, events);
    checkUsers(this.core, events, this.users);
  }
}

/** Compares spot wallets and the fees of the house. */
export function compareBalances(core: Core, model: NaiveModel): void {
  for (const uid of SPOT_USERS) {
    for (const asset of Object.keys(SCALES)) {
      const held = core.balances(uid).filter((b) => b.asset === asset);
      const spot = held.find((b) => b.wallet === 'SPOT');
      const futures = held.find((b) => b.wallet === 'FUTURES');
      expect([spot?.available ?? 0n, spot?.locked ?? 0n, futures?.available ?? 0n]).toEqual([
        model.balance(uid, asset, 'AVAIL'),
        model.balance(uid, asset, 'LOCKED'),
        model.balance(uid, asset, 'FUTURES'),
      ]);
    }
  }
  for (const { asset, house } of core.ledgerSums()) expect(house).toBe(model.balance(0, asset, 'AVAIL'));
}

function compareOrders(core: Core, orders: readonly ModelOrder[]): void {
  expect(orders.map((o) => summary(core.order(o.id)!))).toEqual(
    orders.map((o) =>
      [o.id, o.uid, o.status, o.reason, o.filled, o.filledAmount, o.prevented, o.quantity, o.amends].map(String),
    ),
  );
}

function summary(o: OrderView): string[] {
  return [
    o.orderId,
    o.uid,
    o.status,
    o.reason,
    o.filledQuantity,
    o.filledAmount,
    o.preventedQuantity,
    o.quantity,
    o.amendCount,
  ].map(String);
}

/** Rebuilds the public book from depth events alone. */
function applyDepth(book: Map<string, number>, events: readonly CoreEvent[]): void {
  for (const e of events) {
    if (e.kind !== 'DepthChanged') continue;
    if (e.quantity === 0) book.delete(`${e.side} ${e.price}`);
    else book.set(`${e.side} ${e.price}`, e.quantity);
  }
}

/** The events of a user are numbered without gaps, and the last of each balance is the balance. */
function checkUsers(core: Core, events: readonly CoreEvent[], users: readonly number[]): void {
  for (const uid of users) {
    const numbers = events.flatMap((e) => ('userSeq' in e && e.uid === uid ? [e.userSeq] : []));
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  }
  const balances = new Map<string, bigint>();
  for (const e of events)
    if (e.kind === 'BalanceChanged')
      balances.set(`${e.uid} ${e.wallet} ${e.asset}`, e.available * 10n ** 30n + e.locked);
  for (const uid of users) {
    for (const b of core.balances(uid)) {
      expect(b.available * 10n ** 30n + b.locked).toBe(balances.get(`${uid} ${b.wallet} ${b.asset}`) ?? 0n);
    }
  }
}

function checkDepth(core: Core, symbol: string, events: readonly CoreEvent[]): void {
  const changes = events.flatMap((e) => (e.kind === 'DepthChanged' && e.symbol === symbol ? [e] : []));
  const updates = changes.map(({ updateId }) => updateId);
  expect(updates).toEqual(updates.map((_, i) => i + 1));
  const book = new Map<string, number>();
  applyDepth(book, changes);
  const { bids, asks } = core.depth(symbol, 1_000)!;
  const shown = [...bids.map(([p, q]) => [`BUY ${p}`, q]), ...asks.map(([p, q]) => [`SELL ${p}`, q])];
  expect(new Map(shown as [string, number][])).toEqual(book);
}
