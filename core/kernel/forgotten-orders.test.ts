/** Ended orders that a run of the kernel forgets, beside the core alone: the same ones, and their ids with them, wherever their bytes stand. */
import { expect, test } from 'vitest';
import { createCore } from '../index.ts';
import type { Core } from '../protocol/core.ts';
import type { CommandBody } from '../protocol/commands.ts';
import { body, machineOf } from '../testing/exchange.ts';
import { BEGINNING, commandOf, ORDER, type Step } from '../testing/random-orders.ts';
import { Alone, turn } from '../testing/runs.ts';
import { BLOCK_BYTES, BLOCK_ROOM, ENDED_HEAD, ENDED_MOST, MOST_NEW_OWNERS } from './ended-layout.ts';
import { ENDED_BLOCK_COUNT, ENDED_BYTES, ENDED_OWNER_COUNT, PAGE_IDS, SHARED } from './layout.ts';

const PEOPLE = [1, 2];
/** Of each of them end so many: the ids of all of them are on two pages, the first of which goes when nearly all of its orders are forgotten. */
const ORDERS = 3_200;
/** Commands of a run. */
const RUN = 3_000;
/** Length, id and flags of a record take up to so many bytes, which the kernel reads in one piece (core/kernel/assembly/ended.ts). */
const READ_AT_ONCE = ENDED_HEAD + 8 + 5;

/** Counts the runs that left the core some of the oldest to forget. */
function counting(stops: number[]): Core {
  const core = createCore();
  const { kernel, ledger } = machineOf(core);
  const { run } = kernel;
  kernel.run = (...all) => {
    const stopped = run.apply(kernel, all);
    stops.push(ledger.shared.unkept.forgetLeft);
    return stopped;
  };
  return core;
}

const endedOf = (core: Core) => machineOf(core).users['ended'];
const idsOf = (core: Core) => machineOf(core).users['ids'];

/** What the table has for each id from one on up to the last: a slot, an owner's number negated, or 0. */
function idsFrom(core: Core, first: number): readonly number[] {
  const ids = idsOf(core);
  return Array.from({ length: ids.lastId + 1 - first }, (_none, at) => ids.get(first + at));
}

/** How many owners have some, how many bytes they have, and how many blocks were ever taken for them. */
function sizeOf(core: Core): readonly number[] {
  const shared = new Int32Array(machineOf(core).orders.memory.buffer, SHARED);
  return [ENDED_OWNER_COUNT, ENDED_BYTES, ENDED_BLOCK_COUNT].map((field) => shared[field >> 2]!);
}

/** How many of the ended orders of all begin so close to the end of their block that the next one has some of what is read at once. */
function acrossBlocks(core: Core): number {
  let count = 0;
  for (let owner = 1; owner <= PEOPLE.length; owner += 1)
    endedOf(core).forEach(owner, (place) => {
      count += Number((place % (2 * BLOCK_BYTES)) + READ_AT_ONCE > BLOCK_ROOM);
    });
  return count;
}

/** Ids of few bytes and of the most. */
test.each([1, 2 ** 49 + 1])(
  'FLT-13 trading A7 from order %d on runs forget the oldest ended orders and their ids by themselves, across the ends of their blocks, until a page of ids goes',
  (first) => {
    const alone = new Alone(false);
    const stops: number[] = [];
    const [unheard, heard] = [counting(stops), counting(stops)];
    for (const core of [alone.core, unheard, heard]) idsOf(core).lastId = first - 1;
    for (const begin of BEGINNING) alone.take(begin);
    const hand = (): void => {
      const bytes = alone.batch.take();
      expect(unheard.replay(bytes, 0, Infinity)).toBe(bytes.length);
      expect(turn(heard, bytes)).toEqual({ outcomes: alone.outcomes.splice(0), events: alone.events.splice(0) });
      for (const core of [unheard, heard]) {
        expect(core.stateHash()).toBe(alone.core.stateHash());
        expect(idsOf(core).pageCount).toBe(idsOf(alone.core).pageCount);
        expect(sizeOf(core)).toEqual(sizeOf(alone.core));
        expect(idsFrom(core, first)).toEqual(idsFrom(alone.core, first));
      }
    };
    let across = 0;
    for (let i = 0; i < PEOPLE.length * ORDERS; i += 1) {
      const uid = PEOPLE[i % PEOPLE.length]!;
      // Their numbers have more and fewer bytes, so that records end at all places of their blocks.
      const place = { ...ORDER, isWide: true, uid, lots: 2 + ((i * 37) % 40_000), price: 20_000 + (i % 90) } as Step;
      alone.take(commandOf(place, alone.core));
      alone.take(commandOf({ ...place, kind: 'cancel' }, alone.core));
      if (alone.batch.count < RUN) continue;
      hand();
      across = Math.max(across, acrossBlocks(alone.core));
    }
    hand();

    expect(across).toBeGreaterThan(50);
    expect(endedOf(alone.core).countOf(1)).toBeLessThanOrEqual(ENDED_MOST);
    expect(idsOf(alone.core).lastId).toBeGreaterThan(first + PAGE_IDS);
    expect(idsOf(alone.core).pageCount).toBe(1);
    expect(idsOf(alone.core).get(first)).toBe(0);
    // Of each of the two cores the one in which the first page goes, and two that forget orders that stood there.
    expect(stops.filter((left) => left > 0).length).toBe(6);
  },
);

/** The users, by number, who have ended orders as far as the core knows. */
const ownersOf = (core: Core): readonly number[] =>
  [...machineOf(core).users['endedOrderOwners']['having']].sort((a, b) => a - b);

test('FLT-16 trading A7 the core knows of all whose first ended order a run kept, and forgets theirs too where room is scarce', () => {
  const alone = new Alone(false);
  const cores = [createCore(), createCore()];
  for (const begin of BEGINNING) alone.take(begin);
  const deposit = (uid: number, asset: string): CommandBody =>
    body({ kind: 'Deposit', uid, asset, amount: 1e12, idempotency: { key: `${uid}${asset}`, fingerprint: '' } });
  const uids = Array.from({ length: 2 * MOST_NEW_OWNERS + 5 }, (_none, at) => 10 + at);
  for (const uid of uids) for (const asset of ['COIN', 'FIAT']) alone.take(deposit(uid, asset));
  const place = { ...ORDER, isWide: true, lots: 2 } as Step;
  const endOne = (uid: number): void => {
    alone.take(commandOf({ ...place, uid }, alone.core));
    alone.take(commandOf({ ...place, kind: 'cancel' }, alone.core));
  };
  const hand = (): void => {
    const bytes = alone.batch.take();
    cores[0]!.replay(bytes, 0, Infinity);
    cores[1]!.applyTurn(bytes);
    for (const core of cores) expect(core.stateHash()).toBe(alone.core.stateHash());
  };
  // The first ended order of all, for which the core makes the first blocks.
  endOne(1);
  hand();
  for (const uid of uids) endOne(uid);
  hand();
  expect(ownersOf(alone.core).length).toBe(uids.length + 1);
  for (const core of cores) expect(ownersOf(core)).toEqual(ownersOf(alone.core));

  for (const core of [alone.core, ...cores]) machineOf(core).users['ended'].mostBlocks = 1;
  endOne(1);
  hand();
  // Only user 1, whose last order ended after that.
  expect(ownersOf(alone.core).length).toBe(1);
  for (const core of cores) {
    expect(sizeOf(core)).toEqual(sizeOf(alone.core));
    expect(ownersOf(core)).toEqual(ownersOf(alone.core));
    for (const uid of uids) expect(endedOf(core).countOf(machineOf(core).users.find(uid)!.index)).toBe(0);
  }
});
