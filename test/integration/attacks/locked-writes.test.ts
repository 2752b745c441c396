/** Calls that first lock a row or a table: each waits for the one before with a connection to the database in its hands (FLT-16). */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUSALS } from '@agio/contracts/errors';
import { bootExchange, createDatabase, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let users: readonly TestUser[];
let [holder, watcher]: pg.Client[] = [];

beforeAll(async () => {
  const databaseUrl = await createDatabase();
  exchange = await bootExchange({ databaseUrl });
  users = await Promise.all(Array.from({ length: 7 }, () => exchange.createUser({ USDT: '1000' })));
  holder = new pg.Client({ connectionString: databaseUrl });
  watcher = new pg.Client({ connectionString: databaseUrl });
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([holder?.end(), watcher?.end()]);
  await exchange?.close();
});

const waiting = async (): Promise<number> => {
  const { rows } = await watcher!.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]!.count;
};

const CALLS: readonly (readonly [string, string, object])[] = [
  ['favourites', '/web/optional/update_optional_symbol', { symbol: 'BTCUSDT', type: 'SPOT', operationType: 'ADD' }],
  ['API keys', '/web/user/api-key/create', { label: 'bot', scopes: ['read'] }],
  ['test coins', '/web/demo/chain/send', { asset: 'USDT', network: 'DEMO', amount: '1' }],
];

test.each(CALLS)(
  'FLT-16 hundreds of calls that wait for a lock (%s) take one connection of each user, four of all; others are answered',
  async (what, path, body) => {
    // An account has thirty keys, three of which are there; whoever has too many is told so.
    const made = what === 'API keys' ? 29 : 41;
    await holder!.query('begin; lock table users, demo_chain_transfers in exclusive mode');
    const flood = users
      .slice(0, 6)
      .flatMap(({ token }, n) =>
        Array.from({ length: n === 0 ? 200 : 5 }, () => exchange.call('POST', path, body, { token })),
      );
    await expect.poll(waiting).toBe(4);
    const answer = await exchange.call('GET', '/web/deposit/list', undefined, { token: users[6]!.token });
    expect([answer.code, await waiting()]).toEqual([0, 4]);
    await holder!.query('rollback');
    const codes = (await Promise.all(flood)).map(({ code }) => code);
    // Of the two hundred one ran and forty waited.
    expect(codes.slice(0, 200).filter((code) => code === 0)).toHaveLength(made);
    expect(codes.slice(0, 200).filter((code) => code === REFUSALS.TOO_MANY_ATTEMPTS.code)).toHaveLength(159);
    expect(codes.slice(200)).toEqual(codes.slice(200).map(() => 0));
  },
);
