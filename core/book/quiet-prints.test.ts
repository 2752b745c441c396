/** Prints that are called quiet wake and move none of the conditional orders that wait, and others do: of a market and of a contract. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StopTable, type StopOrder } from '../perp/contract/stop-table.ts';
import { Triggers } from '../spot/triggers.ts';
import {
  FLAGS,
  ID,
  INT_STRIDE,
  NUM_STRIDE,
  OrderPool,
  packFlags,
  PROFIT_TRIGGER,
  STOP_TRIGGER,
  TRAILING_TRIGGER,
} from './order-pool.ts';
import { OrderTerms } from './order-terms.ts';
import { QuietPrints } from './quiet-prints.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 300);
const TICK = 7n;
const MOST = 2 ** 31 - 1;
const ticks = fc.integer({ min: 50, max: 150 });
const waiting = fc.record({
  kind: fc.constantFrom('stop', 'profit', 'trails', 'trails'),
  isBuy: fc.boolean(),
  at: ticks,
  /** Not on the grid, of a contract; of trailing stops the price from which on they follow. */
  fine: fc.integer({ min: 0, max: 6 }),
  begins: fc.option(ticks, { freq: 1 }),
  distance: fc.integer({ min: 10, max: 3_000 }),
  extreme: fc.option(ticks, { freq: 1 }),
  source: fc.constantFrom(...(['LAST', 'LAST', 'LAST', 'MARK', 'INDEX'] as const)),
});
const SCENE = fc.record({
  all: fc.array(waiting, { maxLength: 6 }),
  prints: fc.oneof(fc.constant<number[]>([]), fc.array(ticks, { maxLength: 3 })),
  gone: fc.nat(5),
  mark: fc.oneof(fc.constant(0), ticks),
  index: ticks,
});
type Scene = typeof SCENE extends fc.Arbitrary<infer T> ? T : never;

/** What waits and how far it has followed, as text. */
interface Table {
  readonly quiet: QuietPrints;
  readonly print: (ticks: number) => void;
  readonly state: () => string;
}

function ofMarket({ all, prints, gone }: Scene): Table {
  const orders = new OrderPool();
  const triggers = new Triggers(orders);
  const slots = all.map(({ kind, isBuy, at, begins, distance, extreme }, place) => {
    const slot = orders.allocate();
    const trigger = kind === 'stop' ? STOP_TRIGGER : kind === 'profit' ? PROFIT_TRIGGER : TRAILING_TRIGGER;
    orders.int[slot * INT_STRIDE + FLAGS] = packFlags(isBuy ? 0 : 1, 0, 0, 0, trigger);
    orders.num[slot * NUM_STRIDE + ID] = place + 1;
    const trails = kind === 'trails';
    orders.setTerms(
      slot,
      Object.assign(new OrderTerms(), {
        stopTicks: trails ? 0 : at,
        deltaBips: trails ? distance : 0,
        activationTicks: trails ? (begins ?? 0) : 0,
        extremeTicks: trails ? (extreme ?? 0) : 0,
      }),
    );
    triggers.add(slot);
    return slot;
  });
  const print = (price: number): void => {
    triggers.note(price);
    triggers.takeTriggered();
  };
  prints.forEach(print);
  if (slots[gone] !== undefined) triggers.remove(slots[gone]);
  const state = (): string => JSON.stringify(triggers.all().map((slot) => [slot, triggers.extremeOf(slot)]));
  return { quiet: triggers.quiet, print, state };
}

const STOP: StopOrder = {
  stopOrderId: 0,
  account: 0,
  contract: 0,
  side: 'BUY',
  positionSide: 'BOTH',
  type: 'STOP',
  source: 'LAST',
  triggerPrice: 0n,
  price: 0n,
  timeInForce: 'GTC',
  quantity: 1n,
  reduceOnly: false,
  closePosition: false,
  callbackRate: 0n,
  activationPrice: 0n,
  priceProtect: false,
  clientOrderId: '',
  group: 'OWN',
  parentOrderId: 0,
  pairId: 0,
  createdAtMs: 0,
  updatedAtMs: 0,
  extreme: 0n,
  status: 'NEW',
  reason: '',
  orderId: 0,
};

function ofContract({ all, prints, gone, mark, index }: Scene): Table {
  const table = new StopTable();
  const stops = all.map(({ kind, isBuy, at, fine, begins, distance, extreme, source }, place) => {
    const trails = kind === 'trails';
    const exact = (price: number): bigint => BigInt(price) * TICK + BigInt(fine);
    const stop: StopOrder = {
      ...STOP,
      stopOrderId: place + 1,
      side: isBuy ? 'BUY' : 'SELL',
      type: trails ? 'TRAILING_STOP' : kind === 'stop' ? 'STOP' : 'TAKE_PROFIT',
      source,
      triggerPrice: trails ? 0n : exact(at),
      callbackRate: BigInt(distance) * 10_000n,
      activationPrice: begins === null ? 0n : exact(begins),
      extreme: extreme === null ? 0n : BigInt(extreme) * TICK,
    };
    table.add(stop);
    return stop;
  });
  // As Stops.wakeByPrints: the print, then all prices of now; price protection holds back what lies on even places.
  const wake = (source: 'LAST' | 'MARK' | 'INDEX', price: bigint): void => {
    if (price === 0n) return;
    for (const stop of table.reachedBy(source, price)) if (stop.stopOrderId % 2 === 1) table.remove(stop);
  };
  const print = (price: number): void => {
    wake('LAST', BigInt(price) * TICK);
    wake('MARK', BigInt(mark) * TICK);
    wake('INDEX', BigInt(index) * TICK);
  };
  prints.forEach(print);
  if (stops[gone] !== undefined) table.remove(stops[gone]);
  const left = table['all'];
  const state = (): string =>
    JSON.stringify([...left.values()].map((stop) => [stop.stopOrderId, Number(table.extremeOf(stop))]));
  return { quiet: table.quietPrints(TICK, BigInt(mark) * TICK, BigInt(index) * TICK), print, state };
}

const reached = { quiet: 0, loud: 0, never: 0 };

test.each([
  ['market', ofMarket],
  ['contract', ofContract],
] as const)('trading A1 B15 the quiet prints of a %s are those that neither wake nor move what waits', (what, make) => {
  Object.assign(reached, { quiet: 0, loud: 0, never: 0 });
  fc.assert(
    fc.property(SCENE, (scene) => {
      const { quiet } = make(scene);
      if (quiet.below === 0) reached.never += 1;
      for (let price = 45; price <= 160; price += 1) {
        const table = make(scene);
        const before = table.state();
        table.print(price);
        const isQuiet = price > quiet.above && price < quiet.below;
        if (isQuiet) {
          reached.quiet += 1;
          expect([price, table.state()]).toEqual([price, before]);
        } else if (quiet.below !== 0 && table.state() !== before) reached.loud += 1;
      }
      // They are all there are: the next print on each side is not quiet. What price protection holds back has not moved.
      for (const price of [quiet.above, quiet.below]) {
        if (what === 'contract' || price <= 0 || price === MOST) continue;
        const table = make(scene);
        const before = table.state();
        table.print(price);
        expect([price, table.state()]).not.toEqual([price, before]);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(Math.min(reached.quiet, reached.loud)).toBeGreaterThan(RUNS);
  expect(reached.never).toBeGreaterThan(0);
});

test('a table without orders is quiet at every price', () => {
  const { above, below } = new QuietPrints();
  expect([above, below]).toEqual([0, MOST]);
  expect(new StopTable().quietPrints(TICK, 700n, 700n)).toEqual(new QuietPrints());
});
