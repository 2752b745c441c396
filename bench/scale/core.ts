/** Costs of the perpetuals' engine that might grow with what stands around a command. */
import { restoreCore } from '../../core/index.ts';
import { TestPerps } from '../../core/testing/perps.ts';
import { type Growth, median } from './exponent.ts';

const SIZES = [10, 100, 1_000];
const MAKERS_ORDERS = [100, 1_000, 10_000];
const ROUNDS = 15;
const TAKER = 1;
const FREE = { maxOpenOrders: 0, leverageDefault: 10 };

/** An exchange of tests whose core does not check every invariant after every command. */
function unchecked(): TestPerps {
  const x = new TestPerps(FREE);
  return Object.assign(x, { core: restoreCore(x.core.snapshot()) });
}

function timed(run: () => void): number {
  const before = performance.now();
  run();
  return (performance.now() - before) * 1_000;
}

/** `makers` makers with one order each; the taker takes all of them. */
function takeAll(makers: number, tif: 'FOK' | 'IOC'): number {
  const x = unchecked();
  x.fund(TAKER, 80_000_000);
  for (let uid = 2; uid < 2 + makers; uid += 1) x.fund(uid, 10_000);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const takes = round % 2 === 0 ? ('buy' as const) : ('sell' as const);
    const gives = takes === 'buy' ? ('sell' as const) : ('buy' as const);
    for (let uid = 2; uid < 2 + makers; uid += 1) x[gives](uid, { price: 50_000, quantity: '0.001' });
    rounds.push(timed(() => x[takes](TAKER, { price: 50_000, quantity: makers / 1_000, tif })));
    x.events.length = 0;
  }
  return median(rounds);
}

/** One maker with `resting` orders in the book; the taker takes one of them. */
function takeOneOf(resting: number, tif: 'FOK' | 'IOC'): number {
  const x = unchecked();
  for (const uid of [TAKER, 2]) x.fund(uid, 80_000_000);
  for (let at = 0; at < resting + ROUNDS; at += 1) x.sell(2, { price: 50_000 + at, quantity: '0.001' });
  const rounds = Array.from({ length: ROUNDS }, () =>
    timed(() => x.buy(TAKER, { price: 60_000, quantity: '0.001', tif })),
  );
  return median(rounds);
}

/** A trade that makes a new high, where so many trailing stops wait, half of them to sell: none fires. */
function highBeside(stops: number): number {
  const x = unchecked();
  for (const uid of [TAKER, 2]) x.fund(uid, 80_000_000);
  for (let at = 0; at < stops; at += 1) {
    const uid = 10 + at;
    x.fund(uid, 10_000);
    const side = at % 2 === 0 ? 'SELL' : 'BUY';
    x.stop(uid, side, { type: 'TRAILING_STOP', quantity: '0.001', callback: 10_000_000 });
  }
  let price = 50_000;
  const rounds = Array.from({ length: ROUNDS }, () => {
    price += 1;
    x.sell(2, { price, quantity: '0.001' });
    return timed(() => x.buy(TAKER, { price, quantity: '0.001', tif: 'IOC' }));
  });
  return median(rounds);
}

/** An order in a market where `accounts` hold a position. */
function beside(accounts: number): { readonly x: TestPerps; readonly order: number } {
  const x = unchecked();
  x.fund(TAKER, 80_000_000);
  for (let uid = 2; uid < 2 + accounts; uid += 1) {
    x.fund(uid, 10_000);
    x.trade(uid, TAKER, 50_000, '0.001');
  }
  const rounds = Array.from({ length: 10 * ROUNDS }, () =>
    timed(() => x.buy(TAKER, { price: 40_000, quantity: '0.001' })),
  );
  return { x, order: median(rounds) };
}

/** At three sizes each, in microseconds; the invariants are not checked meanwhile. */
export function coreGrowth(): Growth[] {
  // Everything once, so that no size pays for the first compilation.
  for (const tif of ['FOK', 'IOC'] as const) void [takeAll(300, tif), takeOneOf(300, tif)];
  const fillOrKill = SIZES.map((size) => [size, takeAll(size, 'FOK')] as const);
  const ofOne = MAKERS_ORDERS.map((size) => [size, takeOneOf(size, 'FOK')] as const);
  const filled = MAKERS_ORDERS.map((size) => [size, takeOneOf(size, 'IOC')] as const);
  const states = SIZES.map((size) => ({ size: 10 * size, ...beside(10 * size) }));
  const restored = states.map(({ size, x }) => {
    const bytes = x.core.snapshot();
    return [size, median(Array.from({ length: 5 }, () => timed(() => void restoreCore(bytes))))] as const;
  });
  return [
    {
      what: 'a fill-or-kill order of the perpetuals against so many makers, tried on a draft before it fills',
      unit: 'µs',
      points: fillOrKill,
      beside: { what: 'the same as immediate-or-cancel', costs: SIZES.map((size) => takeAll(size, 'IOC')) },
    },
    {
      what: 'a fill-or-kill order against one order of a maker who has so many',
      unit: 'µs',
      points: ofOne,
    },
    {
      what: 'the same as immediate-or-cancel: a fill looks at none of the others',
      unit: 'µs',
      points: filled,
    },
    {
      what: 'a fill at a new high beside so many trailing stops, which all follow it',
      unit: 'µs',
      points: MAKERS_ORDERS.map((size) => [size, highBeside(size)] as const),
    },
    {
      what: 'an order beside so many accounts with a position: what older rules left undone is looked for once, at the start',
      unit: 'µs',
      points: states.map(({ size, order }) => [size, order] as const),
    },
    { what: 'a state of so many accounts restored, that search included', unit: 'µs', points: restored },
  ];
}
