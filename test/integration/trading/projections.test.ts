/** The modules' tables on real PostgreSQL, without an engine: what events become, and what time does to sessions. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { CoreEvent } from '@agio/core';
import { joinSources } from '../../../server/external/index.ts';
import { createLongReads } from '../../../server/limits/long-reads.ts';
import { createFutures } from '../../../server/modules/futures/index.ts';
import { createMarkets } from '../../../server/modules/markets/index.ts';
import { createSpot } from '../../../server/modules/spot/index.ts';
import { createUsers, type Users } from '../../../server/modules/users/index.ts';
import { renewEmailKeys } from '../../../server/modules/users/repo.ts';
import type { Db, Projection, Tx } from '../../../server/store/index.ts';
import { sqlRows } from '../../../server/store/projector.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 5, 12);
let opened: OpenStore;
let users: Users;
let projections: readonly Projection[];

beforeAll(async () => {
  opened = await openTestStore();
  const store = { db: opened.db, projectedSeq: 0, waitForSeq: async () => {}, close: async () => {} };
  users = createUsers({ store, secretKey: 'a secret of the test', hasRateLimits: true });
  // The projections read events only: an engine that nobody asks is enough to put the modules together.
  const engine = {
    submit: never,
    query: never,
    onEvents: () => {},
    durableSeq: 0,
    isTradingStopped: false,
    close: async () => {},
  };
  const markets = createMarkets({ store, engine, note: never });
  const futures = createFutures({
    store,
    engine,
    markets,
    prices: joinSources([]),
    hasLimits: false,
    isOrderLimited: () => false,
    longReads: createLongReads(),
    note: never,
  });
  const spot = createSpot({ store, engine, markets, users, note: never });
  projections = [markets, spot, futures].flatMap(({ projections: own = [] }) => own);
});
afterAll(() => opened?.close());
afterEach(() => void vi.useRealTimers());

function never(): Promise<never> {
  return Promise.reject(new Error('the engine is not there'));
}

async function apply(events: readonly object[]): Promise<void> {
  await opened.db.transaction().execute(async (tx) => {
    for (const projection of projections) await projection.apply(tx, events as readonly CoreEvent[]);
  });
}

let seq = 0;
const orderEvent = (orderId: number, timeMs: number, change: object) => ({
  kind: 'OrderChanged',
  cause: 'ACCEPTED',
  userSeq: 1,
  seq: ++seq,
  index: 0,
  timeMs,
  orderId,
  uid: 1,
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: 5,
  quantity: 10,
  quoteAmount: 0,
  filledQuantity: 0,
  filledAmount: 0,
  preventedQuantity: 0,
  stpMode: 'EXPIRE_TAKER',
  clientOrderId: 'it’s "quoted"',
  status: 'NEW',
  reason: '',
  createdAtMs: timeMs,
  updatedAtMs: timeMs,
  amendCount: 0,
  stopPrice: 0,
  deltaBips: 0,
  activationPrice: 0,
  displayQuantity: 0,
  ocoId: 0,
  ...change,
});
const tradeEvent = (tradeId: number, timeMs: number, price: number) => ({
  kind: 'Traded',
  seq: ++seq,
  index: 1,
  timeMs,
  tradeId,
  symbol: 'BTCUSDT',
  price,
  quantity: 3,
  amount: 3 * price,
  takerSide: 'BUY',
  makerOrderId: 1,
  takerOrderId: 2,
  makerUid: 1,
  takerUid: 2,
  makerFee: 1,
  takerFee: 2,
  makerFeeAsset: 'USDT',
  takerFeeAsset: 'BTC',
});

test('events applied twice give the rows of once, however they are cut into batches', async () => {
  const trades = [
    tradeEvent(1, START, 5),
    tradeEvent(2, START + 1000, 9),
    tradeEvent(3, START + 2000, 4),
    tradeEvent(4, START + 60_000, 7),
  ];
  await apply(trades.slice(0, 2));
  await apply(trades.slice(2));
  const klines = () =>
    opened.db.selectFrom('klines').selectAll().orderBy('base_interval').orderBy('open_time_ms').execute();
  const once = await klines();
  expect(once).toHaveLength(4);
  expect(once.find((kline) => kline.base_interval === '1h')).toMatchObject({
    open: 5,
    high: 9,
    low: 4,
    close: 7,
    volume: '12',
    quote_volume: '75',
    trade_count: 4,
  });
  await apply(trades.slice(0, 2));
  await apply(trades.slice(2));
  expect(await klines()).toEqual(once);
  expect(await opened.db.selectFrom('trades').selectAll().execute()).toHaveLength(4);
  expect(await opened.db.selectFrom('spot_fills').selectAll().execute()).toHaveLength(8);
});

test('of an order that changes often in a batch the last state is kept', async () => {
  await apply([
    orderEvent(10, START, {}),
    orderEvent(10, START + 1, { status: 'PARTIALLY_FILLED', filledQuantity: 3 }),
    orderEvent(10, START + 2, { status: 'FILLED', filledQuantity: 10, createdAtMs: START }),
  ]);
  const row = await opened.db
    .selectFrom('spot_orders')
    .selectAll()
    .where('order_id', '=', 10)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    status: 'FILLED',
    filled_quantity: 10,
    client_order_id: 'it’s "quoted"',
    created_at_ms: START,
    updated_at_ms: START + 2,
  });
});

test('an order that ended without a fill leaves seven days later by the log’s time, one with a fill stays', async () => {
  await apply([
    orderEvent(20, START, { status: 'CANCELED', reason: 'USER' }),
    orderEvent(21, START, { status: 'CANCELED', filledQuantity: 1 }),
    orderEvent(22, START, {}),
  ]);
  const left = async () =>
    (
      await opened.db
        .selectFrom('spot_orders')
        .select('order_id')
        .where('order_id', '>=', 20)
        .where('order_id', '<', 30)
        .orderBy('order_id')
        .execute()
    ).map((row) => row.order_id);
  await apply([tradeEvent(5, START + 7 * DAY - HOUR, 5)]);
  expect(await left()).toEqual([20, 21, 22]);
  await apply([tradeEvent(6, START + 7 * DAY + HOUR, 5)]);
  expect(await left()).toEqual([21, 22]);
});

test('what leaves after seven days does not depend on how the log is cut into batches', async () => {
  const at = START + 30 * DAY;
  const left = async (orderId: number) =>
    (await opened.db.selectFrom('spot_orders').select('order_id').where('order_id', '=', orderId).execute()).length;
  const ended = (orderId: number, timeMs: number) =>
    orderEvent(orderId, timeMs, { status: 'CANCELED', reason: 'USER' });
  // Within one hour of the log, as two batches and as one: the order ended between the two moments seven days before.
  await apply([ended(31, at + 10 * MINUTE)]);
  await apply([tradeEvent(7, at + 7 * DAY + 5 * MINUTE, 5)]);
  await apply([tradeEvent(8, at + 7 * DAY + 20 * MINUTE, 5)]);
  const inTwo = await left(31);
  const later = at + 20 * DAY;
  await apply([ended(32, later + 10 * MINUTE)]);
  await apply([tradeEvent(9, later + 7 * DAY + 5 * MINUTE, 5), tradeEvent(10, later + 7 * DAY + 20 * MINUTE, 5)]);
  expect(await left(32)).toBe(inTwo);
  await apply([tradeEvent(11, later + 7 * DAY + HOUR, 5)]);
  expect([await left(31), await left(32)]).toEqual([0, 0]);
});

test('results and fees of a statement are summed up by the hour after a week, and its sum stays, however the log is cut', async () => {
  /** A deposit, trades in two hours, and a trade a week after the first of them. */
  const logOf = (uid: number, start: number): object[] => {
    const at = (index: number, timeMs: number) => ({ seq: ++seq, index, timeMs: start + timeMs });
    const moved = { kind: 'FundsMoved', transferKind: 'TRANSFER', asset: 'USDT', userSeq: 1, transferId: seq + 1000 };
    const trade = (timeMs: number, makerRealised: bigint) => ({
      ...at(1, timeMs),
      kind: 'PerpTraded',
      tradeId: seq,
      symbol: `C${uid}`,
      price: 5,
      quantity: 1,
      amount: 5n,
      takerSide: 'SELL',
      makerOrderId: 1,
      takerOrderId: 0,
      makerUid: uid,
      takerUid: 0,
      makerWallet: 'FUTURES',
      takerWallet: '',
      makerFee: 2n,
      takerFee: 0n,
      makerRealised,
      takerRealised: 0n,
      makerTerms: { before: null },
      takerTerms: { before: null },
      isLiquidation: true,
    });
    return [
      { ...moved, ...at(0, 0), uid, amount: 100, from: 'SPOT', to: 'FUTURES' },
      trade(MINUTE, 7n),
      trade(2 * MINUTE, -3n),
      trade(HOUR + MINUTE, 1n),
      trade(7 * DAY + HOUR + MINUTE, 4n),
    ];
  };
  const linesOf = async (uid: number, start: number) =>
    (
      await opened.db
        .selectFrom('futures_entries')
        .select(['type', 'amount', 'parts', 'is_summed', 'time_ms'])
        .where('uid', '=', uid)
        .orderBy('time_ms')
        .orderBy('type')
        .execute()
    ).map((row) => [row.type, row.amount, row.parts, row.is_summed, row.time_ms - start]);
  const [first, second] = [START + 100 * DAY, START + 200 * DAY];
  await apply(logOf(501, first));
  const inOne = await linesOf(501, first);
  const pieces = logOf(502, second);
  for (const event of pieces.slice(0, 4)) await apply([event]);
  expect((await linesOf(502, second)).filter(([type]) => type === 'FEE')).toHaveLength(3);
  await apply(pieces.slice(4));
  await apply([tradeEvent(90, second + 7 * DAY + HOUR + 2 * MINUTE, 5)]);
  const lines = [
    ['TRANSFER', '100', 1, false, 0],
    ['FEE', '-4', 2, true, 2 * MINUTE],
    ['REALISED', '4', 2, true, 2 * MINUTE],
    ['FEE', '-2', 1, false, HOUR + MINUTE],
    ['REALISED', '1', 1, false, HOUR + MINUTE],
    ['FEE', '-2', 1, false, 7 * DAY + HOUR + MINUTE],
    ['REALISED', '4', 1, false, 7 * DAY + HOUR + MINUTE],
  ];
  expect([inOne, await linesOf(502, second)]).toEqual([lines, lines]);
});

test('ATK-8 a session slides while it is used, dies when it is not, and after a year at the latest', async () => {
  const uid = await users.createUser('slider@test.agio.example', 'correct horse battery');
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(START);
  const idle = await users.createSession(uid);
  const used = await users.createSession(uid);
  for (let day = 1; day <= 10; day++) {
    vi.setSystemTime(START + day * 2 * DAY);
    expect(await users.authority.session(used), `day ${2 * day}`).toMatchObject({ uid });
  }
  expect(await users.authority.session(idle)).toBe(null);
  for (let day = 22; day < 365; day += 2) {
    vi.setSystemTime(START + day * DAY);
    await users.authority.session(used);
  }
  vi.setSystemTime(START + 365 * DAY - 1);
  expect(await users.authority.session(used)).toMatchObject({ uid });
  vi.setSystemTime(START + 365 * DAY);
  expect(await users.authority.session(used)).toBe(null);
});

test('tokens and API secrets are nowhere in the tables as they are', async () => {
  const uid = await users.createUser('secret@test.agio.example', 'correct horse battery');
  const token = await users.createSession(uid);
  const key = await users.createApiKey(uid, 'bot', ['read']);
  const rows = JSON.stringify([
    await opened.db.selectFrom('sessions').selectAll().execute(),
    await opened.db.selectFrom('api_keys').selectAll().execute(),
    await opened.db.selectFrom('users').selectAll().execute(),
  ]);
  for (const secret of [token, key.apiSecret, 'correct horse battery']) expect(rows).not.toContain(secret);
  expect(rows).toContain(key.apiKey);
});

test('ATK-7 accounts of older releases in look-alike letters get today’s keys, once; both of a pair still log in by their own', async () => {
  const [fullWidth, plain, unseen] = [
    '\uff4fld@test.agio.example',
    'pair@test.agio.example',
    'pa\u200bir@test.agio.example',
  ];
  const insert = async (email: string): Promise<number> => {
    const { uid } = await opened.db
      .insertInto('users')
      .values({
        email,
        email_key: email.toLowerCase(),
        password_hash: '',
        nick_name: null,
        language: 'en-us',
        token_expire_hour: 72,
        created_at_ms: START,
      })
      .returning('uid')
      .executeTakeFirstOrThrow();
    return uid;
  };
  const [old, first, second] = [await insert(fullWidth), await insert(plain), await insert(unseen)];
  expect(await users.findUser('old@test.agio.example')).toBeNull();
  for (let start = 0; start < 2; start++) await renewEmailKeys(opened.db);
  expect(await users.findUser('old@test.agio.example')).toBe(old);
  expect(await users.findUser(fullWidth)).toBe(old);
  await expect(users.createUser('old@test.agio.example', 'correct horse battery')).rejects.toThrow(
    'already has an account',
  );
  expect([await users.findUser(plain), await users.findUser(unseen)]).toEqual([first, second]);
});

test('FLT-2 rows that the journal can make again wait for no disk when they are committed; rows of people do', async () => {
  const readSetting = async (db: Db | Tx): Promise<string | undefined> => {
    const query = db.selectNoFrom((eb) =>
      eb.fn<string>('current_setting', [eb.val('synchronous_commit')]).as('synchronousCommit'),
    );
    return (await query.executeTakeFirst())?.synchronousCommit;
  };
  let projected: string | undefined;
  await sqlRows(opened.db).inTransaction(async (tx) => {
    projected = await readSetting(tx);
  });
  const ofPeople = await Promise.all(
    Array.from({ length: 20 }, () => opened.db.transaction().execute((tx) => readSetting(tx))),
  );
  expect(projected).toBe('off');
  expect(new Set(ofPeople)).toEqual(new Set(['on']));
});
