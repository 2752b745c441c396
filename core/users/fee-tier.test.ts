/** Which fee rates a fill is charged (trading A5.7). */
import { expect, test } from 'vitest';
import { restoreCore } from '../index.ts';
import { codeOf, TestExchange, units } from '../testing/exchange.ts';

const rates = (spotMaker: number, spotTaker: number) => ({ spotMaker, spotTaker, futuresMaker: 0, futuresTaker: 0 });
const MARKET = { makerFeeRate: 80_000, takerFeeRate: 100_000 };

/** Fees of the maker, user 1, and the taker, user 2, for 1 at 100, where both have that tier. */
function fees(x: TestExchange, own: object | null, trial: object | null, trialEndMs: number): [number, number] {
  x.fund(1, 2);
  for (const uid of [1, 2])
    expect(codeOf(x.run({ kind: 'SetFeeTier', uid, own, trial, trialEndMs } as never))).toBe('OK');
  x.sell(1, { price: 100, quantity: 1 });
  x.buy(2, { price: 100, quantity: 1 });
  const [trade] = x.trades();
  return [trade!.makerFee, trade!.takerFee];
}

test.each([
  ['no tier', {}, null, null, 0, [80_000, 100_000]],
  ['own rates', {}, rates(10_000, 20_000), null, 0, [10_000, 20_000]],
  ['own rates above the market’s', {}, rates(90_000, 200_000), null, 0, [80_000, 100_000]],
  ['a rebate', {}, rates(-10_000, 20_000), null, 0, [-10_000, 20_000]],
  ['a trial that runs', {}, rates(30_000, 40_000), rates(0, 10_000), 1_000, [0, 10_000]],
  ['a trial that ends with this stamp', {}, rates(30_000, 40_000), rates(0, 10_000), 0, [30_000, 40_000]],
  ['a trial that is over', {}, rates(30_000, 40_000), rates(0, 10_000), -1_000, [30_000, 40_000]],
  ['a trial alone that is over', {}, null, rates(0, 10_000), -1_000, [80_000, 100_000]],
  ['a market with a fee exception', { hasFeeException: true }, rates(1, 2), null, 0, [80_000, 100_000]],
  ['a market that says it has none', { hasFeeException: false }, rates(10_000, 20_000), null, 0, [10_000, 20_000]],
] as const)('trading A5.7 %s', (_, changes, own, trial, endsInMs, [maker, taker]) => {
  const x = new TestExchange({ ...MARKET, ...changes });
  const trialEndMs = trial === null ? 0 : x.timeMs + endsInMs;
  // 0.1 % of 100 quote are 10 million units; the taker gets base.
  expect(fees(x, own, trial, trialEndMs)).toEqual([maker * 100, taker]);
});

test('trading A5.7 fee reserves use the market’s own rates, whatever the tier', () => {
  const x = new TestExchange({ ...MARKET, feeMode: 'QUOTE' });
  x.fund(1, 2);
  x.run({ kind: 'SetFeeTier', uid: 1, own: rates(0, 0), trial: null, trialEndMs: 0 } as never);
  x.buy(1, { price: 100, quantity: 1 });
  expect(x.locked(1, 'USDT')).toBe(BigInt(units('100.1')));
  x.run({ kind: 'SetFeeTier', uid: 1, own: null, trial: null, trialEndMs: 0 });
  x.sell(2, { price: 100, quantity: 1 });
  expect([x.trades()[0]!.makerFee, x.locked(1, 'USDT')]).toEqual([units('0.08'), 0n]);
});

test('a tier is told and survives a restart', () => {
  const x = new TestExchange(MARKET);
  const tier = { uid: 7, own: rates(1, 2), trial: rates(0, 0), trialEndMs: 5 };
  x.run({ kind: 'SetFeeTier', ...tier } as never);
  expect(x.events.at(-1)).toMatchObject({ kind: 'FeeTierChanged', ...tier, userSeq: 1 });
  expect(restoreCore(x.core.snapshot()).stateHash()).toBe(x.core.stateHash());
});

test.each([
  ['no user', { uid: 0 }],
  ['half a rate', { own: rates(0.5, 1) }],
  ['a taker rebate', { own: rates(0, -1) }],
  ['a rebate above the taker’s fee', { own: rates(-2, 1) }],
  ['a rate above one half', { own: rates(0, 50_000_001) }],
  ['a trial without an end', { trial: rates(0, 0) }],
  ['an end without a trial', { trialEndMs: 5 }],
  ['an end that is no time', { trial: rates(0, 0), trialEndMs: 2 ** 60 }],
])('BAD_FIELDS: a fee tier with %s', (_, changes) => {
  const x = new TestExchange();
  const command = { kind: 'SetFeeTier', uid: 1, own: null, trial: null, trialEndMs: 0, ...changes };
  expect(codeOf(x.run(command as never))).toBe('BAD_FIELDS');
});

test('trading C6 a version not above the stored one changes nothing; one without a version always applies', () => {
  const x = new TestExchange(MARKET);
  const set = (version: number | undefined, spotMaker: number): string =>
    codeOf(
      x.run({
        kind: 'SetFeeTier',
        uid: 7,
        own: rates(spotMaker, 9),
        trial: null,
        trialEndMs: 0,
        ...(version === undefined ? {} : { version }),
      }),
    );
  const told = (): unknown[] => x.events.flatMap((e) => (e.kind === 'FeeTierChanged' ? [e.own?.spotMaker] : []));
  expect([set(5, 1), set(5, 2), set(4, 3), set(6, 4), set(undefined, 5), set(6, 6)]).toEqual(Array(6).fill('OK'));
  expect(told()).toEqual([1, 4, 5]);
  for (const version of [0, -1, 0.5]) expect(set(version, 1)).toBe('BAD_FIELDS');
  const restored = restoreCore(x.core.snapshot());
  expect(restored.stateHash()).toBe(x.core.stateHash());
});
