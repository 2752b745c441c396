import { expect, test } from 'vitest';
import { headersForPage, headersOfPage } from './page-context.ts';

test('ATK-17 no session and no key of a request goes to where pages are drawn', () => {
  const secrets = { cookie: 'agio-token=a', token: 'b', authorization: 'Bearer c', 'x-mbx-apikey': 'd' };
  const headers = { ...secrets, accept: 'text/html', 'set-cookie': ['e', 'f'], host: undefined };
  expect(headersForPage(headers)).toEqual([
    ['accept', 'text/html'],
    ['set-cookie', 'e'],
    ['set-cookie', 'f'],
  ]);
});

test('FLT-21 a renderer says nothing of the connection or of the length of its page', () => {
  const kept = [
    ['content-type', 'text/html'],
    ['set-cookie', 'a=1'],
    ['location', '/x'],
  ] as const;
  const dropped = ['trailer', 'Transfer-Encoding', 'connection', 'upgrade', 'keep-alive', 'content-length', 'TE'];
  const headers = [...dropped.map((name) => [name, 'x'] as const), ...kept];
  expect(headersOfPage(headers)).toEqual(kept);
});
