import { expect, test } from 'vitest';
import { longFunctions } from './long-functions.ts';

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
