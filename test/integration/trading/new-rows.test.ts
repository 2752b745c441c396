/** New rows by COPY on real PostgreSQL (decision 079). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyNewRows, insertRows, type Tx } from '../../../server/store/index.ts';
import type { OpenStore } from '../../../server/store/open-store.ts';
import { openTestStore } from '../../open-store.ts';

let opened: OpenStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened?.close());

const fill = (tradeId: number, symbol = 'BTCUSDT', price = 7): Record<string, unknown> => ({
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
  const refused = inTransaction((tx) => insertRows(tx, 'spot_fills', [{ ...fill(9, 'FAILS'), price: 'no number' }]));
  await expect(refused).rejects.toThrow(/bigint/);
  await Promise.all(Array.from({ length: 24 }, () => pricesOf('FAILS').then((rows) => expect(rows).toEqual({}))));
});
