/** What rows of positions keep for the price of their closing, however the log is cut into batches, on real PostgreSQL. */
import type { Amount } from '@agio/core/fixed';
import { exitPrice, increase, type Position, reduce } from '@agio/core/formulas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closedPositions } from '../../../server/modules/futures/history-repo.ts';
import { type PositionChange, upsertPositions } from '../../../server/modules/futures/repo.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';

let opened: OpenStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened?.close());

const UNIT = 100_000_000n;
const OPENED_MS = 1_700_000_000_000;
const query = { wallet: 'FUTURES', page: 1, pageSize: 100, symbol: undefined, direction: undefined };
const dates = { fromMs: undefined, toMs: undefined };

/** Opened with 2 at 100, half of it closed at 120, 3 more at 110, everything closed at 130: 1 at 120 and 4 at 130, 128 on average. */
function lifeOf(positionId: number): PositionChange[] {
  let open: Position | null = { direction: 1n, quantity: 0n, cost: 0n };
  let realised = 0n;
  const views: PositionChange[] = [];
  const steps = [
    [2n, 100n],
    [-1n, 120n],
    [3n, 110n],
    [-4n, 130n],
  ] as const;
  for (const [at, [size, price]] of steps.entries()) {
    if (open === null) throw new Error('it is closed');
    if (size > 0n) open = increase(open, size * UNIT, price * UNIT);
    else {
      const reduced = reduce(open, -size * UNIT, price * UNIT);
      realised += reduced.realised;
      open = reduced.position;
    }
    views.push(viewOf(positionId, open, realised, OPENED_MS + at));
  }
  return views;
}

const viewOf = (positionId: number, open: Position | null, realised: bigint, updatedAtMs: number): PositionChange => ({
  positionId,
  uid: positionId,
  wallet: 'FUTURES',
  symbol: 'BTCUSDT',
  positionSide: 'BOTH',
  direction: 'LONG',
  marginMode: 'CROSS',
  leverage: 20,
  quantity: Number(open?.quantity ?? 0n) as Amount,
  cost: open?.cost ?? 0n,
  margin: 0n,
  autoAdd: false,
  realised,
  fees: 0n,
  funding: 0n,
  liquidationPrice: 0n,
  openedAtMs: OPENED_MS,
  updatedAtMs,
  seq: updatedAtMs - OPENED_MS + 1,
});

async function store(batches: readonly (readonly PositionChange[])[]): Promise<void> {
  for (const batch of batches) await opened.db.transaction().execute((tx) => upsertPositions(tx, batch));
}
const enteredOf = async (uid: number) => {
  const { items } = await closedPositions(opened.db, { ...query, ...dates, uid });
  return items[0]?.entered;
};

test.each([
  [1, [0, 4]],
  [2, [0, 1, 2, 3, 4]],
  [3, [0, 2, 4]],
  [4, [0, 1, 4]],
  [5, [0, 3, 4]],
] as const)('trading B4 what was opened in all is the same in %i, whose life is cut at %j', async (id, cuts) => {
  const life = lifeOf(id);
  await store(cuts.slice(1).map((end, at) => life.slice(cuts[at], end)));
  expect(await enteredOf(id)).toEqual({ quantity: 5n * UNIT, cost: 530n * UNIT });
});

test('trading B4 that gives the average price of all that closed it, beside the largest size and its entry', async () => {
  await store([lifeOf(10)]);
  const { items } = await closedPositions(opened.db, { ...query, ...dates, uid: 10 });
  // The largest size is 4: 1 left of 100 and 3 at 110.
  expect(items).toMatchObject([{ quantity: Number(4n * UNIT), cost: 430n * UNIT, realised: 110n * UNIT }]);
  const [{ entered, realised } = { entered: null, realised: 0n }] = items;
  if (entered === null) throw new Error('what was opened is not kept');
  expect(exitPrice({ ...entered, direction: 1n }, { realised })).toBe(128n * UNIT);
});

test('a position whose opening the rows have not seen says no exit price, and stays without one', async () => {
  const [, ...rest] = lifeOf(20);
  await store([rest.slice(0, 1), rest.slice(1)]);
  expect(await enteredOf(20)).toBeNull();
});
