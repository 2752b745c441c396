/** Random command sequences through the engine and through the naive model: everything visible must agree. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLive } from './naive-limits.ts';
import { NaiveModel } from './naive-model.ts';
import type { Command, CommandBody, MarketParameters } from './commands.ts';
import type { Core } from './core.ts';
import type { CoreEvent, OrderView } from './events.ts';
import { createCore, decodeCommand, encodeCommand, restoreCore } from './index.ts';
import { body, parameters } from './testing.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 300);
const COMMANDS = 100;
const USERS = [1, 2, 3];
const SYMBOL = 'COINCASH';

/** Small numbers, so that prices and owners meet often. */
const priceArb = fc.integer({ min: 90, max: 110 }).map((ticks) => ticks * 10_000);
const quantityArb = fc.oneof(
  fc.integer({ min: 1, max: 30 }).map((lots) => lots * 100),
  fc.integer({ min: 1, max: 3000 }),
);
const uidArb = fc.constantFrom(...USERS);
const stpArb = fc.constantFrom('', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT', 'NONE');
const clientIdArb = fc.constantFrom('', '', '', 'a', 'b');
const sideArb = fc.constantFrom('BUY', 'SELL');
/** Points at an order made before, by its share of the ids so far. */
const orderArb = fc.integer({ min: 0, max: 40 });

const limitArb = fc.record({
  kind: fc.constant('PlaceOrder'),
  uid: uidArb,
  symbol: fc.constant(SYMBOL),
  side: sideArb,
  type: fc.constant('LIMIT'),
  timeInForce: fc.constantFrom('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX'),
  price: fc.oneof(
    { weight: 20, arbitrary: priceArb },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000_000 }) },
  ),
  quantity: quantityArb,
  quoteAmount: fc.constant(0),
  maxSlippage: fc.constant(0),
  stpMode: stpArb,
  clientOrderId: clientIdArb,
  idempotency: fc.constant(null),
});
const marketArb = fc
  .record({
    uid: uidArb,
    side: sideArb,
    byAmount: fc.boolean(),
    size: quantityArb,
    slippage: fc.constantFrom(0, 1_000_000),
    stpMode: stpArb,
  })
  .map(({ byAmount, size, slippage, ...rest }) => ({
    kind: 'PlaceOrder',
    symbol: SYMBOL,
    type: 'MARKET',
    timeInForce: 'IOC',
    price: 0,
    clientOrderId: '',
    idempotency: null,
    quantity: byAmount ? 0 : size,
    quoteAmount: byAmount ? size * 70 : 0,
    maxSlippage: slippage,
    ...rest,
  }));
const amendArb = fc
  .record({
    uid: uidArb,
    order: orderArb,
    price: fc.oneof(fc.constant(0), priceArb),
    quantity: fc.oneof(fc.constant(0), quantityArb),
  })
  .map(({ order, ...rest }) => ({
    kind: 'AmendOrder',
    symbol: SYMBOL,
    order,
    clientOrderId: '',
    idempotency: null,
    ...rest,
  }));
const cancelArb = fc
  .record({ uid: uidArb, order: orderArb, clientOrderId: fc.constantFrom('a', 'b') })
  .map((fields) => ({ kind: 'CancelOrder', symbol: SYMBOL, ...fields }));
const otherArb = fc.oneof(
  fc.record({ kind: fc.constant('CancelAllOrders'), uid: uidArb, symbol: fc.constantFrom('', SYMBOL) }),
  fc.record({
    kind: fc.constant('SetMarketStatus'),
    symbol: fc.constant(SYMBOL),
    status: fc.constantFrom('HALTED', 'TRADING', 'TRADING'),
  }),
  fc.record({ kind: fc.constant('Clock') }),
  fc
    .record({
      uid: uidArb,
      asset: fc.constantFrom('COIN', 'CASH'),
      back: fc.boolean(),
      amount: fc.integer({ min: 1, max: 400_000 }),
      n: fc.nat(),
    })
    .map(({ back, n, ...rest }) => ({
      kind: 'Transfer',
      from: back ? 'FUTURES' : 'SPOT',
      to: back ? 'SPOT' : 'FUTURES',
      idempotency: { key: `t${n}`, fingerprint: '' },
      ...rest,
    })),
);
const commandArb = fc.oneof(
  { weight: 10, arbitrary: limitArb },
  { weight: 3, arbitrary: marketArb },
  { weight: 4, arbitrary: amendArb },
  { weight: 3, arbitrary: cancelArb },
  { weight: 1, arbitrary: otherArb },
);
const parametersArb = fc
  .record({
    makerFeeRate: fc.constantFrom(0, 80_000, 3_000_000, -20_000),
    takerFeeRate: fc.constantFrom(100_000, 7_000_000),
    feeMode: fc.constantFrom('RECEIVED', 'QUOTE'),
    defaultStpMode: fc.constantFrom('EXPIRE_TAKER', 'NONE'),
    maxOpenOrders: fc.constantFrom(0, 4),
    maxAmends: fc.constantFrom(0, 2),
    minAmount: fc.constantFrom(0, 20_000),
    maxAmount: fc.constantFrom(0, 200_000),
    minBuyPriceOffset: fc.constantFrom(0, -8_000_000),
    maxSellPriceOffset: fc.constantFrom(0, 8_000_000),
    priceProtectScope: fc.constantFrom(0, 6_000_000),
    maxSlippage: fc.constantFrom(0, 3_000_000),
    premiumFactor: fc.constantFrom(2_000_000, 5_000_000),
    openPrice: fc.constantFrom(0, 1_000_000),
  })
  .map((fields) => parameters({ tickSize: 10_000, stepSize: 100, ...(fields as Partial<MarketParameters>) }));

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
      levels.set(Number(o.limit), (levels.get(Number(o.limit)) ?? 0) + Number(o.rest));
    expect(side === 'BUY' ? depth.bids : depth.asks).toEqual([...levels]);
  }
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
          const orderId =
            order === undefined ? {} : { orderId: fields.kind === 'CancelOrder' && order > 35 ? 0 : order + 1 };
          const command = { ...fields, ...orderId, seq: core.lastSeq + 1, timeMs: 1_000 + core.lastSeq } as Command;
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
