import { expect, test } from 'vitest';
import { anchorsOf, bareIdsOf, citationsOf } from './citations.ts';

const BOOK = `# Rules
## A. Spot
### A5 Fees
- A5.3 Fee per fill.
1. First. [HR] 2. Second.
- X-A1 a trade. X-A2 another.
### 8.2 Regions
- C05 a reading. → done. G06 a gap.
| FLT-5 | promise |`;

test('a rule book is cited by its sections, rules, numbered items, examples and promises', () => {
  expect([...anchorsOf(BOOK)]).toEqual([
    'A',
    'A5',
    'A5.3',
    'A5.1',
    'A5.2',
    'X-A1',
    'X-A2',
    '8.2',
    'C05',
    'G06',
    'FLT-5',
  ]);
});

test.each([
  ['as trading A5.3 says', ['trading A5.3']],
  ['(trading B6, E5 and C4.2; decision 031)', ['trading B6', 'trading E5', 'trading C4.2', 'decision 031']],
  ['trading B8–B10 and A4.9', ['trading B8', 'trading B10', 'trading A4.9']],
  ['growth 8.8, growth E17', ['growth 8.8', 'growth E17']],
  [' * rounded down (trading\n * A5.3)', ['trading A5.3']],
  ['X-A1 and FLT-5 and ATK-13', ['trading X-A1', 'reliability FLT-5', 'reliability ATK-13']],
  ['trading 24 hours, growth of 3, a decision 5 of us made', []],
])('%j cites %j', (text, cited) => {
  expect(citationsOf(text).map(({ book, id }) => `${book} ${id}`)).toEqual(cited);
});

test('in comments rules are cited bare, in code and strings an A1 is anything', () => {
  expect(bareIdsOf("/** After a flip (B4), A6. */\nconst A9 = 'B7'; // no comment of its own D1\n  // D5")).toEqual([
    'B4',
    'A6',
    'D5',
  ]);
});
