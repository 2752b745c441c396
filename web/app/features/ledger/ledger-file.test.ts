import { expect, test } from 'vitest';
import { ledgerFile } from './ledger-file.ts';

test('a statement begins with the mark by which Excel knows its letters, and has the pieces in their order', async () => {
  const answers = [
    { csv: 'time,reason\r\n1,Rückzahlung\r\n', rows: 1, next: '1.2' },
    { csv: '2,返金\r\n', rows: 1, next: '' },
  ];
  const call = () => Promise.resolve({ code: 0, msg: 'success', data: answers.shift() });
  const { file, rows } = await ledgerFile(call, {}, () => undefined);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  expect(new TextDecoder().decode(bytes)).toBe('time,reason\r\n1,Rückzahlung\r\n2,返金\r\n');
  expect(rows).toBe(2);
});
