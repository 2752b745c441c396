/** The tables of price alerts. */
import type { AlertDirection } from '@agio/contracts/alert-limits';
import { DAY_MS } from '@agio/contracts/durations';
import {
  type Db,
  inParts,
  type PriceAlertFiringsTable,
  type PriceAlertsTable,
  type Selectable,
  sql,
  type Tx,
} from '../../store/index.ts';
import type { Judgement, Print, WaitingAlert } from './crossing.ts';
import type { MarketKind } from '@agio/core/words';

const KEPT_DAYS = 30;
const KEPT_OF_USER = 1_000;

export interface AlertRow extends WaitingAlert {
  readonly id: number;
  readonly uid: number;
  readonly market: MarketKind;
  readonly symbol: string;
  readonly createdAtMs: number;
}

export interface FiringRow {
  readonly id: number;
  readonly alertId: number;
  readonly uid: number;
  readonly market: MarketKind;
  readonly symbol: string;
  readonly direction: AlertDirection;
  readonly price: number;
  readonly tradePrice: number;
  readonly timeMs: number;
}

/** Newest first. */
export async function listAlerts(db: Tx, uid: number): Promise<AlertRow[]> {
  const rows = await db.selectFrom('price_alerts').selectAll().where('uid', '=', uid).orderBy('id', 'desc').execute();
  return rows.map(alertOf);
}

/** The user's alerts, with his row locked, so that parallel calls cannot pass a limit. */
export async function lockAlerts(tx: Tx, uid: number): Promise<AlertRow[]> {
  await tx.selectFrom('users').select('uid').where('uid', '=', uid).forUpdate().executeTakeFirstOrThrow();
  return listAlerts(tx, uid);
}

export async function insertAlert(tx: Tx, alert: Omit<AlertRow, 'id'>): Promise<AlertRow> {
  const row = await tx
    .insertInto('price_alerts')
    .values({
      uid: alert.uid,
      market: alert.market,
      symbol: alert.symbol,
      direction: alert.direction,
      price: alert.price,
      pause_hours: alert.pauseHours,
      was_reached: alert.wasReached,
      fired_at_ms: alert.firedAtMs,
      created_at_ms: alert.createdAtMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return alertOf(row);
}

export async function changeAlert(tx: Tx, id: number, change: WaitingAlert): Promise<void> {
  await tx
    .updateTable('price_alerts')
    .set({
      direction: change.direction,
      price: change.price,
      pause_hours: change.pauseHours,
      was_reached: change.wasReached,
      fired_at_ms: change.firedAtMs,
    })
    .where('id', '=', id)
    .execute();
}

/** Whether the user had it. */
export async function deleteAlert(db: Db, uid: number, id: number): Promise<boolean> {
  const deleted = await db.deleteFrom('price_alerts').where('uid', '=', uid).where('id', '=', id).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** The markets that somebody waits for, each as `market symbol`. */
export async function watchedMarkets(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('price_alerts').select(['market', 'symbol']).distinct().execute();
  return new Set(rows.map(({ market, symbol }) => `${market} ${symbol}`));
}

/** The least and the highest price of some trades of a market. */
export interface PriceRange {
  readonly market: MarketKind;
  readonly symbol: string;
  readonly least: number;
  readonly most: number;
}

/** The alerts that trades within these ranges may change: all others are on the same side after them. */
export async function alertsTouched(tx: Tx, ranges: readonly PriceRange[]): Promise<AlertRow[]> {
  const found = await sql<Selectable<PriceAlertsTable>>`
    select alert.* from price_alerts alert
    join json_to_recordset(${JSON.stringify(ranges)}::json) as seen (market text, symbol text, least bigint, most bigint)
      on seen.market = alert.market and seen.symbol = alert.symbol
    where alert.was_reached is null
      or (alert.direction = 'ABOVE' and not alert.was_reached and alert.price <= seen.most)
      or (alert.direction = 'ABOVE' and alert.was_reached and alert.price > seen.least)
      or (alert.direction = 'BELOW' and not alert.was_reached and alert.price >= seen.least)
      or (alert.direction = 'BELOW' and alert.was_reached and alert.price < seen.most)
    order by alert.id
    for update of alert
  `.execute(tx);
  return found.rows.map(alertOf);
}

/** An alert and what the trades of a batch made of it. */
export interface JudgedAlert {
  readonly alert: AlertRow;
  readonly judgement: Judgement;
}

/**
 * Writes what the trades made of alerts: those that tell once and did are gone. A few statements however many alerts a price touches,
 * since all histories wait for this transaction.
 */
export async function settleAlerts(tx: Tx, judged: readonly JudgedAlert[]): Promise<void> {
  const firings = judged.flatMap(({ alert, judgement }) =>
    judgement.crossings.map((crossing) => ({ alert, crossing })),
  );
  const isOver = ({ alert, judgement }: JudgedAlert): boolean =>
    alert.pauseHours === null && judgement.crossings.length > 0;
  const isChanged = ({ alert, judgement: { wasReached, firedAtMs } }: JudgedAlert): boolean =>
    wasReached !== alert.wasReached || firedAtMs !== alert.firedAtMs;
  await inParts(firings, (part) => insertFirings(tx, part));
  await inParts(judged.filter(isOver), (part) => deleteJudged(tx, part));
  await inParts(
    judged.filter((one) => !isOver(one) && isChanged(one)),
    (part) => updateJudged(tx, part),
  );
}

interface NewFiring {
  readonly alert: AlertRow;
  readonly crossing: Print;
}

function insertFirings(tx: Tx, firings: readonly NewFiring[]): Promise<unknown> {
  const rows = firings.map(({ alert, crossing }) => ({
    alert_id: alert.id,
    uid: alert.uid,
    market: alert.market,
    symbol: alert.symbol,
    direction: alert.direction,
    price: alert.price,
    trade_id: crossing.tradeId,
    trade_price: crossing.price,
    time_ms: crossing.timeMs,
  }));
  // In the order in which they are given: readers ask for what is newer than the id that they know.
  return sql`
    insert into price_alert_firings (alert_id, uid, market, symbol, direction, price, trade_id, trade_price, time_ms)
    select alert_id, uid, market, symbol, direction, price, trade_id, trade_price, time_ms
    from json_populate_recordset(null::price_alert_firings, ${JSON.stringify(rows)}::json)
    on conflict (alert_id, trade_id) do nothing
  `.execute(tx);
}

function deleteJudged(tx: Tx, judged: readonly JudgedAlert[]): Promise<unknown> {
  const ids = judged.map(({ alert }) => alert.id);
  return sql`delete from price_alerts where id = any(${ids}::bigint[])`.execute(tx);
}

function updateJudged(tx: Tx, judged: readonly JudgedAlert[]): Promise<unknown> {
  const rows = judged.map(({ alert: { id }, judgement: { wasReached, firedAtMs } }) => ({
    id,
    was_reached: wasReached,
    fired_at_ms: firedAtMs,
  }));
  return sql`
    update price_alerts alert set was_reached = judged.was_reached, fired_at_ms = judged.fired_at_ms
    from json_populate_recordset(null::price_alerts, ${JSON.stringify(rows)}::json) judged
    where alert.id = judged.id
  `.execute(tx);
}

/** Newest first. */
export async function newestFirings(db: Db, uid: number, limit: number): Promise<FiringRow[]> {
  const rows = await db
    .selectFrom('price_alert_firings')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(firingOf);
}

/** Oldest first. */
export async function firingsAfter(db: Db, id: number, limit: number): Promise<FiringRow[]> {
  const rows = await db
    .selectFrom('price_alert_firings')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(firingOf);
}

/** 0 before the first. */
export async function newestFiringId(db: Db): Promise<number> {
  const row = await db.selectFrom('price_alert_firings').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

/** Keeps of each user the newest thousand of the last thirty days, which is ten times what the longest list shows. */
export async function deleteOldFirings(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('price_alert_firings')
    .where('time_ms', '<', nowMs - KEPT_DAYS * DAY_MS)
    .execute();
  await sql`
    delete from price_alert_firings firing
    using (
      select uid, (
        select id from price_alert_firings own where own.uid = crowded.uid order by id desc offset ${KEPT_OF_USER} limit 1
      ) as id
      from (select uid from price_alert_firings group by uid having count(*) > ${KEPT_OF_USER}) crowded
    ) newest_to_go
    where firing.uid = newest_to_go.uid and firing.id <= newest_to_go.id
  `.execute(db);
}

function alertOf(row: Selectable<PriceAlertsTable>): AlertRow {
  return {
    id: row.id,
    uid: row.uid,
    market: row.market === 'SPOT' ? 'SPOT' : 'FUTURES',
    symbol: row.symbol,
    direction: directionOf(row.direction),
    price: row.price,
    pauseHours: row.pause_hours,
    wasReached: row.was_reached,
    firedAtMs: row.fired_at_ms,
    createdAtMs: row.created_at_ms,
  };
}

function firingOf(row: Selectable<PriceAlertFiringsTable>): FiringRow {
  return {
    id: row.id,
    alertId: row.alert_id,
    uid: row.uid,
    market: row.market === 'SPOT' ? 'SPOT' : 'FUTURES',
    symbol: row.symbol,
    direction: directionOf(row.direction),
    price: row.price,
    tradePrice: row.trade_price,
    timeMs: row.time_ms,
  };
}

const directionOf = (text: string): AlertDirection => (text === 'ABOVE' ? 'ABOVE' : 'BELOW');
