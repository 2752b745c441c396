/** Whom a change of a market's status finds in the tables, on real PostgreSQL: all who held something at that moment, each by an index. */
import type { Notices } from '@agio/contracts/channel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStatusNotices } from '../../../server/modules/alerts/index.ts';
import type { LiveContracts } from '../../../server/modules/futures/index.ts';
import type { LiveMarkets } from '../../../server/modules/markets/index.ts';
import { noticedUids, noticeHolders } from '../../../server/modules/alerts/status-repo.ts';
import { sql } from '../../../server/store/index.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';
import { listening, planOf } from '../../query-plans.ts';

/** The moment of the change. */
const AT = 1_000_000_000;
const [BEFORE, SINCE] = [AT - 1_000, AT + 100];
/** What ended long ago, of other people, so that reading all of it is never the cheaper way. */
const MANY_ROWS = 50_000;
const MANY_UID = 900_000_000;
const ENDS = ['CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH'];

let opened: OpenStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened?.close());

let ids = 0;
interface Row {
  readonly status: string;
  readonly filled?: number;
  readonly placed?: number;
  readonly ended?: number;
  readonly symbol?: string;
}

/** Each row is of a user of its own, whose uid it answers. */
async function order(table: 'spot_orders' | 'futures_orders', row: Row): Promise<number> {
  const id = (ids += 1);
  const { status, filled = 0, placed = BEFORE, ended = SINCE, symbol = 'BTCUSDT' } = row;
  if (table === 'spot_orders')
    await sql`insert into spot_orders (order_id, uid, symbol, side, type, time_in_force, price, quantity, quote_amount, filled_quantity,
        filled_amount, prevented_quantity, amend_count, stp_mode, client_order_id, status, reason, created_at_ms, updated_at_ms)
      values (${id}, ${id}, ${symbol}, 'BUY', 'LIMIT', 'GTC', 1, 2, 0, ${filled}, 0, 0, 0, 'EXPIRE_TAKER', '', ${status}, '', ${placed}, ${ended})`.execute(
      opened.db,
    );
  else
    await sql`insert into futures_orders (order_id, uid, wallet, symbol, client_order_id, status, filled_quantity, created_at_ms, updated_at_ms, body)
      values (${id}, ${id}, 'FUTURES', ${symbol}, '', ${status}, ${filled}, ${placed}, ${ended}, '{}')`.execute(
      opened.db,
    );
  return id;
}

/** The order is a filled one from `timeMs` on. */
async function fill(table: 'spot_fills' | 'futures_fills', uid: number, timeMs: number): Promise<number> {
  const trade = timeMs * 1_000 + uid;
  const [columns, values] =
    table === 'spot_fills' ? ['fee_asset', `'USDT'`] : ['wallet, realised, is_liquidation', `'FUTURES', 0, false`];
  await sql`insert into ${sql.table(table)} (symbol, trade_id, is_maker, uid, order_id, side, price, quantity, amount, fee, time_ms, ${sql.raw(columns)})
    values ('BTCUSDT', ${trade}, true, ${uid}, ${uid}, 'BUY', 1, 2, 2, 0, ${timeMs}, ${sql.raw(values)})`.execute(
    opened.db,
  );
  return uid;
}

async function stop(status: string, ended = SINCE, placed = BEFORE): Promise<number> {
  const id = (ids += 1);
  await sql`insert into futures_stop_orders (stop_order_id, uid, wallet, symbol, status, created_at_ms, updated_at_ms, body)
    values (${id}, ${id}, 'FUTURES', 'BTCUSDT', ${status}, ${placed}, ${ended}, '{}')`.execute(opened.db);
  return id;
}

async function position(isOpen: boolean, ended = SINCE, openedAtMs = BEFORE): Promise<number> {
  const id = (ids += 1);
  await sql`insert into futures_positions (position_id, uid, wallet, symbol, is_open, updated_at_ms, body)
    values (${id}, ${id}, 'FUTURES', 'BTCUSDT', ${isOpen}, ${ended}, jsonb_build_object('openedAtMs', ${openedAtMs}::bigint))`.execute(
    opened.db,
  );
  return id;
}

/** What the change finds told, in the order of the uids. */
async function told(market: 'SPOT' | 'FUTURES'): Promise<number[]> {
  await sql`insert into market_status_changes (seq, market, symbol, status, time_ms)
    values (${(ids += 1)}, ${market}, 'BTCUSDT', 'HALTED', ${AT})`.execute(opened.db);
  const changes = await noticeHolders(opened.db);
  expect(changes).toMatchObject([{ market, symbol: 'BTCUSDT', status: 'HALTED', timeMs: AT }]);
  return noticedUids(opened.db, changes[0]!.id, 0, 1_000);
}

async function heldOrders(market: 'spot' | 'futures', open: readonly string[]): Promise<number[]> {
  const [orders, fills] = [`${market}_orders`, `${market}_fills`] as ['spot_orders', 'spot_fills'];
  const held: number[] = [];
  for (const status of open) held.push(await order(orders, { status }));
  for (const status of ENDS) for (const filled of [0, 1]) held.push(await order(orders, { status, filled }));
  held.push(await fill(fills, await order(orders, { status: 'FILLED', filled: 2 }), SINCE));
  held.push(await fill(fills, await order(orders, { status: 'FILLED', filled: 2, ended: AT }), AT));
  // Nobody of these held an order of that market then: it had ended, was placed later, or is one of another market.
  for (const filled of [0, 1]) await order(orders, { status: 'CANCELED', filled, ended: AT - 1 });
  await fill(fills, await order(orders, { status: 'FILLED', filled: 2, ended: AT - 1 }), AT - 1);
  for (const status of ['NEW', 'CANCELED']) await order(orders, { status, placed: AT + 1 });
  await fill(fills, await order(orders, { status: 'FILLED', filled: 2, placed: AT + 1 }), SINCE);
  await order(orders, { status: 'NEW', symbol: 'ETHUSDT' });
  return held;
}

test('A8 whoever had an open order in a spot market is told, whether it is still open, ended since, or was filled since', async () => {
  const held = await heldOrders('spot', ['NEW', 'PARTIALLY_FILLED', 'UNTRIGGERED']);
  expect(await told('SPOT')).toEqual(held);
});

test('B1 whoever had an open order, a conditional one or a position in a contract is told, whatever became of it since', async () => {
  const held = await heldOrders('futures', ['NEW', 'PARTIALLY_FILLED']);
  for (const status of ['NEW', 'TRIGGERED', 'CANCELED', 'EXPIRED']) held.push(await stop(status));
  for (const status of ['TRIGGERED', 'CANCELED']) await stop(status, AT - 1);
  await stop('NEW', SINCE, AT + 1);
  for (const isOpen of [true, false]) held.push(await position(isOpen));
  await position(false, AT - 1);
  await position(true, SINCE, AT + 1);
  expect(await told('FUTURES')).toEqual(held);
});

test('A8 B1 of a market with a long history nothing is read but what is open and what ended since, each by its index', async () => {
  const many = sql`from generate_series(${MANY_UID}::int, ${MANY_UID + MANY_ROWS}::int) as n`;
  const status = sql`(array['FILLED', 'CANCELED', 'EXPIRED'])[n % 3 + 1]`;
  const filled = sql`(array[2, 0, 1])[n % 3 + 1]`;
  await sql`insert into spot_orders (order_id, uid, symbol, side, type, time_in_force, price, quantity, quote_amount, filled_quantity,
      filled_amount, prevented_quantity, amend_count, stp_mode, client_order_id, status, reason, created_at_ms, updated_at_ms)
    select n, n, 'BTCUSDT', 'BUY', 'LIMIT', 'GTC', 1, 2, 0, ${filled}, 0, 0, 0, 'EXPIRE_TAKER', '', ${status}, '', n - 900000000, n - 900000000 ${many}`.execute(
    opened.db,
  );
  await sql`insert into futures_orders (order_id, uid, wallet, symbol, client_order_id, status, filled_quantity, created_at_ms, updated_at_ms, body)
    select n, n, 'FUTURES', 'BTCUSDT', '', ${status}, ${filled}, n - 900000000, n - 900000000, '{}' ${many}`.execute(
    opened.db,
  );
  await sql`insert into futures_stop_orders (stop_order_id, uid, wallet, symbol, status, created_at_ms, updated_at_ms, body)
    select n, n, 'FUTURES', 'BTCUSDT', (array['TRIGGERED', 'CANCELED'])[n % 2 + 1], n - 900000000, n - 900000000, '{}' ${many}`.execute(
    opened.db,
  );
  await sql`insert into futures_positions (position_id, uid, wallet, symbol, is_open, updated_at_ms, body)
    select n, n, 'FUTURES', 'BTCUSDT', false, n - 900000000, jsonb_build_object('openedAtMs', n - 900000000) ${many}`.execute(
    opened.db,
  );
  for (const [table, extra, value] of [
    ['spot_fills', 'fee_asset', `'USDT'`],
    ['futures_fills', 'wallet, realised, is_liquidation', `'FUTURES', 0, false`],
  ] as const)
    await sql`insert into ${sql.table(table)} (symbol, trade_id, is_maker, uid, order_id, side, price, quantity, amount, fee, time_ms, ${sql.raw(extra)})
      select 'BTCUSDT', n - 900000000, true, n, n, 'BUY', 1, 2, 2, 0, n - 900000000, ${sql.raw(value)} ${many}`.execute(
      opened.db,
    );
  for (const table of [
    'spot_orders',
    'futures_orders',
    'futures_stop_orders',
    'futures_positions',
    'spot_fills',
    'futures_fills',
  ])
    await sql`analyze ${sql.table(table)}`.execute(opened.db);

  const { queries, db } = listening(opened.db);
  await noticeHolders(db);
  const plan = await planOf(opened.db, queries[0]!);
  for (const index of [
    ...['open', 'ended_unfilled', 'ended_partly_filled', 'pkey'].flatMap((one) => [
      `spot_orders_${one}`,
      `futures_orders_${one}`,
    ]),
    ...['open', 'ended', 'triggered'].map((one) => `futures_stop_orders_${one}`),
    ...['open', 'closed_since'].map((one) => `futures_positions_${one}`),
    'spot_fills_pkey',
    'futures_fills_pkey',
  ])
    expect(plan).toMatch(new RegExp(`(using|on) ${index}\\b`));
  expect(plan.match(/Index Cond: .*trade_id > /g)).toHaveLength(2);
  expect(plan).not.toMatch(/Seq Scan on (spot|futures)_/);
});

test('A8 however many hold something in a market, each is told once, and no more than a thousand without a pause', async () => {
  const HOLDERS = 2_500;
  await sql`insert into futures_stop_orders (stop_order_id, uid, wallet, symbol, status, created_at_ms, updated_at_ms, body)
    select n, n, 'FUTURES', 'XRPUSDT', 'NEW', 0, 0, '{}' from generate_series(800000001, ${800_000_000 + HOLDERS}::int) as n`.execute(
    opened.db,
  );
  await sql`insert into market_status_changes (seq, market, symbol, status, time_ms)
    values (${(ids += 1)}, 'FUTURES', 'XRPUSDT', 'STOP', ${Date.now()})`.execute(opened.db);
  const store = { db: opened.db, projectedSeq: 1, waitForSeq: async () => {}, close: async () => {} };
  const { start, jobs } = createStatusNotices({
    store,
    markets: { markets: new Map() } as unknown as LiveMarkets,
    contracts: { contracts: new Map() } as unknown as LiveContracts,
  });
  const uids: number[] = [];
  let [sinceTurn, most] = [0, 0];
  const publishTo = (uid: number, channel: string, data: unknown) => {
    expect([channel, data]).toMatchObject(['market_status', { snapshot: false, changes: [{ status: 'STOP' }] }]);
    if (sinceTurn === 0) setImmediate(() => (sinceTurn = 0));
    most = Math.max(most, (sinceTurn += 1));
    uids.push(uid);
  };
  const publisher = { publish: () => {}, publishTo, hasReaders: () => true };
  await start?.({ spot: publisher, futures: publisher, notices: { tell: () => {} } as unknown as Notices });
  await jobs?.find(({ name }) => name === 'market statuses to tell')?.run();
  expect(uids).toEqual(Array.from({ length: HOLDERS }, (_, at) => 800_000_001 + at));
  expect(most).toBe(1_000);
});
