/** Orders of spot and of contracts, with names and keys, while there is hardly room for any: kernel and core forget the same ended ones, in turns and in a replay. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Reached } from '../model/reached.ts';
import { body, machineOf, parameters, units } from '../testing/exchange.ts';
import { NameGiver } from '../testing/named-commands.ts';
import { limit, MARK, owner, scene } from '../testing/perp-scene.ts';
import { contractParameters } from '../testing/perps.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 8);
const SEED = 20_261_129;
const USERS = [1, 2, 3, 4];
const WIDE = contractParameters({ priceProtectScope: 90_000_000, leverageDefault: 20, takerFeeRate: 50_000 });
const MARKET = parameters({ makerFeeRate: 1_000, takerFeeRate: 2_000 });

const step = fc.record({
  isSpot: fc.boolean(),
  uid: fc.constantFrom(...USERS),
  isBuy: fc.boolean(),
  tif: fc.constantFrom('GTC', 'GTC', 'FOK', 'IOC'),
  /** Ticks by which it is worse for the other side. */
  away: fc.integer({ min: -2, max: 4 }),
  lots: fc.integer({ min: 1, max: 12 }),
  isAll: fc.nat(30),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function spotOrder({ uid, isBuy, tif, lots }: Step, ticks: number): ReturnType<typeof body> {
  return body({
    kind: 'PlaceOrder', uid, symbol: 'SPOT', side: isBuy ? 'BUY' : 'SELL', type: 'LIMIT', timeInForce: tif, price: ticks * 1_000_000, quantity: lots * 100_000,
    quoteAmount: 0, maxSlippage: 0, stpMode: '', clientOrderId: '', idempotency: null,
  } as never); // prettier-ignore
}

function walk(steps: readonly Step[], every: number, crowded: number, reached: Reached): void {
  const beside = scene(
    reached,
    WIDE,
    USERS.map(() => units(5_000)),
  );
  const { alone } = beside;
  for (const core of beside.cores) machineOf(core).orders.limits = { most: crowded + 400, crowded, spare: 380 };
  alone.take(body({ kind: 'CreateAsset', asset: 'BTC', scale: 8 }));
  alone.take(body({ kind: 'CreateMarket', symbol: 'SPOT', base: 'BTC', quote: 'USDT', parameters: MARKET }));
  for (const uid of USERS)
    for (const asset of ['BTC', 'USDT']) {
      const idempotency = { key: `${uid} ${asset}`, fingerprint: '' };
      alone.take(body({ kind: 'Deposit', uid, asset, amount: units(9_000), reference: '', idempotency } as never));
    }
  alone.names = new NameGiver();
  for (const one of steps) {
    const ticks = MARK + (one.isBuy === (one.tif === 'GTC') ? -one.away : one.away);
    if (one.isAll === 0) alone.take(body({ kind: 'CancelAllOrders', uid: one.uid, symbol: '' }));
    else if (one.isAll === 1) alone.take(body({ kind: 'CancelAllPerpOrders', ...owner(one.uid) } as never));
    else if (one.isSpot) alone.take(spotOrder(one, ticks));
    else alone.take(limit(one.uid, one.isBuy ? 'BUY' : 'SELL', ticks, one.lots, { timeInForce: one.tif }));
    const isCrowded = machineOf(alone.core).orders.isCrowded ? 'crowded' : 'roomy';
    reached.count(`${alone.outcomes.at(-1)!.repeated ? 'repeated' : 'new'}, ${isCrowded}`);
    if (alone.batch.count >= every) beside.hand();
  }
  beside.end();
}

const WALK = fc.tuple(
  fc.array(step, { minLength: 200, maxLength: 400, size: 'max' }),
  fc.constantFrom(1, 9, 60),
  fc.integer({ min: 20, max: 90 }),
);

test('FLT-16 reliability 1.4 where orders are crowded turns and a replay forget what the core alone forgets', () => {
  fc.assert(
    fc.property(WALK, ([steps, every, crowded]) => walk(steps, every, crowded, new Reached())),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('FLT-16 the walks of one seed reach repeated and new commands with room and without', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(WALK, ([steps, every, crowded]) => walk(steps, every, crowded, reached)),
    { numRuns: 8, seed: SEED, endOnFailure: true },
  );
  const states = ['repeated', 'new'].flatMap((what) => [`${what}, crowded`, `${what}, roomy`]);
  expect(reached.missing([...states, 'kernel: PlaceOrder', 'kernel: PlacePerpOrder'])).toEqual([]);
});
