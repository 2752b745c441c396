/** Which orders the server calls lost, on real PostgreSQL: those that the page's own rule calls so, found by an index of their own. */
import type { EndedOrder, StopOrder } from '@agio/contracts/http/futures-shapes';
import type { Order } from '@agio/contracts/http/spot';
import { END_REASONS, ORDER_ORIGINS, ORDER_STATUSES, STOP_STATUSES } from '@agio/core/words';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as perpetuals from '../../../server/modules/futures/history-repo.ts';
import * as spot from '../../../server/modules/spot/repo.ts';
import { type Db, sql } from '../../../server/store/index.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { lostFuturesOrders, lostSpotOrders, lostStopOrders } from '../../../web/app/live/lost-orders.ts';
import { openTestStore } from '../../open-store.ts';
import { listening, planOf } from '../../query-plans.ts';

const WALLET = 'FUTURES';
/** All ways to end, each at the moment of placing and later. */
const UID = 1;
/** One order that was placed long ago and ended against its user's will, and 100,000 that the user canceled. */
const MANY = 2;
const MANY_ROWS = 100_000;
const LATE = 9_999_999_999_999;

let opened: OpenStore;
beforeAll(async () => {
  opened = await openTestStore();
  const ends = sql`(select row_number() over () as n, * from unnest(${[...ORDER_STATUSES]}::text[]) as status,
    unnest(${[...END_REASONS, 'POSITION_CLOSED']}::text[]) as reason, unnest(${[...ORDER_ORIGINS]}::text[]) as origin,
    unnest(array[1000, 2000]) as ended)`;
  const spotColumns = sql`(order_id, uid, symbol, side, type, time_in_force, price, quantity, quote_amount, filled_quantity,
    filled_amount, prevented_quantity, amend_count, stp_mode, client_order_id, status, reason, created_at_ms, updated_at_ms)`;
  const spotRow = (
    id: string,
    uid: number,
  ) => sql`${sql.raw(id)}, ${sql.lit(uid)}, 'BTCUSDT', 'BUY', 'LIMIT', 'GTC', 1, 1, 0, 0,
    0, 0, 0, 'EXPIRE_TAKER', ''`;
  // Orders of perpetuals have reasons that those of spot markets do not have.
  await sql`insert into spot_orders ${spotColumns}
    select ${spotRow('n', UID)}, status, reason, 1000, ended from ${ends} as ends where reason = any(${spotReasons()}::text[])
    union all select ${spotRow('1000000 + n', MANY)}, 'CANCELED', 'USER', 5000 + n, 6000 + n from generate_series(1, ${MANY_ROWS}) as n
    union all select ${spotRow('999999', MANY)}, 'CANCELED', 'SYSTEM', 1000, ${LATE}::bigint`.execute(opened.db);
  const body = (id: string, reason: string, origin: string, ended: string) => sql`jsonb_build_object('orderId',
    ${sql.raw(id)}, 'stopOrderId', ${sql.raw(id)}, 'reason', ${sql.raw(reason)}, 'origin', ${sql.raw(origin)}, 'status', status, 'type', 'STOP',
    'group', 'OWN', 'createdAtMs', 1000, 'updatedAtMs', ${sql.raw(ended)})`;
  const many = sql`(select n, 'CANCELED' as status, 'USER' as reason, 5000 + n as placed, 6000 + n as ended
      from generate_series(1000001, 1000000 + ${MANY_ROWS}) as n
    union all select 999999, 'CANCELED', 'SYSTEM', 1000, ${LATE}::bigint) as many`;
  for (const [table, id, extra, extras] of [
    ['futures_orders', 'order_id', 'client_order_id, filled_quantity,', `'', 0,`],
    ['futures_stop_orders', 'stop_order_id', '', ''],
  ] as const) {
    const columns = sql.raw(`(${id}, uid, wallet, symbol, ${extra} status, created_at_ms, updated_at_ms, body)`);
    const row = sql.raw(`${WALLET_TEXT}, 'BTCUSDT', ${extras} status`);
    const isMeant = table === 'futures_orders' ? sql`true` : sql`status = any(${[...STOP_STATUSES]}::text[])`;
    await sql`insert into ${sql.table(table)} ${columns}
      select n, ${sql.lit(UID)}, ${row}, 1000, ended, ${body('n', 'reason', 'origin', 'ended')} from ${ends} as ends where ${isMeant}
      union all select n, ${sql.lit(MANY)}, ${row}, placed, ended, ${body('n', 'reason', `'USER'`, 'ended')} from ${many}`.execute(
      opened.db,
    );
    await sql`analyze ${sql.table(table)}`.execute(opened.db);
  }
  await sql`analyze spot_orders`.execute(opened.db);
});
afterAll(() => opened?.close());

const WALLET_TEXT = `'${WALLET}'`;
const spotReasons = (): string[] =>
  END_REASONS.filter(
    (reason) => !['NO_MARGIN', 'REDUCE_ONLY', 'LIQUIDATION', 'ADL', 'BANKRUPTCY_PRICE'].includes(reason),
  );
const asked = { symbol: undefined, side: undefined, fromMs: undefined, toMs: undefined, page: 1, pageSize: 100 };

/** Times as the answers of the site have them. */
const timed = <View extends { createdAtMs: number; updatedAtMs: number }>(view: View) => ({
  ...view,
  createdAt: view.createdAtMs,
  updatedAt: view.updatedAtMs,
});

/** The three histories: ids of what they hold, lost or not, by the server; and which of all of them the page's rule calls lost. */
const histories = {
  spot: async (db: Db, uid: number, isLost: boolean, page: number) => {
    const { items, total } = await spot.endedOrders(db, uid, { ...asked, page, isLost });
    const lost = lostSpotOrders(items.map((order) => timed(order) as unknown as Order));
    return { ids: items.map(({ orderId }) => orderId), lost: lost.map(({ orderId }) => orderId), total };
  },
  perpetuals: async (db: Db, uid: number, isLost: boolean, page: number) => {
    const { items, total } = await perpetuals.endedOrders(db, { ...asked, uid, wallet: WALLET, page, isLost });
    const lost = lostFuturesOrders(items.map(({ order }) => timed(order) as unknown as EndedOrder));
    return { ids: items.map(({ order }) => order.orderId), lost: lost.map(({ orderId }) => orderId), total };
  },
  conditional: async (db: Db, uid: number, isLost: boolean, page: number) => {
    const { items, total } = await perpetuals.endedStopOrders(db, { ...asked, uid, wallet: WALLET, page, isLost });
    const lost = lostStopOrders(items.map(({ stop }) => timed(stop) as unknown as StopOrder));
    return {
      ids: items.map(({ stop }) => stop.stopOrderId),
      lost: lost.map(({ key }) => Number(key.split(' ')[1])),
      total,
    };
  },
};

test.each(Object.entries(histories))(
  'A4 B20 the server and the page call the same orders lost: %s',
  async (_name, read) => {
    const all = async (isLost: boolean) => {
      const first = await read(opened.db, UID, isLost, 1);
      const pages = [first];
      while (pages.length * 100 < first.total) pages.push(await read(opened.db, UID, isLost, pages.length + 1));
      return { ids: pages.flatMap(({ ids }) => ids).sort(), lost: pages.flatMap(({ lost }) => lost).sort() };
    };
    const [whole, lost] = [await all(false), await all(true)];
    expect(lost.ids).toEqual(whole.lost);
    expect(lost.ids.length).toBeGreaterThan(0);
    expect(lost.ids.length).toBeLessThan(whole.ids.length);
  },
);

test.each(Object.entries(histories))(
  'A4 B20 one that was placed long ago and ended last is found behind 100,000 others, by its index: %s',
  async (_name, read) => {
    // Among the orders that were placed last, which the page asked for before, it is not.
    expect((await read(opened.db, MANY, false, 1)).ids).not.toContain(999_999);
    const { queries, db } = listening(opened.db);
    expect(await read(db, MANY, true, 1)).toMatchObject({ ids: [999_999], total: 1 });
    const plans = await Promise.all(
      queries.filter(({ sql: text }) => text.includes('updated_at_ms')).map((query) => planOf(opened.db, query)),
    );
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).toMatch(/Index.* using (spot|futures|futures_stop)_orders_lost/);
  },
);
