import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../../server/store/migrate.ts';
import { createDatabase } from '../../exchange.ts';

const NEWER = '0071_takeover_inventory_words.sql';
const folder = join(import.meta.dirname, '../../../server/store/migrations');

const pool = new pg.Pool({ connectionString: await createDatabase({ isEmpty: true }), max: 2 });
afterAll(() => pool.end());

const insert = (index: number, kind: string, body: object): Promise<unknown> =>
  pool.query(
    `insert into futures_receipts (seq, event_index, uid, wallet, symbol, kind, time_ms, body)
     values (7, $1, 1, 'FUTURES', 'BTCUSDT', $2, 0, $3)`,
    [index, kind, body],
  );

test('receipts of deleveragings written before the takeover inventory had its name keep its figures; other rows stay', async () => {
  const older = readdirSync(folder).filter((name) => name.endsWith('.sql') && name < NEWER);
  await migrate(pool, older);
  await insert(0, 'Deleveraged', { quantity: '5', stockQuantity: '150', stockCost: '-712500' });
  await insert(1, 'Deleveraged', { quantity: '6' });
  await insert(2, 'Liquidated', { quantity: '7' });
  await migrate(pool);
  const { rows } = await pool.query<{ body: object }>('select body from futures_receipts order by event_index');
  expect(rows.map(({ body }) => body)).toEqual([
    { quantity: '5', inventoryQuantity: '150', inventoryCost: '-712500' },
    { quantity: '6' },
    { quantity: '7' },
  ]);
});
