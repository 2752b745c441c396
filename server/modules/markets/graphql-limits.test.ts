import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { limitQuery } from './graphql-limits.ts';

const schema = buildSchema('type Query { a: Query, b: String }');
const errorsOf = (text: string): readonly string[] =>
  validate(schema, parse(text), [limitQuery]).map((error) => error.message);

test('ATK-13 an ordinary query passes', () => {
  expect(errorsOf('{ a { b x: b } }')).toEqual([]);
});

test.each([
  ['depth 50', `${'{ a '.repeat(50)}{ b }${' }'.repeat(50)}`],
  ['1,000 aliases', `{ ${Array.from({ length: 1000 }, (_, i) => `x${i}: b`).join(' ')} }`],
  ['eleven aliases', `{ ${Array.from({ length: 11 }, (_, i) => `x${i}: b`).join(' ')} }`],
  ['eleven directives', `{ b ${'@skip(if: false) '.repeat(11)} }`],
  ['1,000 directives', `{ b ${'@skip(if: false) '.repeat(1000)} }`],
  ['1,000 fields', `{ ${'b '.repeat(1000)} }`],
  [
    'multiplying fragments',
    `${Array.from({ length: 12 }, (_, i) => `fragment f${i} on Query { a { ...f${i + 1} } b }`).join(' ')} fragment f12 on Query { b } { ...f0 }`,
  ],
])('ATK-13 %s is refused', (_name, text) => {
  expect(errorsOf(text)).toHaveLength(1);
});
