/** Fills of perpetuals that the kernel makes while conditional orders wait, beside the core alone (trading B15). */
import { expect, test } from 'vitest';
import { Reached } from '../model/reached.ts';
import type { CommandBody } from '../protocol/commands.ts';
import { body, machineOf, units } from '../testing/exchange.ts';
import { limit, MARK, owner, scene, STEP, TICK, tick } from '../testing/perp-scene.ts';
import { contractParameters } from '../testing/perps.ts';
import type { Beside } from '../testing/runs.ts';

const WIDE = contractParameters({ priceProtectScope: 90_000_000, leverageDefault: 20 });
const FUNDS = Array.from({ length: 5 }, () => units(1_000));
const STOP = {
  type: 'STOP', source: 'LAST', timeInForce: 'GTC', price: 0, callbackRate: 0, activationPrice: 0, reduceOnly: false, closePosition: false,
  priceProtect: false, clientOrderId: '', idempotency: null,
} as const; // prettier-ignore

/** Fills between two others at these ticks: whether the kernel made each by itself. */
function areKernels(beside: Beside, reached: Reached, all: readonly number[]): boolean[] {
  beside.hand();
  return all.map((ticks) => {
    const before = reached.times('kernel: trades on in the core');
    const sides = reached.times('kernel: side grows or shrinks');
    beside.alone.take(limit(4, 'SELL', ticks, 2));
    beside.alone.take(limit(5, 'BUY', ticks, 2, { timeInForce: 'IOC' }));
    beside.hand();
    const isKernels = reached.times('kernel: side grows or shrinks') === sides + 2;
    expect(reached.times('kernel: trades on in the core') - before).toBe(isKernels ? 0 : 1);
    return isKernels;
  });
}

const conditional = (fields: object): CommandBody =>
  body({ kind: 'PlaceStopOrder', ...owner(3), ...STOP, positionSide: 'BOTH', side: 'BUY', type: 'STOP', quantity: 5 * STEP, triggerPrice: 0, ...fields } as never); // prettier-ignore
const at = (ticks: number): number => ticks * TICK;

test.each([
  ['STOP of a buy', { triggerPrice: at(10_050) }, [10_049, 10_050], [true, false]],
  ['STOP of a sell', { side: 'SELL', triggerPrice: at(9_950) }, [9_951, 9_950], [true, false]],
  ['TAKE_PROFIT of a sell', { type: 'TAKE_PROFIT', side: 'SELL', triggerPrice: at(10_050) }, [10_049, 10_050], [true, false]],
  ['TAKE_PROFIT of a buy', { type: 'TAKE_PROFIT', triggerPrice: at(9_950) }, [9_951, 9_950], [true, false]],
  ['TRAILING_STOP of a sell that begins', { type: 'TRAILING_STOP', side: 'SELL', callbackRate: 1_000_000, activationPrice: at(10_050) }, [10_049, 10_050], [true, false]],
  ['TRAILING_STOP of a buy that begins', { type: 'TRAILING_STOP', callbackRate: 1_000_000, activationPrice: at(9_950) }, [9_951, 9_950], [true, false]],
  // It follows from the last print on; 1 % away from the best one it fires.
  ['TRAILING_STOP of a sell that follows', { type: 'TRAILING_STOP', side: 'SELL', callbackRate: 1_000_000 }, [10_000, 10_000, 10_001, 9_901, 9_900], [true, true, false, true, false]],
  ['TRAILING_STOP of a buy that follows', { type: 'TRAILING_STOP', callbackRate: 1_000_000 }, [10_000, 10_000, 9_999, 10_098, 10_099], [true, true, false, true, false]],
  ['STOP that waits for the mark', { source: 'MARK', triggerPrice: at(10_050) }, [10_049, 10_050], [true, true]],
] as const)('trading B15 beside a %s the kernel makes the fills that neither wake nor move it', (_, fields, ticks, expected) => {
  const reached = new Reached();
  const beside = scene(reached, WIDE, FUNDS);
  for (const [uid, side] of [[4, 'SELL'], [5, 'BUY']] as const) beside.alone.take(limit(uid, side, MARK, 20)); // prettier-ignore
  beside.alone.take(conditional(fields));
  expect(beside.alone.outcomes.at(-1)).toMatchObject({ ok: true });
  expect(areKernels(beside, reached, ticks)).toEqual(expected);
  beside.end();
}); // prettier-ignore

test('trading B15 a position with exits is closed by the core, which ends them; a part of it by the kernel', () => {
  const reached = new Reached();
  const beside = scene(reached, WIDE, FUNDS);
  const { alone } = beside;
  // Nobody has closed anything yet: the account in which results are cleared is opened first.
  for (const [uid, side] of [[4, 'SELL'], [5, 'BUY'], [4, 'BUY'], [5, 'SELL']] as const) alone.take(limit(uid, side, MARK, 10)); // prettier-ignore
  for (const [uid, side] of [[4, 'SELL'], [5, 'BUY']] as const) alone.take(limit(uid, side, MARK, 20)); // prettier-ignore
  const far = (ticks: number): object => ({ triggerPrice: ticks * TICK, source: 'LAST', price: 0 });
  const exits = { positionSide: 'BOTH', quantity: 0, takeProfit: far(11_000), stopLoss: far(9_000), idempotency: null };
  alone.take(body({ kind: 'SetPositionExits', ...owner(5), ...exits } as never));
  alone.take(limit(1, 'BUY', MARK, 30));
  beside.hand();
  const kernels = (): number[] =>
    ['kernel: trades on in the core', 'kernel: side grows or shrinks'].map((what) => reached.times(what));
  const [entered, grown] = kernels() as [number, number];
  alone.take(limit(5, 'SELL', MARK, 5, { timeInForce: 'IOC' }));
  beside.hand();
  expect(kernels()).toEqual([entered, grown + 1]);
  alone.take(limit(5, 'SELL', MARK, 15, { timeInForce: 'IOC' }));
  expect(machineOf(alone.core).perps.accounts.find(5, 'FUTURES')!.stops.size).toBe(0);
  beside.end();
  expect(kernels()).toEqual([entered + 1, grown + 1]);
});

test.each(['MARK', 'INDEX'] as const)(
  'trading B15 what price protection holds back by %s is looked at again after each print',
  (source) => {
    const reached = new Reached();
    const beside = scene(reached, contractParameters({ priceProtectScope: 2_000_000, leverageDefault: 20 }), FUNDS);
    const { alone } = beside;
    for (const [uid, side] of [[4, 'SELL'], [5, 'BUY']] as const) alone.take(limit(uid, side, MARK, 20)); // prettier-ignore
    alone.take(conditional({ source, triggerPrice: at(10_050), priceProtect: true }));
    alone.take(tick(0, 10_300, alone.timeMs + 1_000), 1_000);
    const { stops } = machineOf(alone.core).perps.accounts.find(3, 'FUTURES')!;
    expect(stops.size).toBe(1);
    expect(areKernels(beside, reached, [10_200])).toEqual([false]);
    expect(stops.size).toBe(0);
    beside.end();
  },
);
