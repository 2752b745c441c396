/** What fills of the kernel leave for the core, and the core for them: prints, settings, accounts of the ledger, gains that grow large. */
import { expect, test } from 'vitest';
import { createCore } from '../index.ts';
import { Reached } from '../model/reached.ts';
import type { Core } from '../protocol/core.ts';
import { body, machineOf, units } from '../testing/exchange.ts';
import { CONTRACTS, limit, MARK, scene, TICK, tick } from '../testing/perp-scene.ts';
import { contractParameters } from '../testing/perps.ts';
import { turn } from '../testing/runs.ts';

const WIDE = contractParameters({ priceProtectScope: 90_000_000, leverageDefault: 20 });

test('trading B7 a fill-or-kill order that is only tried opens no clearing account, and the next fill that closes books in one', () => {
  const reached = new Reached();
  const thousand = units(1_000);
  const beside = scene(reached, { ...WIDE, leverageDefault: 50 }, [thousand, units(1.5), thousand, thousand]);
  const { alone } = beside;
  // The third is long with what the first and the fourth are short; nobody has closed anything yet.
  for (const uid of [1, 4]) alone.take(limit(uid, 'SELL', MARK, 50));
  alone.take(limit(3, 'BUY', MARK, 100));
  // The bid of the second would be without margin by now: a trial goes that far, and the order comes to nothing.
  alone.take(limit(2, 'BUY', 9_790, 700));
  alone.take(tick(0, 9_600, alone.timeMs + 1_000), 1_000);
  alone.take(limit(1, 'BUY', 9_795, 5));
  alone.take(limit(4, 'BUY', 9_794, 5));
  alone.take(limit(3, 'SELL', 9_790, 705, { timeInForce: 'FOK' }));
  expect(machineOf(alone.core).ledger.rowOf(0, 'CLEARING:BTCUSDT', 0)).toBe(0);
  beside.hand();
  alone.take(limit(3, 'SELL', 9_790, 60, { timeInForce: 'IOC' }));
  beside.end();
});

test.each([false, true])(
  'trading B3 what the kernel made keeps the leverage that its contract had then (read in between: %s)',
  (isRead) => {
    const { alone } = scene(new Reached(), WIDE, [units(1_000), units(1_000)]);
    const cores = [createCore(), createCore()];
    const hand = (): void => {
      const bytes = alone.batch.take();
      cores[0]!.replay(bytes, 0, Infinity);
      turn(cores[1]!, bytes);
    };
    // The first bid of a contract is the core's, and so is the first order of an account.
    for (const uid of [2, 1]) for (const which of [0, 1]) alone.take(limit(uid, 'BUY', MARK - 10, 10, {}, which));
    hand();
    // Nobody has asked for what the kernel made.
    const { records } = machineOf(cores[0]!).perps.accounts;
    expect(
      machineOf(cores[0]!)
        .perps.accounts.all()
        .some(({ index }) => records.hasNewer(index)),
    ).toBe(true);
    if (isRead) for (const core of cores) core.capital(1, 'FUTURES');
    const parameters = { ...WIDE, leverageDefault: 10 };
    alone.take(body({ kind: 'ChangeContract', symbol: CONTRACTS[1], version: 2, parameters } as never));
    hand();
    const leverage = (core: Core): number => core.preference(1, 'FUTURES', CONTRACTS[1])!.longLeverage;
    expect([alone.core, ...cores].map(leverage)).toEqual([20, 20, 20]);
    expect(cores.map((core) => core.stateHash())).toEqual(cores.map(() => alone.core.stateHash()));
  },
);

test('trading B15 an exit that begins to wait behind fills of the kernel in the same command hears of their prints, too', () => {
  const reached = new Reached();
  const beside = scene(
    reached,
    WIDE,
    [1, 2, 3, 4].map(() => units(5_000)),
  );
  const { alone } = beside;
  for (const [uid, side] of [[4, 'SELL'], [1, 'BUY'], [4, 'BUY'], [1, 'SELL'], [3, 'SELL'], [4, 'BUY'], [3, 'BUY'], [4, 'SELL']] as const) alone.take(limit(uid, side, MARK, 10)); // prettier-ignore
  alone.take(limit(1, 'SELL', 10_000, 100));
  alone.take(limit(2, 'SELL', 10_100, 100, { takeProfit: { triggerPrice: 10_000 * TICK, source: 'LAST', price: 0 } }));
  beside.hand();
  alone.take(limit(3, 'BUY', 10_100, 200));
  expect(alone.events.some((event) => event.kind === 'StopOrderChanged' && event.status === 'TRIGGERED')).toBe(true);
  beside.end();
  expect(reached.times('kernel: trades on in the core')).toBeGreaterThan(0);
});

test('trading B4 gains of a position that grow beyond what a double holds are counted exactly', () => {
  const reached = new Reached();
  const tiers = [{ cap: units(50_000_000), maxLeverage: 20, rate: 2_500_000 }];
  const parameters = { ...WIDE, takerFeeRate: 33_333, makerFeeRate: 12_345, leverageMax: 20, tiers };
  const beside = scene(reached, parameters, [
    [8e15, 8e15 + 1],
    [8e15, 8e15 + 1],
  ]);
  const { alone } = beside;
  for (const [uid, side] of [[1, 'SELL'], [2, 'BUY'], [1, 'BUY'], [2, 'SELL'], [1, 'SELL'], [2, 'BUY']] as const) alone.take(limit(uid, side, MARK, 7)); // prettier-ignore
  beside.hand();
  const steps = 199_999_999;
  for (let round = 0; round < 4; round += 1) {
    for (const [uid, side] of [
      [1, 'SELL'],
      [2, 'BUY'],
    ] as const)
      alone.take(limit(uid, side, 2_001, steps));
    for (const [uid, side] of [
      [1, 'BUY'],
      [2, 'SELL'],
    ] as const)
      alone.take(limit(uid, side, 17_999, steps));
  }
  beside.end();
});

test('a kernel that would book outside of the ledger, or off the grid, stops instead', () => {
  const sentences = [
    ['a fill of a perpetual is booked in rows of the ledger', 'fee'],
    ['a fill of the kernel leaves a position on the grid of its contract', 'position'],
    ['the open interest of a contract of the kernel is not below 0', 'interest'],
  ] as const;
  for (const [sentence, what] of sentences) {
    const reached = new Reached();
    const beside = scene(reached, { ...WIDE, takerFeeRate: 50_000 }, [units(1_000), units(1_000)]);
    const { alone } = beside;
    for (const [uid, side] of [[1, 'SELL'], [2, 'BUY'], [1, 'BUY'], [2, 'SELL'], [1, 'SELL'], [2, 'BUY']] as const) alone.take(limit(uid, side, MARK, 10)); // prettier-ignore
    const core = createCore();
    core.replay(alone.batch.take(), 0, Infinity);
    spoil(core, what);
    alone.take(limit(1, 'BUY', MARK, 4));
    alone.take(limit(2, 'SELL', MARK, 4));
    expect(() => core.replay(alone.batch.take(), 0, Infinity)).toThrow(sentence);
  }
});

function spoil(core: Core, what: 'fee' | 'position' | 'interest'): void {
  const { perps } = machineOf(core);
  const [contract] = perps.contracts;
  if (what === 'interest') contract!.openQuantity = 0n;
  if (what === 'fee') contract!['record']!.setFeeRow(0);
  if (what === 'position')
    for (const { account } of [1, 2].map((uid) => ({ account: perps.accounts.find(uid, 'FUTURES')! })))
      for (const holding of account.holdings.values()) {
        if (holding.both !== null) holding.both.quantity += 1n;
        holding.touch();
      }
  perps.accounts.mirror(perps.settleAsset);
}
