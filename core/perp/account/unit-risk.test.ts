/** Fills and scopes judged in numbers fare as the rule says, which judges in big integers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUY, SELL } from '../../book/order-pool.ts';
import { checkInvariants } from '../../state-machine/invariants.ts';
import { machineOf, units } from '../../testing/exchange.ts';
import { TestPerps } from '../../testing/perps.ts';
import { isWorse } from '../orders/fill-checks.ts';
import type { Perps } from '../perps.ts';
import type { Holding, MarginAccount } from './accounts.ts';
import { NO_BONUS } from './bonus-source.ts';
import { planFill } from './fill-plan.ts';
import { Risk } from './risk.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 150);
const [USER, OTHER] = [1, 2];
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] as const;
const SETTINGS = { leverageDefault: 20, maxOpenOrders: 0, priceProtectScope: 90_000_000, takerFeeRate: 54_321 };

const fillArb = fc.record({
  isBuy: fc.boolean(),
  /** In thousandths of 50 000. */
  price: fc.integer({ min: 800, max: 1_200 }),
  /** In thousandths of the position, or lots where there is none. */
  share: fc.integer({ min: 1, max: 4_000 }),
});

const sceneArb = fc.record({
  isHedged: fc.boolean(),
  funds: fc.integer({ min: 300, max: 20_000 }),
  /** Lots of each contract's position, below 0 a short; and the mark that it comes to. */
  positions: fc.array(
    fc.record({ lots: fc.integer({ min: -300, max: 300 }), mark: fc.integer({ min: 970, max: 1_030 }) }),
    {
      minLength: 3,
      maxLength: 3,
    },
  ),
  fills: fc.array(fillArb, { minLength: 1, maxLength: 12 }),
});

type Scene = typeof sceneArb extends fc.Arbitrary<infer T> ? T : never;

function sceneOf({ isHedged, funds, positions }: Scene): TestPerps {
  const x = new TestPerps(SETTINGS);
  for (const symbol of SYMBOLS.slice(1)) {
    x.addContract(symbol, SETTINGS);
    x.mark(50_000, symbol);
  }
  x.fund(USER, funds);
  x.fund(OTHER, 10_000_000);
  if (isHedged) x.hedge(USER);
  positions.forEach(({ lots, mark }, place) => {
    const symbol = SYMBOLS[place]!;
    const quantity = (Math.abs(lots) / 1_000).toFixed(3);
    const [side, sided] = lots > 0 ? (['BUY', 'LONG'] as const) : (['SELL', 'SHORT'] as const);
    if (lots !== 0) {
      x.tryPlace(OTHER, lots > 0 ? 'SELL' : 'BUY', { price: 50_000, quantity, symbol });
      x.tryPlace(USER, side, { price: 50_000, quantity, symbol, tif: 'IOC', ...(isHedged ? { side: sided } : {}) });
    }
    x.mark(50 * mark, symbol);
  });
  return x;
}

const ruleOf = ({ orders, accounts, settleAsset }: Perps): Risk =>
  new Risk({ orders, accounts, bonus: NO_BONUS, settle: () => settleAsset }, false);

test('trading B7 B11 B12 B17 the cross scope and fills of it fare the same in numbers as by the rule, over three contracts', () => {
  const reached = { permitted: 0, refused: 0, flips: 0, hedged: 0, 'closes within': 0, 'closes beyond': 0, unsafe: 0 };
  fc.assert(
    fc.property(sceneArb, (scene) => {
      const { perps } = machineOf(sceneOf(scene).core);
      const account = perps.accounts.find(USER, 'FUTURES');
      if (account === undefined) return;
      const rule = ruleOf(perps);
      const isSafe = rule.isSafe({ account, isolated: null });
      expect(perps.risk.crossInUnits!.isSafe(account)).toBe(isSafe);
      for (const fill of scene.fills) {
        for (const holding of account.holdings.values()) compare(perps.risk, rule, account, holding, fill, reached);
      }
      // Marks that nobody was told of: no liquidation follows, so that unsafe scopes are met as well.
      for (const contract of perps.contracts) contract.mark = (contract.mark * 60n) / 100n;
      const isSafeThen = rule.isSafe({ account, isolated: null });
      if (!isSafeThen) reached.unsafe += 1;
      expect(perps.risk.crossInUnits!.isSafe(account)).toBe(isSafeThen);
    }),
    { numRuns: RUNS },
  );
  for (const [what, times] of Object.entries(reached)) expect(times, what).toBeGreaterThan(5);
});

function compare(
  risk: Risk,
  rule: Risk,
  account: MarginAccount,
  holding: Holding,
  { isBuy, price: thousandths, share }: Scene['fills'][number],
  reached: Record<'permitted' | 'refused' | 'flips' | 'hedged' | 'closes within' | 'closes beyond', number>,
): void {
  const { contract } = holding;
  const price = BigInt(units(50 * thousandths));
  const side = isBuy ? BUY : SELL;
  const positionSide = account.mode === 'ONE_WAY' ? 'BOTH' : share % 2 === 0 ? 'LONG' : 'SHORT';
  const before = holding.position(positionSide);
  const lots = before === null ? share : Math.max(1, Math.floor((contract.lotsOf(before.quantity) * share) / 1_000));
  const plan = planFill(holding, side, positionSide, contract.quantityOf(lots), price);
  const fee = BigInt(share * 10_000_000);
  if (plan.opening > 0n) {
    const isPermitted = rule.permits(account, holding, plan, fee);
    expect(risk.crossInUnits!.permits(account, holding, plan, fee)).toBe(isPermitted);
    reached[isPermitted ? 'permitted' : 'refused'] += 1;
    if (plan.closing > 0n) reached.flips += 1;
    if (account.mode === 'HEDGE') reached.hedged += 1;
  }
  if (plan.before === null || plan.closing === 0n) return;
  const { position, value } = rule
    .bankruptcy({ account, isolated: null })
    .find((candidate) => candidate.position === plan.before)!;
  const isWithin = !isWorse(contract, position.direction, value, position.quantity, price);
  reached[isWithin ? 'closes within' : 'closes beyond'] += 1;
  // The numbers know of no close that the rule refuses; what they do not know, a price near the border, the rule is asked for.
  const isKnown = risk.crossInUnits!.closesWithin(account, contract, position, price);
  const isNear =
    isWithin && isWorse(contract, position.direction, value + 3n * position.direction, position.quantity, price);
  if (!isNear) expect(isKnown).toBe(isWithin);
  else if (isKnown) expect(isWithin).toBe(true);
}

test('what doubles may not hold is left to the rule, and is known again with what they hold', () => {
  const x = new TestPerps(SETTINGS);
  for (const uid of [USER, OTHER]) x.fund(uid, 20_000);
  x.trade(USER, OTHER, 50_000, 1);
  const { perps } = machineOf(x.core);
  const account = perps.accounts.find(USER, 'FUTURES')!;
  const holding = account.holdings.get(0)!;
  const inUnits = perps.risk.crossInUnits!;
  const both = holding.both!;
  for (const [quantity, cost] of [
    [2n ** 54n, both.cost],
    [both.quantity, 2n ** 54n],
  ] as const) {
    holding.setPosition('BOTH', { ...both, quantity, cost });
    perps.risk.positionsChanged(account, holding);
    const plan = planFill(holding, BUY, 'BOTH', BigInt(units(1)), BigInt(units(50_000)));
    expect([
      inUnits.isSafe(account),
      inUnits.permits(account, holding, plan, 0n),
      inUnits.closesWithin(account, holding.contract, holding.both!, BigInt(units(50_000))),
    ]).toEqual([null, null, false]);
  }
  holding.setPosition('BOTH', both);
  perps.risk.positionsChanged(account, holding);
  expect(inUnits.isSafe(account)).toBe(true);
});

test('of a wallet that doubles may not hold, the largest that they do is enough for what it bears', () => {
  const x = new TestPerps(SETTINGS);
  for (const uid of [USER, OTHER]) for (let time = 0; time < 2; time += 1) x.fund(uid, 80_000_000);
  x.trade(USER, OTHER, 50_000, 1);
  const { perps } = machineOf(x.core);
  const account = perps.accounts.find(USER, 'FUTURES')!;
  expect(perps.accounts.walletUnits(account, perps.settleAsset)).toBe(NaN);
  expect(perps.risk.crossInUnits!.isSafe(account)).toBe(true);
});

test('trading C4 what is kept wrongly of the positions of an account is seen', () => {
  const x = new TestPerps(SETTINGS);
  for (const uid of [USER, OTHER]) x.fund(uid, 20_000);
  x.trade(USER, OTHER, 50_000, 1);
  const machine = machineOf(x.core);
  const account = machine.perps.accounts.find(USER, 'FUTURES')!;
  const sums = machine.perps.risk.crossInUnits!.sumsOf(account);
  ['results', 'maintenance', 'notional'].forEach((name, place) => {
    sums['figures'][place]! += 1;
    expect(() => checkInvariants(machine)).toThrow(`${name} kept of cross positions are wrong`);
    sums['figures'][place]! -= 1;
  });
  sums.isolatedCount += 1;
  expect(() => checkInvariants(machine)).toThrow('isolated positions kept are miscounted');
});
