import { expect, test } from 'vitest';
import { stepped } from './stepped.ts';

test.each([
  ['97000.1', '0.1', 1, '97000.2'],
  ['97000.1', '0.1', -1, '97000'],
  // What is off the grid goes to its nearest place in that direction.
  ['97000.15', '0.1', 1, '97000.2'],
  ['97000.15', '0.1', -1, '97000.1'],
  ['0.001', '0.001', -1, '0.001'],
  ['', '0.001', 1, '0.001'],
  ['', '0.001', -1, '0.001'],
])('R24 %j with steps of %s goes by %i to %s', (value, size, direction, next) => {
  expect(stepped(value, { size }, direction as 1 | -1)).toBe(next);
});

test.each(['0,5', '-1', '1e5', 'abc', '1,000', '１２', '0.5.5'])(
  'R24 V1 %j is no number: a step leaves it as it was typed, so that the ticket still says so',
  (value) => {
    expect(stepped(value, { size: '0.1', from: '97000.7' }, 1)).toBe(value);
    expect(stepped(value, { size: '0.001' }, -1)).toBe(value);
  },
);

test('R24 an empty price begins at the last one, on the grid', () => {
  expect(stepped('', { size: '0.5', from: '97000.7' }, 1)).toBe('97000.5');
  expect(stepped('0.5', { size: '0.5', from: '97000.7' }, 1)).toBe('1');
});
