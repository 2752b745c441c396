/** What is kept of a wallet's contracts follows whatever changes one of them, and orders in another one are judged by it. */
import { expect, test } from 'vitest';
import { BUY, SELL } from '../../book/order-pool.ts';
import { CommandBatch, createCore } from '../../index.ts';
import { checkInvariants } from '../../state-machine/invariants.ts';
import { machineOf, units } from '../../testing/exchange.ts';
import { contractParameters, TestPerps } from '../../testing/perps.ts';
import { checkMargin } from '../orders/order-checks.ts';
import type { Holding, MarginAccount } from './accounts.ts';
import { NO_BONUS } from './bonus-source.ts';
import { planFill } from './fill-plan.ts';
import type { PerpParts } from './parts.ts';
import { Risk } from './risk.ts';
import type { Figures } from './wallet-sums.ts';

const [USER, OTHER] = [1, 2];
const SETTINGS = { leverageDefault: 10, maxOpenOrders: 0, priceProtectScope: 90_000_000 };
const MOST = Number.MAX_SAFE_INTEGER;

interface Scene {
  readonly x: TestPerps;
  readonly account: MarginAccount;
  readonly btc: Holding;
  readonly eth: Holding;
  /** A buy of 0.5 BTC at 49 000 that rests. */
  readonly orderId: number;
}

/** USER is long 1 BTC, and was then judged in ETH, so that the figures of BTC are kept. */
function sceneOf(): Scene {
  const x = new TestPerps(SETTINGS);
  x.addContract('ETHUSDT', SETTINGS);
  x.mark(50_000, 'ETHUSDT');
  for (const uid of [USER, OTHER]) x.fund(uid, 20_000);
  x.trade(USER, OTHER, 50_000, 1);
  const { orderId } = x.buy(USER, { price: 49_000, quantity: '0.5' });
  const { perps } = machineOf(x.core);
  const account = perps.accounts.find(USER, 'FUTURES')!;
  const [btc, eth] = perps.contracts.map((contract) => account.holding(contract));
  perps.accounts.mirror(perps.settleAsset);
  const scene = { x, account, btc: btc!, eth: eth!, orderId };
  judgeElsewhere(scene);
  return scene;
}

/** Orders in ETH around what is left fare as the rule says; afterwards nothing of BTC is due. */
function judgeElsewhere({ x, account, btc, eth }: Scene): void {
  const { accounts, orders, risk, settleAsset } = machineOf(x.core).perps;
  const rule = new Risk({ orders, accounts, bonus: NO_BONUS, settle: () => settleAsset }, false);
  // The cast: the check asks for no more than these.
  const byRule = { orders, risk: rule, bonus: NO_BONUS } as unknown as PerpParts;
  const left = Number(rule.available(account)) * eth.longLeverage;
  const verdicts = [0.5, 0.9, 0.94, 0.95, 1, 1.2].map((share) => {
    const lots = Math.max(1, Math.floor((left * share) / (50_000 * 1e8 * eth.contract.stepSize * 1e-8)));
    const ticks = units(50_000) / eth.contract.tickSize;
    const planned = { holding: eth, side: BUY, positionSide: 'BOTH', lots, ticks, replaces: 0 } as const;
    const verdict = checkMargin(byRule, account, planned);
    expect(risk.inUnits!.margin(account, planned)).toBe(verdict);
    return verdict;
  });
  expect(new Set(verdicts).size).toBe(2);
  const sums = account.sums!;
  expect([sums.touched().includes(btc.number), sums.has(btc.number)]).toEqual([
    false,
    btc.orders.size > 0 || !btc.isFlat,
  ]);
}

const amend = ({ x, orderId }: Scene, changes: { price?: number; quantity?: number }): void => {
  const command = { kind: 'AmendPerpOrder', ...x.owner(USER), orderId, clientOrderId: '', idempotency: null } as const;
  x.must(x.run({ ...command, price: units(changes.price ?? 0), quantity: units(changes.quantity ?? 0) }));
};

const CHANGES: readonly (readonly [what: string, change: (scene: Scene) => void])[] = [
  ['an order moves', (scene) => amend(scene, { price: 48_000 })],
  ['an order shrinks', (scene) => amend(scene, { quantity: 0.2 })],
  ['an order grows', (scene) => amend(scene, { quantity: 0.6 })],
  [
    'an order ends',
    ({ x, orderId }) =>
      void x.must(
        x.run({ kind: 'CancelPerpOrder', ...x.owner(USER), orderId, clientOrderId: '', idempotency: null } as never),
      ),
  ],
  ['an order enters', ({ x }) => void x.sell(USER, { price: 51_000, quantity: '3' })],
  ['a resting order fills in part', ({ x }) => void x.sell(OTHER, { price: 49_000, quantity: '0.2' })],
  ['a position closes', ({ x }) => x.trade(OTHER, USER, 50_000, 1)],
  ['the mark moves', ({ x }) => x.mark(49_500)],
  ['the leverage is another one', ({ x }) => expect(x.leverage(USER, 20)).toBe('OK')],
  [
    'the account may only close',
    ({ x }) =>
      void x.must(x.run({ kind: 'RestrictMarginAccount', uid: USER, wallet: 'FUTURES', closeOnly: true } as never)),
  ],
  [
    'the taker rate is another one',
    ({ x }) => {
      const parameters = contractParameters({ ...SETTINGS, takerFeeRate: 90_000 });
      x.must(x.run({ kind: 'ChangeContract', symbol: 'BTCUSDT', version: 2, parameters }));
    },
  ],
  ['a part closes at a value', (scene) => bothSides(scene, 'value')],
  ['a fill is booked', (scene) => bothSides(scene, 'fill')],
];

/** Books a close of half of both positions, without orders: each side's holding must say so by itself. */
function bothSides({ x, btc }: Scene, how: 'value' | 'fill'): void {
  const { perps, ledger } = machineOf(x.core);
  const half = btc.both!.quantity / 2n;
  const price = BigInt(units(50_000));
  for (const [uid, side] of [
    [USER, SELL],
    [OTHER, BUY],
  ] as const) {
    const account = perps.accounts.find(uid, 'FUTURES')!;
    const holding = account.holding(btc.contract);
    if (how === 'value') perps.settler.closeAtValue(account, holding, holding.both!, half, price / 2n, x.timeMs);
    else {
      const plan = planFill(holding, side, 'BOTH', half, price);
      perps.settler.apply(account, holding, plan, { fee: 0n, isLiquidation: false }, x.timeMs);
    }
  }
  perps.accounts.mirror(perps.settleAsset);
  ledger.begin();
}

test.each(CHANGES)('trading B5 B6 the sums over the contracts of a wallet follow when %s', (_, change) => {
  const scene = sceneOf();
  const before = scene.account.sums!.of(scene.btc.number);
  change(scene);
  checkInvariants(machineOf(scene.x.core));
  judgeElsewhere(scene);
  expect(scene.account.sums!.of(scene.btc.number)).not.toEqual(before);
  checkInvariants(machineOf(scene.x.core));
});

test('what is kept wrongly of a contract or of their sum is seen', () => {
  const scene = sceneOf();
  const { account, btc, x } = scene;
  const sums = account.sums!;
  const figures = sums.of(btc.number)!;
  sums.set(btc.number, { ...figures, results: figures.results + 1 }, btc.contract.valuation);
  expect(() => checkInvariants(machineOf(x.core))).toThrow('results kept is wrong');
  sums.remove(btc.number);
  expect(() => checkInvariants(machineOf(x.core))).toThrow('in no sum');
});

test('an order of a wallet with more than a double may hold is judged in numbers', () => {
  const scene = sceneOf();
  for (let time = 0; time < 2; time += 1) scene.x.fund(USER, 80_000_000);
  const { perps } = machineOf(scene.x.core);
  expect(perps.accounts.walletUnits(scene.account, perps.settleAsset)).toBe(NaN);
  const planned = { holding: scene.eth, side: BUY, positionSide: 'BOTH', lots: 1, ticks: 1, replaces: 0 } as const;
  expect(perps.risk.inUnits!.margin(scene.account, planned)).toBe(null);
});

test('a sum that doubles do not hold is none, and comes back with what they hold', () => {
  const { x, account, btc, eth } = sceneOf();
  x.addContract('XRPUSDT', SETTINGS);
  const xrp = account.holding(machineOf(x.core).perps.contract('XRPUSDT')!);
  const [one, two, third] = [btc.number, eth.number, xrp.number];
  const sums = account.sums!;
  for (const holding of sums.summed()) sums.remove(holding);
  const of = (figure: number): Figures => ({
    total: figure,
    isolatedOrders: 0,
    results: -figure,
    sizeOfResults: figure,
    maintenance: 0,
    notional: 0,
  });
  const others: Figures = of(0);
  const without = (holding: number): number[] => {
    sums.others(holding, others);
    return [others.total, others.results];
  };
  sums.set(one, of(MOST), 1);
  sums.set(two, of(5), 1);
  expect([without(third), without(one), without(two)]).toEqual([
    [NaN, NaN],
    [5, -5],
    [MOST, -MOST],
  ]);
  sums.set(one, of(Infinity), 1);
  expect([without(third), without(one)]).toEqual([
    [NaN, NaN],
    [5, -5],
  ]);
  sums.set(one, of(7), 1);
  expect(without(third)).toEqual([12, -12]);
  sums.remove(one);
  expect([without(third), sums.of(one), sums.of(two)?.total]).toEqual([[5, -5], null, 5]);
});

test('what an order was judged by is kept for that order alone: one that only reduces is judged by nothing', () => {
  const scene = sceneOf();
  const { x, account, btc } = scene;
  const { orderId } = x.sell(USER, { price: 51_000, quantity: '0.5', reduceOnly: true });
  judgeElsewhere(scene);
  const before = account.sums!.of(btc.number);
  amend({ ...scene, orderId }, { price: 52_000 });
  judgeElsewhere(scene);
  expect(account.sums!.of(btc.number)).toEqual(before);
  checkInvariants(machineOf(x.core));
});

test('trading B5 an amended order that shares its price with a younger one leaves figures that a recount gives too', () => {
  const settings = { ...SETTINGS, takerFeeRate: 44_544 };
  const x = new TestPerps(settings, null);
  const batch = new CommandBatch();
  const { apply } = x.core;
  x.core.apply = (command, hear) => {
    batch.add(command);
    return apply.call(x.core, command, hear);
  };
  x.mark('47864.89225523');
  for (const uid of [USER, OTHER]) x.fund(uid, 20_000);
  // A short of USER, which takes up a part of the older of two buys: the rest of the price is divided by age.
  x.trade(OTHER, USER, 48_000, '0.004');
  const { orderId } = x.buy(USER, { price: '49546.58', quantity: '0.007' });
  x.buy(USER, { price: '49546.58', quantity: '0.006' });
  const amended = { ...x.owner(USER), orderId, clientOrderId: '', price: units(0), quantity: units('0.011') };
  x.must(x.run({ kind: 'AmendPerpOrder', ...amended, idempotency: null } as never));
  checkInvariants(machineOf(x.core));
  // The same where the kernel places and amends them.
  const replayed = createCore();
  const contract = { symbol: 'BTCUSDT', base: 'BTC', settle: 'USDT', parameters: contractParameters(settings) };
  for (const begin of [
    { kind: 'CreateAsset', asset: 'USDT', scale: 8 },
    { kind: 'CreateContract', ...contract },
  ])
    replayed.apply({ ...begin, seq: replayed.lastSeq + 1, timeMs: 1_700_006_400_000 } as never, () => {});
  const bytes = batch.take();
  expect([replayed.replay(bytes, 0, Infinity), replayed.stateHash()]).toEqual([bytes.length, x.core.stateHash()]);
  checkInvariants(machineOf(replayed));
});
