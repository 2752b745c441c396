/** FLT-16 of docs/reliability.md: a shared page is not delayed by the pages that other clients have waiting. */
import { expect, test } from 'vitest';
import { createFairQueue } from '../../limits/fair-queue.ts';
import { createSingleFlight, type InTurn } from './single-flight.ts';

const AT_ONCE: InTurn = (work) => work();
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('FLT-16 a client gets a page at its own turn, even if another client with a long queue asked for it first; it is made once', async () => {
  const queue = createFairQueue({ running: 1, waiting: 100, waitingOfOne: 60, whenFull: 'busy' });
  const of =
    (name: string): InTurn =>
    (work) =>
      queue.run({ network: name, address: name }, work);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const long = (name: string) => async (): Promise<string> => {
    begun.push(name);
    await new Promise<void>((resolve) => void ends.push(resolve));
    return name;
  };
  for (let n = 0; n < 20; n += 1) void of('flood')(long(`flood ${n}`));
  const flights = createSingleFlight<string>();
  const forFlood = flights.join('/market', 'flood', long('/market'), of('flood'));
  const forAnn = flights.join('/market', 'ann', long('/market'), of('ann'));
  await settled();
  // The first of the flood runs; then ann's turn comes, before the other nineteen.
  for (let n = 0; n < 3; n += 1) {
    ends.shift()?.();
    await settled();
  }
  expect(begun.slice(0, 4)).toEqual(['flood 0', 'flood 1', '/market', 'flood 2']);
  expect(await Promise.all([forAnn, forFlood])).toEqual(['/market', '/market']);
  expect(flights.isUnderWay('/market')).toBe(false);
  while (ends.length > 0) {
    ends.shift()!();
    await settled();
  }
  expect(begun.filter((name) => name === '/market')).toHaveLength(1);
});

test('a client whose place is refused still gets the result if another one waits; if all are refused, all get the last refusal', async () => {
  const flights = createSingleFlight<string>();
  const refused: InTurn = () => Promise.reject(new Error('refused'));
  const later = Promise.withResolvers<void>();
  const patient: InTurn = async (work) => {
    await later.promise;
    return await work();
  };
  const make = async (): Promise<string> => 'made';
  const both = [flights.join('a', 'one', make, refused), flights.join('a', 'two', make, patient)];
  await settled();
  expect(flights.isUnderWay('a')).toBe(true);
  later.resolve();
  expect(await Promise.all(both)).toEqual(['made', 'made']);
  const alone = [flights.join('b', 'one', make, refused), flights.join('b', 'two', make, refused)];
  await expect(Promise.all(alone)).rejects.toThrow('refused');
  expect(flights.isUnderWay('b')).toBe(false);
  expect(await flights.join('b', 'one', make, AT_ONCE)).toBe('made');
});

test('FLT-16 a turn that comes when it is made already is over at once, and whose place was lost may take another', async () => {
  const flights = createSingleFlight<string>();
  const turns: (() => Promise<void>)[] = [];
  const later: InTurn = (work) =>
    new Promise((resolve, reject) => {
      turns.push(() => work().then(resolve, reject));
    });
  const ends: (() => void)[] = [];
  const make = async (): Promise<string> => {
    await new Promise<void>((resolve) => void ends.push(resolve));
    return 'made';
  };
  const asked = [flights.join('a', 'one', make, later), flights.join('a', 'two', make, later)];
  void turns[0]!();
  await settled();
  // The page is still being made: the second turn does not wait for it with a place that another page could have.
  let isOver = false;
  void turns[1]!().then(() => (isOver = true));
  await settled();
  expect([isOver, ends.length]).toEqual([true, 1]);
  ends[0]!();
  expect(await Promise.all(asked)).toEqual(['made', 'made']);

  const lost = flights.join('b', 'one', make, () => Promise.reject(new Error('the connection broke')));
  const other = flights.join('b', 'two', make, later);
  await settled();
  const again = flights.join('b', 'one', make, later);
  expect(turns).toHaveLength(4);
  void turns[3]!();
  await settled();
  ends[1]!();
  expect(await Promise.all([lost, other, again])).toEqual(['made', 'made', 'made']);
});

test('what fails fails for all, and is made anew for who comes next', async () => {
  const flights = createSingleFlight<string>();
  const fails = (): Promise<string> => Promise.reject(new Error('broken'));
  await expect(flights.join('a', 'one', fails, AT_ONCE)).rejects.toThrow('broken');
  expect(await flights.join('a', 'one', async () => 'whole', AT_ONCE)).toBe('whole');
});

test('an asker has one place, and a thousand askers sixteen', async () => {
  const flights = createSingleFlight<string>();
  const places: string[] = [];
  const waits =
    (name: string): InTurn =>
    () => {
      places.push(name);
      return new Promise(() => {});
    };
  for (let n = 0; n < 3; n += 1) void flights.join('a', 'one', async () => '', waits('one'));
  expect(places).toEqual(['one']);
  for (let n = 0; n < 1_000; n += 1) void flights.join('a', `${n}`, async () => '', waits(`${n}`));
  expect(places).toHaveLength(16);
});
