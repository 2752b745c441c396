/** Thousands of price alerts that one batch of trades touches: what they cost the projections, and what is kept of them. */
import { MOST_PRICE_ALERTS } from '@agio/contracts/alert-limits';
import { DAY_MS, HOUR_MS } from '@agio/contracts/durations';
import type { CoreEvent } from '@agio/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldFirings } from '../../../server/modules/alerts/alert-repo.ts';
import { createAlertProjection } from '../../../server/modules/alerts/projection.ts';
import { type Db, sql } from '../../../server/store/index.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';

const USERS = 100;
/** Each user has as many of each kind. */
const OF_EACH_KIND = 25;
const ALERTS = USERS * MOST_PRICE_ALERTS;
/** Of alerts between 100 and 200: lower than all, and higher. */
const [LOW, HIGH] = [50, 250];
const BEGIN_MS = Date.UTC(2030, 0, 1);

let opened: OpenStore;
let db: Db;
let statements = 0;
beforeAll(async () => {
  opened = await openTestStore();
  db = opened.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await sql`
    insert into users (uid, email, email_key, password_hash, language, token_expire_hour, created_at_ms)
    overriding system value
    select n, n || '@test.agio.example', n || '@test.agio.example', '', 'en-us', 72, 0
    from generate_series(1, ${USERS}) n
  `.execute(opened.db);
  // Those that tell once wait for BTCUSDT; those that tell each time, but not twice within an hour, wait for ETHUSDT.
  await sql`
    insert into price_alerts (uid, market, symbol, direction, price, pause_hours, was_reached, created_at_ms)
    select uid, 'SPOT', symbol, 'ABOVE', 100 + n, case symbol when 'ETHUSDT' then 1 end, false, 0
    from generate_series(1, ${USERS}) uid, generate_series(1, ${OF_EACH_KIND}) n, unnest(array['BTCUSDT', 'ETHUSDT']) symbol
  `.execute(opened.db);
});
afterAll(() => opened?.close());

let fired = 0;
const alerts = createAlertProjection(() => (fired += 1));
let tradeId = 0;
/** The statements of one batch, in which both markets trade at these prices. */
async function trade(timeMs: number, prices: readonly number[]): Promise<number> {
  const before = statements;
  const events = prices.flatMap((price) => {
    tradeId += 1;
    return ['BTCUSDT', 'ETHUSDT'].map((symbol) => ({ kind: 'Traded', symbol, price, tradeId, timeMs }) as CoreEvent);
  });
  await db.transaction().execute((tx) => alerts.projection.apply(tx, events));
  return statements - before;
}

interface State {
  readonly once: number;
  readonly waiting: number;
  readonly reached: number;
  readonly firings: number;
  readonly fired: number;
}
async function state(): Promise<State> {
  const { rows } = await sql<Omit<State, 'fired'>>`
    select count(*) filter (where pause_hours is null) as once, count(*) filter (where pause_hours = 1) as waiting,
      count(*) filter (where was_reached) as reached, (select count(*) from price_alert_firings) as firings
    from price_alerts
  `.execute(opened.db);
  return { ...rows[0]!, fired };
}

test('FLT-16 five thousand alerts that a batch touches are settled by ten statements, and each tells as it would alone', async () => {
  const half = ALERTS / 2;
  expect(await trade(BEGIN_MS, [LOW, HIGH])).toBeLessThanOrEqual(10);
  const { rows } = await sql<object>`
    select uid, market, symbol, direction, price, trade_id, trade_price, time_ms from price_alert_firings order by id limit 1
  `.execute(opened.db);
  const first = { uid: 1, market: 'SPOT', direction: 'ABOVE', trade_id: 2, trade_price: HIGH, time_ms: BEGIN_MS };
  expect(rows[0]).toMatchObject(first);
  const told = { once: 0, waiting: half, reached: half, firings: ALERTS, fired: 1 };
  expect(await state()).toEqual(told);
  // Within their hour those that are left only change sides.
  expect(await trade(BEGIN_MS + 1, [LOW])).toBeLessThanOrEqual(10);
  expect(await state()).toEqual({ ...told, reached: 0 });
  expect(await trade(BEGIN_MS + HOUR_MS - 1, [HIGH])).toBeLessThanOrEqual(10);
  expect(await state()).toEqual(told);
  await trade(BEGIN_MS + HOUR_MS, [LOW]);
  expect(await trade(BEGIN_MS + HOUR_MS + 1, [HIGH])).toBeLessThanOrEqual(10);
  expect(await state()).toEqual({ ...told, firings: ALERTS + half, fired: 2 });
  const { rows: last } = await sql<{ fired_at_ms: number }>`select distinct fired_at_ms from price_alerts`.execute(
    opened.db,
  );
  expect(last).toEqual([{ fired_at_ms: BEGIN_MS + HOUR_MS + 1 }]);
});

test('FLT-16 of what alerts told a user the newest thousand of the last thirty days are kept', async () => {
  await sql`truncate price_alert_firings restart identity`.execute(opened.db);
  let group = 0;
  const insert = (uid: number, rows: number, timeMs: number) =>
    sql`
      insert into price_alert_firings (alert_id, uid, market, symbol, direction, price, trade_id, trade_price, time_ms)
      select ${++group}, ${uid}, 'SPOT', 'BTCUSDT', 'ABOVE', 1, n, 1, ${timeMs} from generate_series(1, ${rows}) n
    `.execute(opened.db);
  await insert(1, 5, BEGIN_MS - 30 * DAY_MS - 1);
  await insert(1, 7, BEGIN_MS - 30 * DAY_MS);
  await insert(2, 300, BEGIN_MS - DAY_MS);
  await insert(3, 1_000, BEGIN_MS);
  await insert(2, 1_000, BEGIN_MS);
  await deleteOldFirings(opened.db, BEGIN_MS);
  const { rows } = await sql<object>`
    select uid, count(*) as kept, min(time_ms) as oldest from price_alert_firings group by uid order by uid
  `.execute(opened.db);
  expect(rows).toEqual([
    { uid: 1, kept: 7, oldest: BEGIN_MS - 30 * DAY_MS },
    { uid: 2, kept: 1_000, oldest: BEGIN_MS },
    { uid: 3, kept: 1_000, oldest: BEGIN_MS },
  ]);
});
