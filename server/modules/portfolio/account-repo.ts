/** Reads what the days of one account are counted from. Tables of other modules are read here, never written. */
import { DAY_MS } from '@agio/contracts/durations';
import { type Db, sql } from '../../store/index.ts';
import type { Account, DayPrice } from './days.ts';
import { dayOf } from './day-rows.ts';
import { VALUE_ASSET } from './prices.ts';
import { readPrices } from './repo.ts';

type Text<Row> = { readonly [Key in keyof Row]: Row[Key] extends bigint ? string : Row[Key] };

/** With the newest row of each thing from before the first day, from which the day begins. */
export async function readAccount(db: Db, uid: number, firstDay: number, lastDay: number): Promise<Account> {
  const { rows: spot } = await sql<{ asset: string; day: number; amount: string }>`
    select asset, day, amount from (
      select asset, day, amount from portfolio_spot_days where uid = ${uid} and day between ${firstDay} and ${lastDay}
      union all
      (select distinct on (asset) asset, day, amount from portfolio_spot_days
        where uid = ${uid} and day < ${firstDay} order by asset, day desc)
    ) as rows order by day, asset
  `.execute(db);
  const { rows: futures } = await sql<Text<Account['futures'][number]>>`
    select asset, day, realised, fees, funding, other, moved from portfolio_futures_days
      where uid = ${uid} and day between ${firstDay} and ${lastDay}
    union all
    select asset, max(day), sum(realised), sum(fees), sum(funding), sum(other), sum(moved) from portfolio_futures_days
      where uid = ${uid} and day < ${firstDay} group by asset
    order by day, asset
  `.execute(db);
  const { rows: positions } = await sql<Text<Account['positions'][number]>>`
    select * from (
      select symbol, position_side, day, direction, quantity, cost from portfolio_position_days
        where uid = ${uid} and day between ${firstDay} and ${lastDay}
      union all
      (select distinct on (symbol, position_side) symbol, position_side, day, direction, quantity, cost
        from portfolio_position_days where uid = ${uid} and day < ${firstDay} order by symbol, position_side, day desc)
    ) as rows order by day, symbol, position_side
  `.execute(db);
  const moves = await db
    .selectFrom('portfolio_moves')
    .select(['day', 'value', 'is_unknown'])
    .where('uid', '=', uid)
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .execute();
  const opening = await db.selectFrom('portfolio_opening').select('from_day').executeTakeFirstOrThrow();
  const prices = await readPrices(db);
  const held = new Set([...spot, ...futures].map(({ asset }) => asset));
  const coins = new Map(
    [...prices.markets].flatMap(([symbol, { base, quote }]) =>
      quote === VALUE_ASSET && held.has(base) ? [[symbol, base] as const] : [],
    ),
  );
  const contracts = new Map(positions.map(({ symbol }) => [symbol, symbol]));
  return {
    spot: spot.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    futures: futures.map(({ asset, day, ...row }) => ({ asset, day, ...(bigints(row) as Sums) })),
    positions: positions.map((row) => ({ ...row, quantity: BigInt(row.quantity), cost: BigInt(row.cost) })),
    moves: moves.map((row) => ({ ...row, value: BigInt(row.value) })),
    coinPrices: await dayPrices(db, 'klines', coins, firstDay, lastDay),
    marks: await dayPrices(db, 'futures_klines', contracts, firstDay, lastDay),
    scales: prices.scales,
    openedDay: opening.from_day,
  };
}

type Sums = Omit<Account['futures'][number], 'asset' | 'day'>;

const bigints = (row: Readonly<Record<string, string>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(row).map(([name, text]) => [name, BigInt(text)]));

/** The closes of the day klines of spot markets, or of the marks of contracts, with the last one from before the first day. */
async function dayPrices(
  db: Db,
  table: 'klines' | 'futures_klines',
  names: ReadonlyMap<string, string>,
  firstDay: number,
  lastDay: number,
): Promise<DayPrice[]> {
  if (names.size === 0) return [];
  const isDay = table === 'klines' ? sql`base_interval = '1d'` : sql`base = '1d' and source = 'MARK'`;
  const klines = sql`(select symbol, open_time_ms, close from ${sql.table(table)}
    where ${isDay} and symbol = any(${[...names.keys()]}::text[])) as klines`;
  const { rows } = await sql<{ symbol: string; open_time_ms: number; close: number }>`
    select * from (
      select * from ${klines} where open_time_ms between ${firstDay * DAY_MS} and ${lastDay * DAY_MS}
      union all
      (select distinct on (symbol) * from ${klines} where open_time_ms < ${firstDay * DAY_MS}
        order by symbol, open_time_ms desc)
    ) as closes order by open_time_ms, symbol
  `.execute(db);
  return rows.map((row) => ({
    name: names.get(row.symbol)!,
    day: dayOf(row.open_time_ms),
    price: BigInt(row.close),
  }));
}
