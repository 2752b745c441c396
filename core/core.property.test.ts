/** Random command sequences through the engine and through the naive model: everything visible must agree. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLive } from './naive-limits.ts';
import { NaiveModel } from './naive-model.ts';
import type { Command, CommandBody, MarketParameters } from './commands.ts';
import type { Core } from './core.ts';
import type { CoreEvent, OrderView } from './events.ts';
import { createCore, decodeCommand, encodeCommand, restoreCore } from './index.ts';
import { commandArb, parametersArb, SYMBOL, USERS } from './random-commands.property.ts';
import { body } from './testing.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 300);
const COMMANDS = 100;

/** 1 COIN has 10^4 units, 1 CASH 10^6; a price of 10^6 is 0.01: everything stays small. */
function setUp(market: MarketParameters): CommandBody[] {
  const deposits = USERS.flatMap((uid) => [
    body({ kind: 'Deposit', uid, asset: 'COIN', amount: 6_000, idempotency: { key: 'coin', fingerprint: '' } }),
    body({ kind: 'Deposit', uid, asset: 'CASH', amount: 600_000, idempotency: { key: 'cash', fingerprint: '' } }),
  ]);
  return [
    body({ kind: 'CreateAsset', asset: 'COIN', scale: 4 }),
    body({ kind: 'CreateAsset', asset: 'CASH', scale: 8 }),
    body({ kind: 'CreateMarket', symbol: SYMBOL, base: 'COIN', quote: 'CASH', parameters: market }),
    ...deposits,
  ];
}

function compare(core: Core, model: NaiveModel, events: readonly CoreEvent[]): void {
  const trades = events.flatMap((e) => (e.kind === 'Traded' ? [e] : []));
  expect(
    trades.map((t) =>
      [t.makerOrderId, t.takerOrderId, t.price, t.quantity, t.amount, t.makerFee, t.takerFee].map(Number),
    ),
  ).toEqual(
    model.trades.map((t) => [t.maker, t.taker, t.price, t.quantity, t.amount, t.makerFee, t.takerFee].map(Number)),
  );
  const fired = events.flatMap((e) => (e.kind === 'OrderChanged' && e.cause === 'TRIGGERED' ? [e.orderId] : []));
  expect(fired).toEqual(model.firings);
  expect(model.orders.map((o) => summary(core.order(o.id)!))).toEqual(
    model.orders.map((o) =>
      [o.id, o.uid, o.status, o.reason, o.filled, o.filledAmount, o.prevented, o.quantity, o.amends].map(String),
    ),
  );
  for (const uid of USERS) {
    for (const asset of ['COIN', 'CASH']) {
      const held = core.balances(uid).filter((b) => b.asset === asset);
      const spot = held.find((b) => b.wallet === 'SPOT');
      const futures = held.find((b) => b.wallet === 'FUTURES');
      expect([spot?.available ?? 0n, spot?.locked ?? 0n, futures?.available ?? 0n]).toEqual([
        model.balance(uid, asset, 'AVAIL'),
        model.balance(uid, asset, 'LOCKED'),
        model.balance(uid, asset, 'FUTURES'),
      ]);
    }
    const open = model.orders.filter((o) => o.uid === uid && isLive(o)).map((o) => o.id);
    expect(core.openOrders(uid, '').map((o) => o.orderId)).toEqual(open);
  }
  for (const { asset, house } of core.ledgerSums()) expect(house).toBe(model.balance(0, asset, 'AVAIL'));
  const depth = core.depth(SYMBOL, 1_000)!;
  for (const side of ['BUY', 'SELL'] as const) {
    const levels = new Map<number, number>();
    for (const o of model.book(SYMBOL, side))
      levels.set(Number(o.limit), (levels.get(Number(o.limit)) ?? 0) + Number(o.visible));
    expect(side === 'BUY' ? depth.bids : depth.asks).toEqual([...levels]);
  }
}

/** The order that stands so many before the newest, and mostly its owner. */
function nameOrder(model: NaiveModel, fields: object, order: number): { orderId: number; uid?: number } {
  if ('kind' in fields && fields.kind === 'CancelOrder' && order > 35) return { orderId: 0 };
  const target = model.orders.at(-1 - Math.floor(order / 2));
  if (target === undefined) return { orderId: order + 1 };
  return order % 8 === 0 ? { orderId: target.id } : { orderId: target.id, uid: target.uid };
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

test('random commands: the engine equals the naive model after every command, and so do replay and restore', () => {
  fc.assert(
    fc.property(
      parametersArb,
      fc.array(commandArb, { minLength: 20, maxLength: COMMANDS }),
      fc.nat(COMMANDS),
      (market, list, cut) => {
        const core = createCore({ checkInvariants: true });
        const model = new NaiveModel();
        const commands: Command[] = [];
        const events: CoreEvent[] = [];
        let restored: Core | null = null;
        const bodies = [...setUp(market), ...(list as unknown as (CommandBody & { order?: number })[])];
        for (const { order, ...fields } of bodies as (CommandBody & { order?: number })[]) {
          const command = {
            ...fields,
            ...(order === undefined ? {} : nameOrder(model, fields, order)),
            seq: core.lastSeq + 1,
            timeMs: 1_000 + core.lastSeq,
          } as Command;
          commands.push(command);
          const outcome = core.apply(command, (event) => events.push(event));
          expect(outcome.ok ? null : outcome.code).toBe(model.apply(command));
          if (commands.length === cut) restored = restoreCore(core.snapshot(), { checkInvariants: true });
          else restored?.apply(command, () => {});
          if (core.market(SYMBOL) !== null) compare(core, model, events);
        }
        checkStreams(core, events);
        expect(restored?.stateHash() ?? core.stateHash()).toBe(core.stateHash());
        const replayed = createCore();
        const again: CoreEvent[] = [];
        for (const command of commands)
          replayed.apply(decodeCommand(encodeCommand(command), 0).command, (event) => again.push(event));
        expect(again).toEqual(events);
        expect(replayed.stateHash()).toBe(core.stateHash());
        expect(restoreCore(core.snapshot()).snapshot()).toEqual(core.snapshot());
      },
    ),
    { numRuns: RUNS },
  );
}, 3_600_000);

/** trading C4.16 and A11: numbering without gaps, and depth events that rebuild the book. */
function checkStreams(core: Core, events: readonly CoreEvent[]): void {
  const updates = events.flatMap((e) => (e.kind === 'DepthChanged' ? [e.updateId] : []));
  expect(updates).toEqual(updates.map((_, i) => i + 1));
  for (const uid of USERS) {
    const numbers = events.flatMap((e) => ('userSeq' in e && e.uid === uid ? [e.userSeq] : []));
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  }
  const book = new Map<string, number>();
  applyDepth(book, events);
  const { bids, asks } = core.depth(SYMBOL, 1_000)!;
  const shown = [...bids.map(([p, q]) => [`BUY ${p}`, q]), ...asks.map(([p, q]) => [`SELL ${p}`, q])];
  expect(new Map(shown as [string, number][])).toEqual(book);
  const balances = new Map<string, bigint>();
  for (const e of events)
    if (e.kind === 'BalanceChanged')
      balances.set(`${e.uid} ${e.wallet} ${e.asset}`, e.available * 10n ** 30n + e.locked);
  for (const uid of USERS) {
    for (const b of core.balances(uid)) {
      expect(b.available * 10n ** 30n + b.locked).toBe(balances.get(`${uid} ${b.wallet} ${b.asset}`) ?? 0n);
    }
  }
}
