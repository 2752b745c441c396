/** Trailing stops that share their extremes fare as each would by itself, and a price costs what it fires. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TrailingRule, TrailingStops } from './trailing-stops.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 300);
const FINE = 100;

interface Stop {
  readonly id: number;
  distance: number;
  begin: number | null;
  extreme: number | null;
}

let asked = 0;
let compared = 0;
const rule: TrailingRule<number, Stop> = {
  idOf: ({ id }) => id,
  distanceOf: ({ distance }) => ((compared += 1), distance),
  extremeOf: ({ extreme }) => extreme,
  beginOf: ({ begin }) => begin,
  levelOf: ({ distance }, extreme) => ((asked += 1), extreme * (FINE - distance)),
  fineOf: (key) => key * FINE,
  setExtreme: (stop, extreme) => void (stop.extreme = extreme),
};

/** The rule by itself, one stop after the other (trading A1.3): true where the price fires it. */
function followAlone(stop: Stop, key: number): boolean {
  if (stop.extreme === null) {
    if (stop.begin === null || key >= stop.begin) stop.extreme = key;
    return false;
  }
  if (key > stop.extreme) stop.extreme = key;
  else return key * FINE <= stop.extreme * (FINE - stop.distance);
  return false;
}

const stepArb = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('price' as const), key: fc.integer({ min: 50, max: 150 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      distance: fc.integer({ min: 1, max: 30 }),
      begin: fc.option(fc.integer({ min: 50, max: 150 })),
      extreme: fc.option(fc.integer({ min: 50, max: 150 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      at: fc.nat(),
      distance: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
);

test('trading A1.3 B15 trailing stops that share an extreme begin, follow and fire as each would by itself', () => {
  const reached = { fired: 0, 'fired together': 0, met: 0, 'begun late': 0, removed: 0, restored: 0 };
  fc.assert(
    fc.property(fc.array(stepArb, { minLength: 5, maxLength: 120 }), (steps) => {
      let stops = new TrailingStops<number, Stop>(rule);
      const both = new Map<Stop, Stop>();
      let id = 0;
      const pick = (at: number): Stop | undefined => [...both.keys()][both.size === 0 ? 0 : at % both.size];
      for (const step of steps) {
        if (step.kind === 'add') {
          const { distance, begin, extreme } = step;
          const stop = { id: (id += 1), distance, begin, extreme };
          both.set(stop, { ...stop });
          stops.add(stop);
        } else if (step.kind === 'price') {
          const fired = stops.reachedBy(step.key);
          const expected = [...both].filter(([, alone]) => {
            const didWait = alone.extreme === null && alone.begin !== null;
            const fires = followAlone(alone, step.key);
            if (didWait && alone.extreme !== null) reached['begun late'] += 1;
            return fires;
          });
          const ids = (list: readonly Stop[]): number[] => list.map((stop) => stop.id).sort((a, b) => a - b);
          expect(ids(fired)).toEqual(ids(expected.map(([stop]) => stop)));
          reached.fired += fired.length;
          if (fired.length > 1) reached['fired together'] += 1;
          for (const stop of fired) {
            expect(stops.remove(stop)).toBe(true);
            expect(stop.extreme).toBe(both.get(stop)!.extreme);
            both.delete(stop);
          }
        } else if (step.kind === 'restore') {
          stops.settle();
          stops = new TrailingStops<number, Stop>(rule);
          // In another order, as a snapshot may have them.
          for (const stop of [...both.keys()].reverse()) stops.add(stop);
          reached.restored += both.size;
        } else {
          const stop = pick(step.at);
          if (stop === undefined) continue;
          expect(stops.remove(stop)).toBe(true);
          expect(stops.remove(stop)).toBe(false);
          if (step.kind === 'remove') {
            both.delete(stop);
            reached.removed += 1;
          } else {
            both.get(stop)!.distance = stop.distance = step.distance;
            stops.add(stop);
          }
        }
        const extremes = [...both].map(([stop, alone]) => [stops.extremeOf(stop) ?? null, alone.extreme]);
        for (const [shared, alone] of extremes) expect(shared).toBe(alone);
        expect(stops.size).toBe(both.size);
        const following = extremes.flatMap(([, alone]) => (alone === null ? [] : [alone]));
        reached.met += following.length - new Set(following).size;
      }
    }),
    { numRuns: RUNS },
  );
  for (const [what, times] of Object.entries(reached)) expect(times, what).toBeGreaterThan(20);
});

test.each([1_000, 10_000])('a price that fires nothing asks none of %i trailing stops, at a new high too', (count) => {
  const stops = new TrailingStops<number, Stop>(rule);
  for (let id = 1; id <= count; id += 1)
    stops.add({ id, distance: 1 + (id % 20), begin: null, extreme: 100_000 - (id % 50) });
  stops.reachedBy(100_000);
  asked = 0;
  for (const key of [100_001, 100_000, 100_400, 99_900, 100_500, 99_999]) expect(stops.reachedBy(key)).toEqual([]);
  expect(asked).toBeLessThan(10);
});

test('a jump over as many different extremes as there are stops sorts them once', () => {
  const comparedAt = [1_000, 10_000].map((count) => {
    const stops = new TrailingStops<number, Stop>(rule);
    for (let id = 1; id <= count; id += 1)
      stops.add({ id, distance: 1 + ((id * 7_919) % 29), begin: null, extreme: 100_000 - id });
    compared = 0;
    expect(stops.reachedBy(200_000)).toEqual([]);
    return compared;
  });
  // Ten times the stops: ten times the work, and a little for the sorting.
  expect(comparedAt[1]! / comparedAt[0]!).toBeLessThan(15);
});
