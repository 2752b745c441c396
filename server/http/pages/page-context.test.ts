import { expect, test } from 'vitest';
import { headersForPage } from './page-context.ts';

test('ATK-17 no session and no key of a request goes to where pages are drawn', () => {
  const secrets = { cookie: 'agio-token=a', token: 'b', authorization: 'Bearer c', 'x-mbx-apikey': 'd' };
  const headers = { ...secrets, accept: 'text/html', 'set-cookie': ['e', 'f'], host: undefined };
  expect(headersForPage(headers)).toEqual([
    ['accept', 'text/html'],
    ['set-cookie', 'e'],
    ['set-cookie', 'f'],
  ]);
});
