/** The sentence that a caller gets about an invalid field. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { plainIssue } from './plain-issues.ts';

const schema = z
  .strictObject({
    id: z.int().positive(),
    count: z.int().nonnegative(),
    leverage: z.int().min(1).max(1_000),
    percent: z.number().min(-90).max(300),
    page: z.coerce.number().int().min(1).max(100),
    mode: z.enum(['FIRST', 'LAST']),
    email: z.email(),
    text: z.string().min(1).max(3),
    entries: z.array(z.int()).min(2).max(3),
    flag: z.boolean(),
    own: z.string().regex(/^x$/, 'must be an x'),
  })
  .partial();

test.each([
  [{ id: null }, 'id must be a whole number above 0'],
  [{ id: 'x8' }, 'id must be a whole number above 0'],
  [{ id: -5 }, 'id must be a whole number above 0'],
  [{ id: 7.5 }, 'id must be a whole number above 0'],
  [{ id: 1e30 }, 'id is too large'],
  [{ count: -1 }, 'count must be a whole number, 0 or more'],
  [{ leverage: 0 }, 'leverage must be a whole number from 1 to 1000'],
  [{ percent: 999 }, 'percent must be a number from -90 to 300'],
  [{ page: 'x' }, 'page must be a whole number from 1 to 100'],
  [{ mode: 'MIDDLE' }, 'mode must be one of FIRST, LAST'],
  [{ email: 'ann' }, 'email must be an e-mail address'],
  [{ email: 5 }, 'email must be text'],
  [{ text: '' }, 'text must not be empty'],
  [{ text: 'long' }, 'text must have 3 characters or fewer'],
  [{ entries: [1] }, 'entries must have 2 entries or more'],
  [{ entries: [1, 'x'] }, 'entries.1 must be a whole number'],
  [{ entries: 1 }, 'entries must be a list'],
  [{ flag: 'yes' }, 'flag must be true or false'],
  [{ own: 'y' }, 'own must be an x'],
  [{ other: 1 }, ' has no field other'],
])('%j: %s', (value, sentence) => {
  const result = schema.safeParse(value, { error: plainIssue });
  const issue = result.error?.issues[0];
  expect(`${issue?.path.join('.')} ${issue?.message}`).toBe(sentence);
});

test('a missing field is answered with “must be given”', () => {
  const { error } = z.object({ id: z.int(), mode: z.enum(['A', 'B']) }).safeParse({}, { error: plainIssue });
  expect(error?.issues.map(({ message }) => message)).toEqual(['must be given', 'must be given']);
});
