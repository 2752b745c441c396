import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLog } from './log.ts';

const directory = mkdtempSync(join(tmpdir(), 'agio-log-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('ATK-17 an error of the database is logged with its code and place, and without the row that it refused', async () => {
  const log = openLog({ dataDirectory: directory, logLevel: 'info' });
  const error = Object.assign(new Error('null value in column "uid" violates not-null constraint'), {
    code: '23502',
    table: 'api_keys',
    detail: 'Failing row contains (1, a secret hash, null).',
    where: 'COPY api_keys, line 1: "a secret hash"',
  });
  log.error({ err: error }, 'a request failed');
  const read = (): string => readFileSync(join(directory, 'agio.log'), 'utf8');
  await expect.poll(read).toContain('a request failed');
  const { err } = JSON.parse(read()) as { err: object };
  expect(err).toMatchObject({ code: '23502', table: 'api_keys', message: error.message, stack: expect.any(String) });
  expect(read()).not.toContain('a secret hash');
});
