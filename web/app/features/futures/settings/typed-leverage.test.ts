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
  ['1,5', 'comma'],
  ['12,5', 'comma'],
  ['2.5', 'whole'],
  ['-5', 'characters'],
  ['1e2', 'characters'],
])('V1 a typed leverage of %j has the fault %j: a comma is never a decimal sign', (text, fault) => {
  expect(leverageFault(text, contract)).toBe(fault);
});
