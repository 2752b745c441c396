/** The tables of the portfolio. Big integers travel as text inside one JSON parameter. */
import { type Db, inParts, jsonText, sql, type Tx } from '../../store/index.ts';
import { type Held, NOTHING } from './cost.ts';
import type { FuturesDay, MovesDay, PositionDay, SpotDay } from './day-rows.ts';
import type { Prices } from './prices.ts';

const inJsonParts = (rows: readonly unknown[], write: (part: string) => Promise<unknown>): Promise<void> =>
  inParts(rows, (part) => write(jsonText(part)));

export async function readPrices(db: Tx): Promise<Prices> {
  const assets = await db.selectFrom('portfolio_assets').selectAll().execute();
  const markets = await db.selectFrom('portfolio_markets').selectAll().orderBy('symbol').execute();
  return {
    scales: new Map(assets.map(({ asset, scale }) => [asset, scale])),
    markets: new Map(markets.map(({ symbol, base, quote, price }) => [symbol, { base, quote, price }])),
  };
}

export async function writePrices(tx: Tx, { scales, markets }: Prices): Promise<void> {
  const assets = [...scales].map(([asset, scale]) => ({ asset, scale }));
  const rows = [...markets].map(([symbol, market]) => ({ symbol, ...market }));
  await sql`
    insert into portfolio_assets select * from json_populate_recordset(null::portfolio_assets, ${jsonText(assets)}::json)
    on conflict do nothing
  `.execute(tx);
  await sql`
    insert into portfolio_markets select * from json_populate_recordset(null::portfolio_markets, ${jsonText(rows)}::json)
    on conflict (symbol) do update set price = excluded.price
  `.execute(tx);
}

/** A user's holding of an asset. */
export interface CostKey {
  readonly uid: number;
  readonly asset: string;
}

export const costKey = ({ uid, asset }: CostKey): string => `${uid} ${asset}`;

/** Of each key, by `costKey`; what is not there holds nothing. */
export async function readCosts(tx: Tx, keys: readonly CostKey[]): Promise<Map<string, Held>> {
  const found = new Map<string, Held>(keys.map((key) => [costKey(key), NOTHING]));
  await inJsonParts(keys, async (part) => {
    const { rows } = await sql<{ uid: number; asset: string; quantity: string; unknown: string; cost: string }>`
      select c.uid, c.asset, c.quantity, c.unknown, c.cost from portfolio_costs c
      join json_to_recordset(${part}::json) as wanted(uid bigint, asset text) using (uid, asset)
    `.execute(tx);
    for (const row of rows)
      found.set(costKey(row), {
        quantity: BigInt(row.quantity),
        unknown: BigInt(row.unknown),
        cost: BigInt(row.cost),
      });
  });
  return found;
}

export async function writeCosts(tx: Tx, rows: readonly (CostKey & Held)[]): Promise<void> {
  await inJsonParts(rows, (part) =>
    sql`
      insert into portfolio_costs (uid, asset, quantity, unknown, cost)
      select uid, asset, quantity, unknown, cost from json_populate_recordset(null::portfolio_costs, ${part}::json)
      on conflict (uid, asset) do update set
        quantity = excluded.quantity, unknown = excluded.unknown, cost = excluded.cost
    `.execute(tx),
  );
}

/** What is still held, by asset. */
export async function costsOf(db: Db, uid: number): Promise<(CostKey & Held)[]> {
  const rows = await db
    .selectFrom('portfolio_costs')
    .selectAll()
    .where('uid', '=', uid)
    .where('quantity', '>', '0')
    .orderBy('asset')
    .execute();
  return rows.map(({ asset, ...row }) => ({
    uid,
    asset,
    quantity: BigInt(row.quantity),
    unknown: BigInt(row.unknown),
    cost: BigInt(row.cost),
  }));
}

export async function writeSpotDays(tx: Tx, rows: readonly SpotDay[]): Promise<void> {
  await inJsonParts(rows, (part) =>
    sql`
      insert into portfolio_spot_days select * from json_populate_recordset(null::portfolio_spot_days, ${part}::json)
      on conflict (uid, asset, day) do update set amount = excluded.amount
    `.execute(tx),
  );
}

export async function writePositionDays(tx: Tx, rows: readonly PositionDay[]): Promise<void> {
  await inJsonParts(rows, (part) =>
    sql`
      insert into portfolio_position_days
      select * from json_populate_recordset(null::portfolio_position_days, ${part}::json)
      on conflict (uid, symbol, position_side, day) do update set
        direction = excluded.direction, quantity = excluded.quantity, cost = excluded.cost
    `.execute(tx),
  );
}

/** Adds to the day. The projector applies every event once, so that sums are right. */
export async function addFuturesDays(tx: Tx, rows: readonly FuturesDay[]): Promise<void> {
  await inJsonParts(rows, (part) =>
    sql`
      insert into portfolio_futures_days as known
      select * from json_populate_recordset(null::portfolio_futures_days, ${part}::json)
      on conflict (uid, asset, day) do update set
        realised = known.realised + excluded.realised, fees = known.fees + excluded.fees,
        funding = known.funding + excluded.funding, other = known.other + excluded.other,
        moved = known.moved + excluded.moved
    `.execute(tx),
  );
}

export async function addMoves(tx: Tx, rows: readonly MovesDay[]): Promise<void> {
  await inJsonParts(rows, (part) =>
    sql`
      insert into portfolio_moves as known select * from json_populate_recordset(null::portfolio_moves, ${part}::json)
      on conflict (uid, day) do update set
        value = known.value + excluded.value, is_unknown = known.is_unknown or excluded.is_unknown
    `.execute(tx),
  );
}
