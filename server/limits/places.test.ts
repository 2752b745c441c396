import { expect, test } from 'vitest';
import { type Place, Places } from './places.ts';

test('FLT-16 of the largest network the first place that is not kept is given away, and a kept one when no other is left', () => {
  const places = new Places();
  const ended: string[] = [];
  const enter = (network: string, name: string): Place => places.enter(network, () => ended.push(name));
  const [first, second, third] = ['first', 'second', 'third'].map((name) => enter('large', name));
  enter('small', 'other');
  first!.keep(true);
  second!.keep(true);
  second!.keep(false);
  // It was spare for longest.
  places.makeRoom();
  expect(ended).toEqual(['third']);
  // What is left or kept after its place was given away changes nothing.
  third!.leave();
  third!.keep(true);
  expect([places.countOf('large'), places.canMakeRoom('new'), places.canMakeRoom('small')]).toEqual([2, true, false]);
  places.makeRoom();
  expect(ended).toEqual(['third', 'second']);
  // Two networks with a place each: a newcomer of a third one would only change places.
  expect(places.canMakeRoom('new')).toBe(false);
  enter('large', 'fourth').keep(true);
  places.makeRoom();
  expect(ended).toEqual(['third', 'second', 'first']);
});

test('FLT-16 the largest network is known after any coming and going, and nothing is remembered of those who left', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const places = new Places();
  const held: { readonly network: string; readonly place: Place }[] = [];
  const sizes = (): Map<string, number> =>
    new Map([...Map.groupBy(held, ({ network }) => network)].map(([name, all]) => [name, all.length]));
  for (let step = 0; step < 3_000; step += 1) {
    const what = random(10);
    const network = `network ${random(6)}`;
    if (what < 5) {
      const own = {
        network,
        place: places.enter(network, () => {
          expect(sizes().get(network), `seed ${seed}, step ${step}`).toBe(Math.max(...sizes().values()));
          held.splice(held.indexOf(own), 1);
        }),
      };
      held.push(own);
      own.place.keep(random(2) === 0);
    } else if (what < 8) held.splice(random(held.length), 1)[0]?.place.leave();
    else places.makeRoom();
    const now = sizes();
    const own = now.get(network) ?? 0;
    expect([places.countOf(network), places.canMakeRoom(network)], `seed ${seed}, step ${step}`).toEqual([
      own,
      Math.max(0, ...now.values()) > own + 1,
    ]);
  }
  for (const { place } of held.splice(0)) place.leave();
  expect([places.canMakeRoom('new'), places.countOf('network 1')]).toEqual([false, 0]);
  expect(Object.values(places).map((one) => (one instanceof Map ? one.size : one))).toEqual([0, 0, 0]);
});
