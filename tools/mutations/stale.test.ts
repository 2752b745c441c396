import { expect, test } from 'vitest';
import { isTitleIn } from './stale.ts';

const SOURCE = `
// A reader's comment.
describe('ATK-12 the full set of headers', () => {
  test.each(['a page', 'a refusal'])('%s', () => {});
});
test.each([['messages'], ['pings of the protocol']])('FLT-16 a connection that floods with %s is cut', () => {});
test('what is said once, and nowhere else', () => {});
test(\`an account holds at most \${MOST_ALERTS}, also at once\`, () => {});
test.each([{ code: 'ENFILE' }])('too many open files ($code) for %s: wait %i s', () => {});
`;

test.each([
  ['what is said once, and nowhere else', true],
  ['said once', true],
  ['what is said once, and somewhere else', false],
  ['what is said twice', false],
  ['a connection that floods with messages is cut', true],
  ['pings of the protocol is cut', true],
  ['floods with pongs', false],
  ['a connection that floods with messages is heard', false],
  ['an account holds at most 50, also at once', true],
  ['holds at most 50, one after the other', false],
  ['too many open files (ENFILE)', true],
  ['too many open files (ENFILE) for messages: wait 7 s', true],
  ['too many open files (ENOENT)', false],
  ['full set of headers a page', true],
  ['full set of headers a picture', false],
])('%j is a title there: %j', (words, isThere) => {
  expect(isTitleIn(SOURCE, words)).toBe(isThere);
});
