/** Seats beside a map: the same counts, whatever has a place, and whoever is left without one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bytes } from '../kernel/memory.ts';
import { SEATED_USERS } from '../kernel/layout.ts';
import { Reached } from '../model/reached.ts';
import { Seats } from './seats.ts';

const RUNS = 200;
const SEED = 20_261_128;
/** The table begins with so many places. */
const FEW = 256;

const step = fc.record({
  user: fc.oneof(
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 100_000 }),
    fc.constantFrom(SEATED_USERS, SEATED_USERS + 1),
  ),
  market: fc.integer({ min: 0, max: 9 }),
  closes: fc.boolean(),
});

test('trading A4.8 open orders are counted by user and market, whether or not the table has a place for them', () => {
  const reached = new Reached();
  const walk = fc.array(step, { minLength: 600, maxLength: 1_200 });
  fc.assert(
    fc.property(walk, fc.boolean(), (steps, isSmall) => {
      const seats = new Seats(new Bytes());
      if (isSmall) seats.mostPlaces = FEW;
      const counts = new Map<string, { user: number; market: number; open: number }>();
      for (const { user, market, closes } of steps) {
        seats.makeRoom(1);
        const known = counts.get(`${user} ${market}`) ?? { user, market, open: 0 };
        counts.set(`${user} ${market}`, known);
        if (closes && known.open === 0) continue;
        if (closes) seats.close(user, market);
        else seats.open(user, market, user, market);
        known.open += closes ? -1 : 1;
        expect(seats.openOrders(user, market)).toBe(known.open);
      }
      for (const { user, market, open } of counts.values()) expect(seats.openOrders(user, market)).toBe(open);
      const live = [...counts.values()].filter(({ open }) => open > 0).length;
      if (seats.count > FEW * 0.75) reached.count('grown');
      if (isSmall && live > seats.count + 2) reached.count('without a place');
      if (isSmall && seats.count < counts.size - 2) reached.count('made anew or full');
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(reached.missing(['grown', 'without a place', 'made anew or full'])).toEqual([]);
});

test('trading A4.8 many orders at once have the seats of as many one by one, whether or not the table has a place for them', () => {
  const reached = new Reached();
  fc.assert(
    fc.property(fc.constantFrom(40, 3_000, 100_000), fc.boolean(), fc.nat(), (users, isSmall, seed) => {
      const [atOnce, oneByOne] = [new Seats(new Bytes()), new Seats(new Bytes())];
      if (isSmall) for (const seats of [atOnce, oneByOne]) seats.mostPlaces = 2 * FEW;
      const random = (i: number, most: number): number => (Math.imul(i + seed, 0x9e37_79b1) >>> 8) % most;
      const owners = Int32Array.from({ length: 6_000 }, (_, i) => (i === 7 ? SEATED_USERS : 1 + random(i, users)));
      const markets = owners.map((_, i) => random(2 * i, 5));
      atOnce.openAll(owners, markets, owners, markets, owners.length);
      owners.forEach((owner, i) => {
        oneByOne.makeRoom(1);
        oneByOne.open(owner, markets[i]!, owner, markets[i]!);
      });
      reached.count(atOnce.count > FEW ? 'with places' : 'few');
      // And more that come one by one, so that the table grows again.
      for (let user = 1; user <= 3 * owners.length; user += 1)
        for (const seats of [atOnce, oneByOne]) {
          seats.makeRoom(1);
          seats.open(user, 5, user, user);
        }
      for (const seats of [atOnce, oneByOne]) {
        expect([seats.openOrders(1, 5), seats.openOrders(3 * owners.length, 5)]).toEqual([1, 1]);
        if (seats.count > 16_384 * 0.75) reached.count('grown again');
      }
      const counts = (seats: Seats): Int32Array => owners.map((owner, i) => seats.openOrders(owner, markets[i]!));
      expect(counts(atOnce)).toEqual(counts(oneByOne));
      if (isSmall && users > 40) reached.count('without places');
    }),
    { numRuns: 20, seed: SEED },
  );
  expect(reached.missing(['with places', 'few', 'without places', 'grown again'])).toEqual([]);
});
