import type { SerializedDockview } from 'dockview-react';
import { expect, test } from 'vitest';
import { leastWidthOf } from './least-width.ts';

const leaf = (...views: readonly string[]) => ({ type: 'leaf', data: { id: views.join(), views }, size: 300 });
const branch = (...data: readonly object[]) => ({ type: 'branch', data, size: 300 });
const gridOf = (orientation: 'HORIZONTAL' | 'VERTICAL', root: object) =>
  ({ grid: { orientation, root, width: 1440, height: 800 } }) as unknown as SerializedDockview;

test('an arrangement needs the least widths of what stands side by side, and the widest of what stands above each other', () => {
  // Chart, book and trades above the tables, the ticket beside them.
  const rows = branch(branch(leaf('chart'), leaf('book'), leaf('trades')), leaf('account'));
  expect(leastWidthOf(gridOf('HORIZONTAL', branch(rows, leaf('ticket'))))).toBe(320 + 240 + 220 + 288);
  expect(leastWidthOf(gridOf('VERTICAL', branch(leaf('chart'), leaf('ticket'))))).toBe(320);
  // Of a stack the widest counts, whichever is in front.
  expect(leastWidthOf(gridOf('HORIZONTAL', branch(leaf('trades', 'chart'), leaf('book'))))).toBe(320 + 240);
});
