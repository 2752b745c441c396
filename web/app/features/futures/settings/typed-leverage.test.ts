import { expect, test } from 'vitest';
import { leverageFault } from './typed-leverage.ts';

const contract = { leverageMin: 1, leverageMax: 125 };

test.each([
  ['1', null],
  ['20', null],
  ['125', null],
  ['0', 'range'],
  ['126', 'range'],
  ['', 'range'],
  ['1,5', 'whole'],
  ['12,5', 'whole'],
  ['2.5', 'whole'],
  ['-5', 'whole'],
  ['1e2', 'whole'],
])('V1 a typed leverage of %j has the fault %j: only whole numbers are asked for', (text, fault) => {
  expect(leverageFault(text, contract)).toBe(fault);
});
