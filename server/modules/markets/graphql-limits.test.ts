import { buildSchema, type DocumentNode, parse, specifiedRules, validate } from 'graphql';
import { expect, test } from 'vitest';
import { graphqlWeight, limitQuery, parseLimited, validateLimited } from './graphql-limits.ts';

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

/** How often the check reads nodes of the query's tree until it accepts or refuses it: a measure of its cost on any machine. */
function readsOf(text: string): number {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const counted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const proxy =
      known.get(value) ??
      new Proxy(value, {
        get(target, name) {
          reads += 1;
          const part: unknown = Reflect.get(target, name);
          // Places in the text are for the sentences of errors, which look into them as they are.
          return name === 'loc' ? part : counted(part);
        },
      });
    known.set(value, proxy);
    return proxy;
  };
  try {
    validateLimited(schema, counted(parseLimited(text)) as DocumentNode, specifiedRules);
  } catch (error) {
    // Refused by the parser: there is no tree.
    expect(String(error)).toMatch(/at most|more than/);
  }
  return reads;
}

const many = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join(' ');

test.each([
  ['more tokens than are read', `{ ${many(1_100, () => 'b')} }`],
  ['as many aliases as it has tokens for', `{ ${many(300, (n) => `x${n}: b`)} }`],
  ['as many directives', `{ b ${many(140, () => '@skip(if: false)')} }`],
  ['as many levels', `${'{ a '.repeat(300)}{ b }${' }'.repeat(300)}`],
  ['fields', `{ ${many(400, () => 'b')} }`],
  [
    'fragments that multiply',
    `{ ...f0 } ${many(12, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} b }`)} fragment f12 on Query { b }`,
  ],
])('ATK-13 %s: refused before more than 20,000 parts of the query were read', (_name, text) => {
  expect(readsOf(text)).toBeLessThan(20_000);
});

test.each([
  ['the same field 200 times, which is compared with itself', `{ ${many(200, () => 'b')} }`],
  ['the same objects, field by field', `{ ${many(40, () => 'a { b b b b }')} }`],
  ['the same objects, three levels deep', `{ ${many(66, () => 'a { a { b } }')} }`],
  [
    'fragments',
    `{ ${many(10, (n) => `...f${n}`)} } ${many(10, (n) => `fragment f${n} on Query { ${many(19, () => 'b')} }`)}`,
  ],
  ['selections without a name', `{ ${many(150, () => '... { b }')} }`],
  ['selections in one another', `{ ${'... { '.repeat(300)} b ${'} '.repeat(300)} }`],
  ['many queries in one', many(150, (n) => `query q${n} { b }`)],
  ['variables that nobody uses', `query(${many(120, (n) => `$v${n}: Int`)}) { b }`],
  ['fields that are none', `{ ${many(200, (n) => `z${n}`)} }`],
])('ATK-13 within the limits, %s: checked with fewer than 200,000 reads', (_name, text) => {
  expect(readsOf(text)).toBeLessThan(200_000);
});

test.each([
  [1, 5],
  [50, 5],
  [51, 10],
  [500, 50],
])('ATK-13 over %d markets a query weighs %d: the largest one asks for each of them', (markets, weight) => {
  expect(graphqlWeight(markets)).toBe(weight);
});
