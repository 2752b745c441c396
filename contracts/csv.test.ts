import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

const cell = (text: string): string => csvOf([], [[text]]).slice(2, -2);

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['says "so"', '"says ""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('RFC 4180: %j is written as %j', (text, written) => {
  expect(cell(text)).toBe(written);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['\t=1', "'\t=1"],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
])('a spreadsheet does not compute %j', (text, written) => {
  expect(cell(text)).toBe(written);
});

test.each(['-1', '+2.5', '-0.00000001', '12'])('the number %s stays a number', (text) => {
  expect(cell(text)).toBe(text);
});

test('rows end in CR LF', () => {
  expect(csvOf(['a', 'b'], [['1', '2']])).toBe('a,b\r\n1,2\r\n');
});
