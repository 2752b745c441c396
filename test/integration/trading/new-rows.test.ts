/** New rows by COPY on real PostgreSQL (decision 079). */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyIn } from '../../../server/postgres/copy-rows.ts';
import { copyNewRows, insertRows, type NewRow, type Tx } from '../../../server/store/index.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { testDatabaseUrl } from '../../database.ts';
import { openTestStore } from '../../open-store.ts';

let opened: OpenStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened?.close());

const fill = (tradeId: number, symbol = 'BTCUSDT', price = 7): NewRow<'spot_fills'> => ({
  symbol,
  trade_id: tradeId,
  is_maker: true,
  uid: 1_001,
  order_id: tradeId,
  side: 'BUY',
  price,
  quantity: 2 ** 53 - 1,
  amount: -5,
  fee: 0,
  fee_asset: 'BTC',
  time_ms: 1,
  seq: 1,
  event_index: 0,
  fee_rate: 0,
  fee_rest: null,
  voucher: 0,
});
const inTransaction = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => opened.db.transaction().execute(run);
const pricesOf = async (symbol: string): Promise<Record<number, number>> => {
  const rows = await opened.db.selectFrom('spot_fills').selectAll().where('symbol', '=', symbol).execute();
  return Object.fromEntries(rows.map((row) => [row.trade_id, row.price]));
};

test('texts of any characters, numbers at their limits, flags and nothing come back as they were', async () => {
  const texts = [
    'tab\tand\nlines\r\n',
    '\\N',
    '\\.',
    '\\',
    '"quotes" and \'more\'',
    'ünïcödé 漢字 🙂',
    '',
    'null',
    ' ',
  ];
  await inTransaction((tx) =>
    insertRows(
      tx,
      'spot_fills',
      texts.map((text, at) => fill(at, text)),
    ),
  );
  const rows = await opened.db.selectFrom('spot_fills').selectAll().where('symbol', 'in', texts).execute();
  expect(rows.sort((a, b) => a.trade_id - b.trade_id)).toEqual(texts.map((text, at) => fill(at, text)));
});

test('JSON of a column keeps its shape, its large numbers as texts', async () => {
  const body = { text: 'a "b"\\\n\t', list: [1, null], large: 2n ** 80n };
  await inTransaction((tx) =>
    insertRows(tx, 'futures_receipts', [
      { seq: 1, event_index: 0, uid: 1_001, wallet: 'FUTURES', symbol: 'B', kind: 'Liquidated', time_ms: 1, body },
    ]),
  );
  const row = await opened.db.selectFrom('futures_receipts').select('body').executeTakeFirstOrThrow();
  expect(row.body).toEqual({ ...body, large: (2n ** 80n).toString() });
});

test('rows that are there already stay as they are, the others of the same call are written', async () => {
  await inTransaction((tx) => insertRows(tx, 'spot_fills', [fill(1, 'AGAIN', 1)]));
  await inTransaction((tx) => insertRows(tx, 'spot_fills', [fill(1, 'AGAIN', 2), fill(2, 'AGAIN', 2)]));
  expect(await pricesOf('AGAIN')).toEqual({ 1: 1, 2: 2 });
});

test('a copy that meets a row which is there writes nothing, says so, and the transaction goes on', async () => {
  await inTransaction((tx) => insertRows(tx, 'spot_fills', [fill(1, 'MEETS', 1)]));
  await inTransaction(async (tx) => {
    expect(await copyNewRows(tx, 'spot_fills', [fill(2, 'MEETS'), fill(1, 'MEETS')])).toBe(false);
    expect(await copyNewRows(tx, 'spot_fills', [fill(3, 'MEETS', 3)])).toBe(true);
    expect(await copyNewRows(tx, 'spot_fills', [])).toBe(true);
  });
  expect(await pricesOf('MEETS')).toEqual({ 1: 1, 3: 3 });
});

test('what COPY cannot store fails, and leaves the connection to others', async () => {
  const refused = inTransaction((tx) => insertRows(tx, 'spot_fills', [{ ...fill(9, 'FAILS'), price: 2 ** 64 }]));
  await expect(refused).rejects.toThrow(/bigint/);
  await Promise.all(Array.from({ length: 24 }, () => pricesOf('FAILS').then((rows) => expect(rows).toEqual({}))));
});

test('a copy that the database refuses sends nothing more: the next one on its connection stores all of its rows', async () => {
  const client = new pg.Client({ connectionString: testDatabaseUrl() });
  await client.connect();
  await client.query('create temporary table once (n int primary key, filling text)');
  const row = (n: number): Buffer => Buffer.from(`${n}\t${'x'.repeat(100_000)}\n`);
  const many = (from: number): Buffer[] => Array.from({ length: 200 }, (_, at) => row(from + at));
  const text = 'copy once from stdin';
  const refused = copyIn(client, text, [row(1), row(1), ...many(2)]);
  const next = copyIn(client, text, many(1_000));
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  await next;
  const { rows } = await client.query<{ count: string }>('select count(*)::text as count from once');
  expect(rows).toEqual([{ count: '200' }]);
  await client.end();
});
