/** Fills that the kernel makes for margin accounts that a restart left as records only. */
import { expect, test } from 'vitest';
import { Reached } from '../model/reached.ts';
import { HOUR_MS } from '../protocol/durations.ts';
import { body, units } from '../testing/exchange.ts';
import { CONTRACTS, limit, MARK, tick, scene } from '../testing/perp-scene.ts';
import { contractParameters } from '../testing/perps.ts';

const USERS = [1, 2, 3];
const WIDE = contractParameters({ priceProtectScope: 90_000_000, leverageDefault: 20, takerFeeRate: 50_000 });

test('trading B10 C4.16 what a position paid as funding before a restart does not go to one that the kernel opens in its place', () => {
  const reached = new Reached();
  const beside = scene(
    reached,
    WIDE,
    USERS.map(() => units(5_000)),
  );
  const { alone } = beside;
  // Accounts without ended orders are the core's.
  for (const uid of USERS) {
    alone.take(limit(uid, 'BUY', MARK - 1_000, 1));
    alone.take(body({ kind: 'CancelAllPerpOrders', uid, wallet: 'FUTURES', symbol: CONTRACTS[0] } as never));
  }
  for (const [seller, buyer] of [
    [1, 2],
    [3, 1],
    [3, 2],
  ] as const) {
    alone.take(limit(seller, 'SELL', MARK, 1_000));
    alone.take(limit(buyer, 'BUY', MARK, 1_000));
  }
  alone.take(tick(0, MARK, alone.timeMs + 8 * HOUR_MS), 8 * HOUR_MS);
  alone.take(body({ kind: 'SettleFunding', symbol: CONTRACTS[0] } as never));
  expect(alone.events.filter(({ kind }) => kind === 'FundingPaid').length).toBe(2);
  beside.hand();
  const [closed, opened] = ['closed', 'opened'].map((side) => reached.times(`kernel: side ${side}`));
  for (const steps of [2_000, 500]) {
    alone.take(limit(1, 'SELL', MARK, steps));
    alone.take(limit(3, 'BUY', MARK, steps, { timeInForce: 'IOC' }));
  }
  beside.end();
  // By the core that hears nothing, as the one that was restarted.
  expect(reached.times('kernel: side closed') - closed!).toBe(1);
  expect(reached.times('kernel: side opened') - opened!).toBe(2);
});
