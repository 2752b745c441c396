/** GraphQL under attack: queries that are too large are refused before they cost anything, and leave nothing in memory. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootExchange, type TestExchange } from '../../exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await bootExchange();
});
afterAll(() => exchange.close());

interface Answer {
  readonly status: number;
  readonly errors: readonly string[];
}

async function ask(query: string): Promise<Answer> {
  const response = await fetch(`${exchange.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { errors = [], msg } = (await response.json()) as { errors?: { message: string }[]; msg?: string };
  const told = msg === undefined ? [] : [msg];
  return { status: response.status, errors: [...told, ...errors.map(({ message }) => message)] };
}

/** Bytes of the heap that something still holds. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

const fragments = (count: number): string =>
  `{ rates { rate } } ${Array.from({ length: count }, (_, i) => `fragment f${i} on Rate { rate }`).join(' ')}`;

const many = (count: number, field: (n: number) => string): string =>
  `{ ${Array.from({ length: count }, (_, n) => field(n)).join('')} }`;
/** Each asks twice for the next. */
const multiplied = (count: number): string =>
  `{ rates { ...f0 } } ${Array.from({ length: count }, (_, n) => `fragment f${n} on Rate { ...f${n + 1} ...f${n + 1} rate }`).join(' ')} fragment f${count} on Rate { rate }`;

test('ATK-13 an ordinary query is answered, by GET and by POST', async () => {
  expect(await ask('{ rates { rate } }')).toMatchObject({ status: 200, errors: [] });
  const got = await fetch(`${exchange.url}/graphql?query=${encodeURIComponent('{ rates { rate } }')}`);
  expect(got.status).toBe(200);
});

describe('ATK-13 a query over a limit is refused, and the sentence names the limit', () => {
  test.each([
    ['a query of 250 kB', `{ rates { rate } } #${'x'.repeat(250_000)}`, 'too large'],
    ['a query of 9 kB', `{ rates { rate } } #${'x'.repeat(9_000)}`, 'at most 8,192'],
    ['6,000 fragments', fragments(6_000), 'too large'],
    ['1,000 fields in 4 kB', `{ rates { ${'rate '.repeat(1_000)} } }`, 'tokens'],
    ['eleven aliases', many(11, (n) => `a${n}: rates { rate } `), 'aliases'],
    ['as many aliases as it has tokens for', many(300, (n) => `a${n}: __typename `), 'aliases'],
    ['as many aliases as fit', many(700, (n) => `a${n}:rates `), 'tokens'],
    ['eleven directives', `{ rates { rate ${'@skip(if: false) '.repeat(11)} } }`, 'directives'],
    ['as many directives as it has tokens for', `{ rates { rate ${'@skip(if: false) '.repeat(140)} } }`, 'directives'],
    ['as many directives as fit', `{ rates { rate ${'@skip(if:false)'.repeat(540)} } }`, 'tokens'],
    ['fragments that multiply', multiplied(12), 'fragments'],
    ['fragments in a circle', '{ rates { ...a } } fragment a on Rate { ...b } fragment b on Rate { ...a }', 'spread'],
    ['200 comments', `${'#a\n'.repeat(200)}{ rates { rate } }`, 'comments'],
    ['depth 50', `${'{ rates '.repeat(50)}{ rate }${' }'.repeat(50)}`, 'levels'],
    ['introspection', '{ __schema { types { name } } }', 'introspection'],
  ])('%s', async (_name, query, reason) => {
    const { status, errors } = await ask(query);
    expect(status).toBeLessThan(500);
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toMatch(new RegExp(reason, 'i'));
  });

  test('a body of 300 kB, and one of 40 kB that is all variables', async () => {
    for (const size of [300_000, 40_000]) {
      const response = await fetch(`${exchange.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ rates { rate } }', variables: { x: 'y'.repeat(size) } }),
      });
      expect(response.status).toBe(413);
    }
  });

  test('for an unknown field no other name is suggested', async () => {
    const { errors } = await ask('{ rats { rate } }');
    expect(errors.join()).toContain('rats');
    expect(errors.join()).not.toMatch(/did you mean|rates/i);
  });

  test('a batch of queries', async () => {
    const response = await fetch(`${exchange.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array.from({ length: 100 }, () => ({ query: '{ rates { rate } }' }))),
    });
    expect(response.status).toBe(400);
  });
});

/** In bytes, of this process: what asks, what answers, and what is collected again. */
const allocated = (): number => getHeapStatistics().total_allocated_bytes;

test('ATK-13 a refusal takes less than 5 MB of memory, whatever is too much', async () => {
  const over = [
    `{ rates { rate } } #${'x'.repeat(9_000)}`,
    `{ rates { ${'rate '.repeat(1_000)} } }`,
    many(300, (n) => `a${n}: __typename `),
    `{ rates { rate ${'@skip(if: false) '.repeat(140)} } }`,
    multiplied(12),
    `${'{ rates '.repeat(300)}{ rate }${' }'.repeat(300)}`,
  ];
  for (const query of over) {
    await ask(query);
    const before = allocated();
    for (let n = 0; n < 10; n += 1) expect((await ask(`${query} #${n}`)).errors.length).toBeGreaterThan(0);
    expect([query.slice(0, 30), (allocated() - before) / 10]).toEqual([
      query.slice(0, 30),
      expect.toSatisfy((bytes) => bytes < 5_000_000),
    ]);
  }
});

test('ATK-13 many different queries do not make memory grow', async () => {
  const nested = `{ rates { ${'... { '.repeat(60)} rate ${'} '.repeat(60)} } }`;
  const send = async (from: number, count: number): Promise<void> => {
    for (let n = from; n < from + count; n += 1) await ask(`${nested} #${n}${'x'.repeat(6_000)}`);
  };
  await send(0, 50);
  const before = heldBytes();
  await send(50, 400);
  expect((heldBytes() - before) / 400).toBeLessThan(6_000);
});
