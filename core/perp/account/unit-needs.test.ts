/** Needs counted in numbers are those of the rule, which counts in big integers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUY, SELL } from '../../book/order-pool.ts';
import { machineOf } from '../../testing/exchange.ts';
import { TestPerps } from '../../testing/perps.ts';
import { NO_BONUS } from './bonus-source.ts';
import { Risk } from './risk.ts';
import type { PlannedOrder } from './order-needs.ts';
import { UnitNeeds } from './unit-needs.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 500);
const MAKER = 9;
const USER = 1;

interface Wanted {
  readonly isBuy: boolean;
  /** Of the mark, in thousandths. */
  readonly price: number;
  readonly lots: number;
  readonly reduceOnly: boolean;
}

const orderArb: fc.Arbitrary<Wanted> = fc.record({
  isBuy: fc.boolean(),
  price: fc.integer({ min: 960, max: 1_040 }),
  lots: fc.integer({ min: 1, max: 300 }),
  reduceOnly: fc.boolean(),
});

const sceneArb = fc.record({
  mode: fc.constantFrom('ONE_WAY' as const, 'HEDGE' as const),
  isIsolated: fc.boolean(),
  mark: fc.constantFrom(50_000, 49_500.37, 50_500.21),
  /** Lots of the position that is there before the orders: below 0 a short. */
  position: fc.integer({ min: -200, max: 200 }),
  orders: fc.oneof(fc.array(orderArb, { maxLength: 8 }), fc.array(orderArb, { minLength: 9, maxLength: 24 })),
  planned: fc.option(orderArb),
  replaces: fc.option(fc.nat(23)),
});

type Scene = typeof sceneArb extends fc.Arbitrary<infer T> ? T : never;

function sceneOf(scene: Scene): TestPerps {
  const x = new TestPerps({ leverageDefault: 20, maxOpenOrders: 0, takerFeeRate: 54_321 });
  x.fund(MAKER, 10_000_000);
  x.fund(USER, 1_000_000);
  if (scene.mode === 'HEDGE') x.hedge(USER);
  if (scene.isIsolated) x.isolate(USER);
  const quantity = (Math.abs(scene.position) / 1_000).toFixed(3);
  const side = scene.position > 0 ? 'LONG' : 'SHORT';
  const own = { price: 50_000, quantity, ...(scene.mode === 'HEDGE' ? { side: side as 'LONG' | 'SHORT' } : {}) };
  if (scene.position > 0) {
    x.sell(MAKER, { price: 50_000, quantity });
    x.buy(USER, own);
  } else if (scene.position < 0) {
    x.buy(MAKER, { price: 50_000, quantity });
    x.sell(USER, own);
  }
  for (const { isBuy, price, lots, reduceOnly } of scene.orders) {
    const sided = scene.mode === 'HEDGE' ? { side: (isBuy ? 'LONG' : 'SHORT') as 'LONG' | 'SHORT' } : { reduceOnly };
    // Buys below and sells above, so that they rest; some are refused, which is no matter here.
    const at = isBuy ? Math.min(price, 999) : Math.max(price, 1_001);
    x.tryPlace(USER, isBuy ? 'BUY' : 'SELL', {
      price: 50 * at,
      quantity: (lots / 1_000).toFixed(3),
      tif: 'GTX',
      ...sided,
    });
  }
  x.mark(scene.mark);
  return x;
}

test('trading B5 what orders need is the same in numbers as by the rule, whatever is open and planned', () => {
  const reached = { queued: 0, many: 0, 'many and queued': 0, isolated: 0, hedged: 0, losses: 0, replaced: 0 };
  fc.assert(
    fc.property(sceneArb, (scene) => {
      const { perps } = machineOf(sceneOf(scene).core);
      const { accounts, orders, risk } = perps;
      const account = accounts.find(USER, 'FUTURES');
      const [holding] = account?.holdings.values() ?? [];
      // Nothing was placed, or all of it was refused.
      if (account === undefined || holding === undefined) return;
      const byRule = new Risk({ orders, accounts, bonus: NO_BONUS, settle: () => 0 }, false);
      const { contract } = holding;
      const live = [...holding.orders];
      const planned: PlannedOrder | null =
        scene.planned === null
          ? null
          : {
              holding,
              side: scene.planned.isBuy ? BUY : SELL,
              positionSide: scene.mode === 'HEDGE' ? (scene.planned.isBuy ? 'LONG' : 'SHORT') : 'BOTH',
              lots: scene.planned.lots,
              ticks: Math.round((50 * scene.planned.price * 1e8) / contract.tickSize),
              replaces: (scene.replaces === null ? undefined : live[scene.replaces]) ?? 0,
            };
      expect(risk.needsOf(account, holding, planned)).toEqual(byRule.needsOf(account, holding, planned));
      if (planned !== null) {
        expect(risk.openingQuantity(account, planned)).toBe(byRule.openingQuantity(account, planned));
        expect(risk.sideNotional(account, planned)).toBe(byRule.sideNotional(account, planned));
      }
      const needs = risk.needsOf(account, holding, planned);
      if (holding.both !== null && live.length > 0) reached.queued += 1;
      const hasLines = holding.orderSums!.keptLines !== null;
      if (holding.orders.size > 8) reached.many += 1;
      if (hasLines && holding.both !== null) reached['many and queued'] += 1;
      if (scene.isIsolated) reached.isolated += 1;
      if (scene.mode === 'HEDGE') reached.hedged += 1;
      if (needs.openingLoss > 0n) reached.losses += 1;
      if (planned !== null && planned.replaces !== 0) reached.replaced += 1;
    }),
    { numRuns: RUNS },
  );
  for (const [what, times] of Object.entries(reached)) expect(times, what).toBeGreaterThan(10);
});

test('the sums that are kept of many orders follow each that enters, changes, fills and ends, and the mark', () => {
  const x = new TestPerps({ leverageDefault: 20, maxOpenOrders: 0, takerFeeRate: 54_321 });
  x.fund(MAKER, 10_000_000);
  x.fund(USER, 1_000_000);
  const owner = x.owner(USER);
  const { perps } = machineOf(x.core);
  const { accounts, orders, risk } = perps;
  const byRule = new Risk({ orders, accounts, bonus: NO_BONUS, settle: () => 0 }, false);
  const placed = Array.from({ length: 12 }, (_, at) =>
    at % 2 === 0
      ? x.buy(USER, { price: 49_900 - at, quantity: '0.01' })
      : x.sell(USER, { price: 50_100 + at, quantity: '0.01' }),
  );
  const account = accounts.find(USER, 'FUTURES')!;
  const [holding] = [...account.holdings.values()];
  const compare = (): void => {
    expect(risk.needsOf(account, holding!)).toEqual(byRule.needsOf(account, holding!));
    expect(holding!.orderSums!.isFresh(holding!.contract, account.mode)).toBe(true);
  };
  compare();
  const amend = (at: number, price: number, quantity: number): void => {
    const { orderId } = placed[at]!;
    const command = { kind: 'AmendPerpOrder', ...owner, orderId, clientOrderId: '', idempotency: null } as const;
    x.must(x.run({ ...command, price: price * 1e8, quantity: quantity * 1e8 }));
    compare();
  };
  amend(0, 49_950, 0);
  amend(1, 0, 0.004);
  amend(2, 0, 0.03);
  x.mark(49_000);
  compare();
  x.mark(50_000);
  compare();
  // Fills of a resting order, in part and whole, and of one that enters; then orders stand against a position.
  x.sell(MAKER, { price: 49_950, quantity: '0.004' });
  compare();
  x.sell(MAKER, { price: 49_950, quantity: '0.006' });
  compare();
  x.sell(MAKER, { price: 49_960, quantity: '0.005' });
  x.buy(USER, { price: 49_960, quantity: '0.02' });
  compare();
  x.must(x.run({ kind: 'CancelPerpOrder', ...owner, orderId: placed[3]!.orderId, clientOrderId: '' }));
  compare();
  x.must(x.run({ kind: 'RestrictMarginAccount', uid: USER, wallet: 'FUTURES', closeOnly: true }));
  expect(risk.needsOf(account, holding!)).toEqual(byRule.needsOf(account, holding!));
});

test('what doubles do not hold exactly is left to the rule', () => {
  const x = new TestPerps({ leverageDefault: 20, maxOpenOrders: 0 });
  x.fund(USER, 100_000);
  x.buy(USER, { price: 40_000, quantity: '0.001' });
  const { perps } = machineOf(x.core);
  const account = perps.accounts.find(USER, 'FUTURES')!;
  const holding = [...account.holdings.values()][0]!;
  const units = new UnitNeeds(perps.orders);
  const planned = { holding, side: BUY, positionSide: 'BOTH', lots: 1, ticks: 400_000, replaces: 0 } as const;
  const most = Math.floor(Number.MAX_SAFE_INTEGER / (planned.ticks * holding.contract.unit));
  expect(units.count(account, holding, { ...planned, lots: most - 1_000_000 })).toBe(true);
  expect(units.count(account, holding, { ...planned, lots: most + 1 })).toBe(false);
});

test('what closes is not taken off a sum that doubles have rounded', () => {
  const x = new TestPerps({ leverageDefault: 20, maxOpenOrders: 0 });
  x.fund(USER, 1_000_000);
  x.fund(MAKER, 100_000);
  x.trade(USER, MAKER, 50_000, '0.001');
  x.sell(USER, { price: 60_000, quantity: 150 });
  x.moveMark(100_000);
  const { perps } = machineOf(x.core);
  const account = perps.accounts.find(USER, 'FUTURES')!;
  const holding = [...account.holdings.values()][0]!;
  expect(holding.contract.mark).toBe(100_000n * 100_000_000n);
  holding.setPosition('BOTH', { ...holding.both!, quantity: 30_000_000_000n });
  const units = new UnitNeeds(perps.orders);
  // It may lose 85 million and the other order 6; what is left of them once 300 are closed may lose less than 2^53 - 1 units.
  const planned = { holding, side: SELL, positionSide: 'BOTH', lots: 850_000, ticks: 100, replaces: 0 } as const;
  expect(units.count(account, holding, planned)).toBe(false);
  expect(units.count(account, holding, { ...planned, lots: 800_000 })).toBe(true);
});
