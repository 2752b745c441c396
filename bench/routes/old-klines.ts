/** Klines from before the exchange that is measured: a month of minutes of a spot market, and one old trade of a contract. */
import { openStore } from '../../server/store/open-store.ts';
import { sql } from '../../server/store/index.ts';

/** A market and a contract in which the benchmark itself never trades. */
export const OLD_MARKET = 'ETHUSDT';
export const OLD_CONTRACT = 'ETHUSDT';
/** One trade a minute for 40 days: more than any call answers of klines that are merged from minutes. */
const MINUTES = 40 * 1_440;
const CONTRACT_TRADED_DAYS_AGO = 60;

/** Writes them to the embedded database of a data directory whose exchange has not been started yet. */
export async function writeOldKlines(directory: string): Promise<void> {
  const store = await openStore({
    directory,
    databaseUrl: '',
    checkPosition: async () => {},
    onExit: (error) => {
      throw error;
    },
  });
  const minute = Math.floor(Date.now() / 60_000);
  await sql`
    insert into klines
    select ${OLD_MARKET}, base, floor((${minute}::bigint - ago) * 60000 / length) * length, 3500e8::bigint + min(ago % 77), 3500e8::bigint + max(ago % 99),
      3400e8, 3500e8::bigint + max(ago % 13), count(*) * 123456789, count(*) * 432098761500, count(*) * 61728394, count(*) * 216049380750,
      count(*) * 5, 0, 0, false
    from generate_series(1, ${MINUTES}::bigint) as ago, (values ('1m', 60000), ('1h', 3600000), ('1d', 86400000)) as bases(base, length)
    group by 1, 2, 3
  `.execute(store.db);
  const dealt = Date.now() - CONTRACT_TRADED_DAYS_AGO * 86_400_000;
  await sql`
    insert into futures_klines
    select ${OLD_CONTRACT}, 'LAST', base, ${dealt}::bigint / length * length, 3500e8, 3500e8, 3500e8, 3500e8, 1e8, 3500e8, 1e8, 3500e8, 1, 1, 1, false
    from (values ('1m', 60000), ('1h', 3600000), ('1d', 86400000)) as bases(base, length)
  `.execute(store.db);
  await store.close();
}
