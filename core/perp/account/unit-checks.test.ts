/** Orders judged in numbers fare as the rule says, which judges in big integers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUY, SELL } from '../../book/order-pool.ts';
import { machineOf } from '../../testing/exchange.ts';
import { TestPerps } from '../../testing/perps.ts';
import { checkLimits, checkMargin } from '../orders/order-checks.ts';
import type { PerpParts } from './parts.ts';
import { NO_BONUS } from './bonus-source.ts';
import { Risk } from './risk.ts';
import type { PlannedOrder } from './order-needs.ts';
import { UNDECIDED } from './unit-checks.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 200);
const USER = 1;
const [LONGS, SHORTS] = [8, 9];
const SYMBOLS = ['BTCUSDT', 'ETHUSDT'] as const;
const TIERS = [
  { cap: 500_000_000_000, maxLeverage: 125, rate: 400_000 },
  { cap: 3_000_000_000_000, maxLeverage: 50, rate: 500_000 },
  { cap: 70_000_000_000_000, maxLeverage: 20, rate: 1_000_000 },
];

const orderArb = fc.record({
  isBuy: fc.boolean(),
  /** Of 50 000, in thousandths. */
  price: fc.integer({ min: 960, max: 1_040 }),
  lots: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 300, max: 20_000 })),
});

/** `share`: of what the account could open with all that it has left, in thousandths, in place of the lots: near the border of the margin. */
const plannedArb = fc.record({
  order: orderArb,
  share: fc.option(fc.integer({ min: 900, max: 1_050 })),
  replaces: fc.option(fc.nat(4)),
});

const contractArb = fc.record({
  isIsolated: fc.boolean(),
  leverage: fc.constantFrom(10, 20, 50),
  mark: fc.constantFrom(50_000, 48_500.37, 51_700.21),
  /** Lots of the position that is there before the orders: below 0 a short. */
  position: fc.integer({ min: -200, max: 200 }),
  orders: fc.array(orderArb, { maxLength: 5 }),
});

const sceneArb = fc.record({
  isHedged: fc.boolean(),
  funds: fc.oneof(fc.integer({ min: 500, max: 5_000 }), fc.integer({ min: 5_000, max: 300_000 })),
  first: contractArb,
  /** Null: the first is the account's only contract, of which an order that it can bear is judged by less. */
  second: fc.option(contractArb, { freq: 2 }),
  planned: fc.array(plannedArb, { minLength: 1, maxLength: 12 }),
});

type Scene = typeof sceneArb extends fc.Arbitrary<infer T> ? T : never;

/** The open interest of the first contract is so high that nobody may have more than a tenth of it, that of the second near its cap. */
function sceneOf({ isHedged, funds, first, second }: Scene): TestPerps {
  const common = { tiers: TIERS, maxOpenOrders: 0, takerFeeRate: 54_321 };
  const x = new TestPerps(common);
  x.addContract('ETHUSDT', { ...common, openInterestCap: 5_000_000_000_000 });
  x.mark(50_000, 'ETHUSDT');
  for (const uid of [LONGS, SHORTS]) {
    x.fund(uid, 10_000_000);
    x.leverage(uid, 2);
  }
  // Twelve positions on each side: of one user none may be so large.
  for (let lot = 0; lot < 12; lot += 1) {
    x.fund(100 + lot, 10_000_000);
    x.fund(200 + lot, 10_000_000);
    x.trade(100 + lot, 200 + lot, 50_000, 10);
  }
  x.fund(USER, funds);
  if (isHedged) x.hedge(USER);
  for (const [symbol, wish] of [
    [SYMBOLS[0], first],
    [SYMBOLS[1], second],
  ] as const) {
    if (wish === null) continue;
    if (wish.isIsolated) x.isolate(USER, symbol);
    x.leverage(USER, wish.leverage, symbol, isHedged && wish.isIsolated ? 'LONG' : 'BOTH');
    const quantity = (Math.abs(wish.position) / 1_000).toFixed(3);
    const side = isHedged ? { side: wish.position > 0 ? ('LONG' as const) : ('SHORT' as const) } : {};
    if (wish.position > 0) {
      x.sell(SHORTS, { price: 50_000, quantity, symbol });
      x.tryPlace(USER, 'BUY', { price: 50_000, quantity, symbol, tif: 'IOC', ...side });
    } else if (wish.position < 0) {
      x.buy(LONGS, { price: 50_000, quantity, symbol });
      x.tryPlace(USER, 'SELL', { price: 50_000, quantity, symbol, tif: 'IOC', ...side });
    }
    for (const { isBuy, price, lots } of wish.orders) {
      // Buys below and sells above, so that they rest; some are refused, which is no matter here.
      const at = isBuy ? Math.min(price, 999) : Math.max(price, 1_001);
      const sided = isHedged ? { side: isBuy ? ('LONG' as const) : ('SHORT' as const) } : {};
      const request = { price: 50 * at, quantity: (lots / 1_000).toFixed(3), tif: 'GTX', symbol, ...sided };
      x.tryPlace(USER, isBuy ? 'BUY' : 'SELL', request);
    }
    x.mark(wish.mark, symbol);
  }
  return x;
}

test('trading B2 B5 B7 B18 B19 limits and margin of an order are the same in numbers as by the rule, over two contracts', () => {
  const reached = {
    'let through': 0,
    LEVERAGE_TIER: 0,
    POSITION_LIMIT: 0,
    OPEN_INTEREST_CAP: 0,
    INSUFFICIENT_BALANCE: 0,
    'more of isolated margin than there is': 0,
    hedged: 0,
    replaced: 0,
    'with another position': 0,
    'borne in the only contract': 0,
    'too much for the only contract': 0,
  };
  fc.assert(
    fc.property(sceneArb, (scene) => {
      const { perps } = machineOf(sceneOf(scene).core);
      const { accounts, orders, risk } = perps;
      const account = accounts.find(USER, 'FUTURES');
      if (account === undefined) return;
      const rule = new Risk({ orders, accounts, bonus: NO_BONUS, settle: () => perps.settleAsset }, false);
      // The cast: the checks ask for no more than these.
      const byRule = { orders, risk: rule, bonus: NO_BONUS } as unknown as PerpParts;
      for (const holding of account.holdings.values()) {
        const live = [...holding.orders];
        const left = Number(rule.available(account)) * holding.longLeverage;
        for (const { order, share, replaces: at } of scene.planned) {
          const { isBuy, price } = order;
          const most = left / (price * 50 * 1e5);
          const lots = share === null ? order.lots : Math.max(1, Math.floor((most * share) / 1_000));
          const planned: PlannedOrder = {
            holding,
            side: isBuy ? BUY : SELL,
            positionSide: scene.isHedged ? (isBuy ? 'LONG' : 'SHORT') : 'BOTH',
            lots,
            ticks: (50 * price * 1e8) / holding.contract.tickSize,
            replaces: (at === null ? undefined : live[at]) ?? 0,
          };
          const limits = checkLimits(byRule, account, planned);
          const margin = checkMargin(byRule, account, planned);
          expect(risk.inUnits!.limits(account, planned)).toBe(limits);
          expect(risk.inUnits!.margin(account, planned)).toBe(margin);
          // By itself, without the count that the limits left.
          expect(risk.inUnits!.margin(account, planned)).toBe(margin);
          reached[(limits ?? margin ?? 'let through') as keyof typeof reached] += 1;
          if (margin !== null && rule.free(account, rule.needs(account)) > 0n && holding.marginMode === 'ISOLATED')
            reached['more of isolated margin than there is'] += 1;
          if (scene.isHedged) reached.hedged += 1;
          if (planned.replaces !== 0) reached.replaced += 1;
          const hasOther = [...account.holdings.values()].some((other) => other !== holding && !other.isFlat);
          if (account.holdings.size === 1 && limits === null)
            reached[margin === null ? 'borne in the only contract' : 'too much for the only contract'] += 1;
          if (hasOther && limits === null) reached['with another position'] += 1;
        }
      }
    }),
    { numRuns: RUNS },
  );
  for (const [what, times] of Object.entries(reached)) expect(times, what).toBeGreaterThan(5);
});

test('an order whose figures doubles may not hold is left to the rule', () => {
  const x = new TestPerps({ leverageDefault: 20, maxOpenOrders: 0 });
  x.fund(USER, 100_000);
  x.buy(USER, { price: 40_000, quantity: '0.001' });
  const { perps } = machineOf(x.core);
  const account = perps.accounts.find(USER, 'FUTURES')!;
  const holding = [...account.holdings.values()][0]!;
  const planned = { holding, side: BUY, positionSide: 'BOTH', lots: 1, ticks: 400_000, replaces: 0 } as const;
  const most = Math.floor(Number.MAX_SAFE_INTEGER / (planned.ticks * holding.contract.unit));
  expect(perps.risk.inUnits!.margin(account, { ...planned, lots: 1_000 })).toBe(null);
  expect(perps.risk.inUnits!.limits(account, { ...planned, lots: most + 1 })).toBe(UNDECIDED);
  expect(perps.risk.inUnits!.margin(account, { ...planned, lots: most + 1 })).toBe(UNDECIDED);
});

test('a side whose position and orders together pass 2^53 - 1 is left to the rule, though its margin does not', () => {
  const x = new TestPerps({ leverageDefault: 20, maxOpenOrders: 0 });
  x.fund(USER, 100_000);
  x.hedge(USER);
  for (const uid of [LONGS, SHORTS]) x.fund(uid, 1_000_000);
  x.trade(LONGS, SHORTS, 50_000, 1);
  x.buy(USER, { price: 40_000, quantity: '0.001', side: 'LONG' });
  const { perps } = machineOf(x.core);
  const account = perps.accounts.find(USER, 'FUTURES')!;
  const holding = [...account.holdings.values()][0]!;
  const position = { ...perps.accounts.find(LONGS, 'FUTURES')!.holdings.get(0)!.both!, positionSide: 'LONG' as const };
  // Worth 60 million; an order over 50 million beside it.
  holding.setPosition('LONG', { ...position, quantity: 120_000_000_000n, cost: 6_000_000_000_000_000n });
  const planned = { holding, side: BUY, positionSide: 'LONG', lots: 1_000_000, ticks: 5_000_000, replaces: 0 } as const;
  expect(perps.risk.inUnits!.margin(account, planned)).toBe(UNDECIDED);
});
