/** Who is deleveraged first, and how long the fund's highest level counts (trading B14). */
import { expect, test } from 'vitest';
import { restoreCore } from '../../index.ts';
import { BonusExchange } from '../../testing/bonus.ts';
import { machineOf } from '../../testing/exchange.ts';
import { TestPerps } from '../../testing/perps.ts';
import { RANKED_AT_ONCE } from './adl-standings.ts';

test('B14 bonus is part of the balance whose share ranks a cross holder', () => {
  const x = new BonusExchange({ leverageDefault: 20, priceProtectScope: 90_000_000 });
  x.fund(1, 2_500);
  x.fund(2, 5_000);
  x.fund(3, 7_000);
  x.fund(4, 1_000_000);
  // User 2 has less own money than user 3, but more with the bonus: so user 2 has the lower leverage.
  x.grant(2, 4_000);
  x.isolate(1);
  x.trade(4, 2, 50_000, 1);
  x.trade(4, 3, 50_000, 1);
  x.trade(1, 4, 50_000, 1);
  x.moveMark(46_000);
  expect(x.told('Deleveraged').map(({ uid }) => uid)).toEqual([3]);
});

/** How many are deleveraged when the fund falls from 1000 to 699, `minutes` after it was last seen at 1000. */
function deleveragedAfter(minutes: number): number {
  const x = new TestPerps({ leverageDefault: 20, priceProtectScope: 90_000_000 });
  x.takeOverTwoLongs();
  // One is sold at once for 290 less than it cost: the fund falls from 1000 to 710.
  x.buy(2, { price: 47_210, quantity: 1 });
  x.moveMark(47_500);
  expect(x.house('INSURANCE')).toBe('710');
  x.timeMs += minutes * 60_000;
  x.buy(2, { price: 47_390, quantity: '0.1' });
  x.moveMark(47_390);
  expect(x.house('INSURANCE')).toBe('699');
  return x.told('Deleveraged').length;
}

test('B14 the highest level of the fund counts for eight hours', () => {
  expect([deleveragedAfter(300), deleveragedAfter(478), deleveragedAfter(481)]).toEqual([1, 1, 0]);
});

/** `count` holders on both sides, cross and isolated, some in two contracts, with gains and losses of all sizes. */
function manyHolders(count: number, hasOthers = true): TestPerps {
  const settings = { leverageDefault: 10, maxOpenOrders: 0 };
  const made = new TestPerps(settings);
  const x = Object.assign(made, { core: restoreCore(made.core.snapshot()) });
  x.addContract('ETHUSDT', settings);
  x.mark(50_000, 'ETHUSDT');
  x.fund(1, 80_000_000);
  for (let uid = 2; uid < 2 + count; uid += 1) {
    x.fund(uid, 200 + ((uid * 37) % 101));
    if (uid % 3 === 0) x.isolate(uid);
    const [price, quantity] = [49_000 + ((uid * 61) % 1_900), `0.00${1 + (uid % 4)}`] as const;
    const [buyer, seller] = uid % 2 === 0 ? [uid, 1] : [1, uid];
    x.trade(buyer, seller, price, quantity);
    if (hasOthers && uid % 5 === 0) x.trade(uid, 1, 50_000, '0.001', 'ETHUSDT');
  }
  x.moveMark(50_010);
  return x;
}

/** The lights of all holders of BTCUSDT, as they are shown and as a ranking of everybody has them. */
function lightsOf(x: TestPerps): { readonly shown: number[]; readonly ranked: number[] } {
  const { perps } = machineOf(x.core);
  const { adl, accounts } = perps;
  const btc = perps.contract('BTCUSDT')!;
  const held = [...btc.holders].flatMap((index) => {
    const account = accounts.at(index);
    const positions = account.holding(btc).positions();
    return positions.map((position) => ({ account, position }));
  });
  return {
    shown: held.map(({ account, position }) => adl.lights(account, btc, position)),
    ranked: held.map(({ position }) => adl.rankedLights(btc, position)),
  };
}

test('B14 where many hold a contract, lights are read from a pass over the holders: as a ranking of all has them at its marks', () => {
  const { shown, ranked } = lightsOf(manyHolders(2 * RANKED_AT_ONCE));
  expect([...new Set(ranked)].sort()).toEqual([1, 2, 3, 4, 5]);
  expect(shown).toEqual(ranked);
});

test('B14 a pass over the holders goes on a part at a time, and its lights come with its end', () => {
  const x = manyHolders(2 * RANKED_AT_ONCE);
  const first = lightsOf(x).shown;
  expect(x.core.rankForLights(1)).toBe(true);
  x.moveMark(49_300);
  // This pass began before the mark moved.
  x.core.rankForLights(100);
  expect(lightsOf(x).shown).toEqual(first);
  for (let part = 0; part < 8; part += 1) x.core.rankForLights(100);
  const { shown, ranked } = lightsOf(x);
  expect(shown).toEqual(ranked);
  expect(shown).not.toEqual(first);
});

test('B14 where few hold each contract there is no pass: lights are ranked for each look', () => {
  const x = manyHolders(RANKED_AT_ONCE - 1);
  expect(x.core.rankForLights(100)).toBe(false);
  const { shown, ranked } = lightsOf(x);
  expect(shown).toEqual(ranked);
});

test('B14 a position is judged as it is now: one that changed since the pass has the lights of what it became', () => {
  const x = manyHolders(2 * RANKED_AT_ONCE);
  const lights = (uid: number): number => x.core.positions(x.owner(uid))[0]!.adlLights;
  const cross = Array.from({ length: 2 * RANKED_AT_ONCE }, (_, at) => 2 + at).filter((uid) => uid % 3 !== 0);
  const uid = cross.find((one) => lights(one) === 5)!;
  x.fund(uid, 1_000_000);
  expect(lights(uid)).toBeLessThan(5);
  const { perps } = machineOf(x.core);
  const holding = perps.accounts.find(uid, 'FUTURES')!.holding(perps.contract('BTCUSDT')!);
  expect(lights(uid)).toBe(perps.adl.rankedLights(holding.contract, holding.both!));
});

test('B14 positions of a contract that nobody held when the pass was made show five lights', () => {
  const x = manyHolders(2 * RANKED_AT_ONCE, false);
  lightsOf(x);
  for (let uid = 2; uid <= RANKED_AT_ONCE + 2; uid += 1) x.trade(uid, 1, 50_000, '0.001', 'ETHUSDT');
  const lightsOfEth = (uid: number): number => x.core.positions(x.owner(uid, 'ETHUSDT'))[0]!.adlLights;
  expect([1, 2].map(lightsOfEth)).toEqual([5, 5]);
});
