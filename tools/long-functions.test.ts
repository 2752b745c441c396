import { expect, test } from 'vitest';
import { judgeLongFunctions, longFunctions } from './long-functions.ts';

const body = (lines: number): string => `{\n${'  run();\n'.repeat(lines - 2)}}`;

test('a function of more than 70 lines is found by its name, an arrow by that of its constant', () => {
  const source = `function short() ${body(70)}\nfunction long() ${body(71)}\nconst arrow = () => ${body(80)};`;
  expect(longFunctions('a.ts', source)).toEqual([
    { name: 'a.ts long', lines: 71 },
    { name: 'a.ts arrow', lines: 80 },
  ]);
});

test('a component may have 120 lines', () => {
  expect(longFunctions('a.tsx', `function Page() ${body(120)}`)).toEqual([]);
  expect(longFunctions('a.tsx', `function Page() ${body(121)}`)).toEqual([{ name: 'a.tsx Page', lines: 121 }]);
});

test('the list holds the exact length of every long function: more, less, and a name that is not there are breaches', () => {
  const listed = { 'a.ts same': 80, 'a.ts grew': 80, 'a.ts shrank': 80, 'a.ts short': 80 };
  const found = [
    { name: 'a.ts same', lines: 80 },
    { name: 'a.ts grew', lines: 81 },
    { name: 'a.ts shrank', lines: 79 },
    { name: 'a.ts unlisted', lines: 71 },
  ];
  expect(judgeLongFunctions(found, listed)).toEqual([
    'a.ts grew: 81 lines, it had 80',
    'a.ts shrank has 79 lines: lower its figure on the list from 80',
    'a.ts unlisted: 71 lines',
    'a.ts short is short enough: take it off the list',
  ]);
});
