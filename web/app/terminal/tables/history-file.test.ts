import { expect, test } from 'vitest';
import { FILE_LIMIT, historyFile, timeColumn } from './history-file.ts';
import { filterCount, NO_FILTER, queryOf } from './history-filter.ts';

interface Row {
  readonly id: number;
  readonly text: string;
}
const columns = [timeColumn<Row>('time', ({ id }) => id * 1_000), { head: 'text', text: ({ text }: Row) => text }];
/** Pages of a list that grows by one row at its head whenever a page is asked for. */
function growing(count: number) {
  let all: Row[] = Array.from({ length: count }, (_, place) => ({ id: count - place, text: '1' }));
  return (page: number, pageSize: number) => {
    const answer = { items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length };
    all = [{ id: all.length + 1, text: 'new' }, ...all];
    return Promise.resolve(answer);
  };
}
const keyOf = ({ id }: Row) => String(id);

test('A4 a file has all rows of all pages once, with times in UTC', async () => {
  const { csv, rows, isCut } = await historyFile(growing(250), keyOf, columns);
  const lines = csv.trimEnd().split('\r\n');
  expect(lines[0]).toBe('time,text');
  expect(lines[1]).toBe('1970-01-01T00:04:10.000Z,1');
  expect(new Set(lines).size).toBe(lines.length);
  expect({ rows, isCut, lines: lines.length }).toEqual({ rows: 250, isCut: false, lines: 251 });
});

test('A4 a file ends at its limit and says so', async () => {
  const { rows, isCut } = await historyFile(growing(FILE_LIMIT + 500), keyOf, columns);
  expect({ isCut, isFull: rows > FILE_LIMIT - 200 && rows <= FILE_LIMIT }).toEqual({ isCut: true, isFull: true });
  // The server counts no further than the rows that its pages show (PAGED_ROWS), which are as many as a file holds.
  const items = [{ id: 1, text: '1' }];
  const counted = await historyFile(() => Promise.resolve({ items, total: FILE_LIMIT }), keyOf, columns);
  expect(counted.isCut).toBe(true);
});

test('A4 a text that a spreadsheet would take for a formula is none; a signed number stays one', async () => {
  const load = () =>
    Promise.resolve({
      items: [
        { id: 1, text: '=1+1' },
        { id: 2, text: '-0.5' },
      ],
      total: 2,
    });
  const { csv } = await historyFile(load, keyOf, columns);
  expect(csv).toBe("time,text\r\n1970-01-01T00:00:01.000Z,'=1+1\r\n1970-01-01T00:00:02.000Z,-0.5\r\n");
});

test('A4 a time that was not kept is empty in a file, as it is in the table', () => {
  expect(timeColumn<Row>('opened', ({ id }) => id).text({ id: 0, text: '' })).toBe('');
});

test('A4 a filter asks for whole days in UTC and leaves out half-typed ones', () => {
  expect(queryOf({ symbol: 'BTCUSDT', side: 'SELL', from: '2026-02-28', to: '2026-02-28' })).toEqual({
    symbol: 'BTCUSDT',
    side: 'SELL',
    from: Date.UTC(2026, 1, 28),
    to: Date.UTC(2026, 2, 1) - 1,
  });
  expect(queryOf({ ...NO_FILTER, from: '0202-01-01', to: '2026-13-45' })).toEqual({});
});

test('the button of folded filters counts those that this history offers and that are set', () => {
  const set = { ...NO_FILTER, symbol: 'BTCUSDT', side: 'BUY', from: '2026-02-28' } as const;
  expect(filterCount(set, { hasMarket: true, hasSide: true })).toBe(3);
  expect(filterCount(set, { hasMarket: false, hasSide: false })).toBe(1);
  expect(filterCount(NO_FILTER, { hasMarket: true, hasSide: true })).toBe(0);
});
