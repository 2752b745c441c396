/** What rows of positions keep for the price of their closing, however the log is cut into batches, on real PostgreSQL. */
import { type Amount, formatUnits, type Price } from '@agio/core/fixed';
import { increase, type Position, reduce } from '@agio/core/formulas';
import { contractParameters } from '../../../core/testing/perps.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closedPositions } from '../../../server/modules/futures/history-repo.ts';
import { type PositionChange, upsertPositions } from '../../../server/modules/futures/repo.ts';
import { closedPositionOf } from '../../../server/modules/futures/views.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';
import { Random } from '../../simulator/random.ts';

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

const live = {
  contracts: new Map([['BTCUSDT', { view: { markPrice: 0 as Price, parameters: contractParameters() } }]]),
};
/** Of a decimal with or without a sign. */
const unitsOf = (text: string) => {
  const [whole = '', rest = ''] = text.split('.');
  return BigInt(whole + rest.padEnd(8, '0'));
};
const rowOf = async (uid: number) => {
  const { items } = await closedPositions(opened.db, { ...query, ...dates, uid });
  return closedPositionOf(live, items[0]!);
};

test('trading B4 a closed position shows all that was closed of it, with the average prices of all openings and closings', async () => {
  await store([lifeOf(10)]);
  // 2 at 100 and 3 at 110; 1 at 120 and 4 at 130. It was never larger than 4.
  expect(await rowOf(10)).toMatchObject({ quantity: '5', entryPrice: '106', exitPrice: '128', realised: '110' });
});

test('trading B4 the size and prices of closed positions give their result, in random lives of openings, parts and reversals', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const random = new Random(seed);
  for (let life = 0; life < 25; life++) {
    const { views, bought, sold } = randomLife(1_000 + life, random);
    const cuts = [0, random.between(0, views.length), random.between(0, views.length), views.length];
    cuts.sort((a, b) => a - b);
    await store(cuts.slice(1).map((end, at) => views.slice(cuts[at], end)));
    const row = await rowOf(1_000 + life);
    const [entered, left] = row.direction === 'LONG' ? [bought, sold] : [sold, bought];
    const name = `seed ${seed}, life ${life}`;
    expect(row.quantity, name).toBe(formatUnits(entered.quantity, 8));
    expect(row.quantity, name).toBe(formatUnits(left.quantity, 8));
    expect(row.entryPrice, name).toBe(formatUnits(entered.value / entered.quantity, 8));
    expect(row.exitPrice, name).toBe(formatUnits(left.value / left.quantity, 8));
    // Both prices are rounded down: the result is exact but for a smallest unit of the price times the size.
    const size = unitsOf(row.quantity);
    const told = unitsOf(row.exitPrice) - unitsOf(row.entryPrice);
    const result = ((row.direction === 'LONG' ? told : -told) * size) / UNIT;
    const away = result - unitsOf(row.realised);
    expect(away < 0n ? -away : away, name).toBeLessThanOrEqual(size / UNIT + 1n);
  }
});

/** Fills of one position from nothing to nothing; the last may be the closing part of an order that turned it. */
function randomLife(positionId: number, random: Random) {
  const direction = random.chance(0.5) ? 1n : -1n;
  const bought = { quantity: 0n, value: 0n };
  const sold = { quantity: 0n, value: 0n };
  const views: PositionChange[] = [];
  let open: Position | null = { direction, quantity: 0n, cost: 0n };
  let realised = 0n;
  while (open !== null) {
    const isOpening = open.quantity === 0n || (views.length < 12 && random.chance(0.5));
    const price = BigInt(random.between(90_000, 99_999)) * (UNIT / 10n);
    const asked = BigInt(random.between(1, 400)) * (UNIT / 1_000n);
    // An order past the size closes all, and opens another position with the rest.
    const isAll = views.length >= 12 || asked > open.quantity;
    const size: bigint = isOpening || !isAll ? asked : open.quantity;
    const side = (direction === 1n) === isOpening ? bought : sold;
    side.quantity += size;
    side.value += size * price;
    if (isOpening) open = increase(open, size, price);
    else {
      const reduced = reduce(open, size, price);
      realised += reduced.realised;
      open = reduced.position;
    }
    const view = viewOf(positionId, open, realised, OPENED_MS + views.length);
    views.push({ ...view, direction: direction === 1n ? 'LONG' : 'SHORT' });
  }
  return { views, bought, sold };
}

test('a position whose opening the rows have not seen says no exit price, and stays without one', async () => {
  const [, ...rest] = lifeOf(20);
  await store([rest.slice(0, 1), rest.slice(1)]);
  expect(await enteredOf(20)).toBeNull();
});
