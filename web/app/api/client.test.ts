/** The client against a real HTTP server; the browser around it (page, storage, user agent) is stood in for. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { browserCall, quietCall, REQUEST_TIMEOUT_MS } from './client.ts';
import { type AppEvents, onEvent } from './events.ts';
import { ApiError, request } from './request.ts';
import { resetChildMode, setChildMode } from './tokens.ts';

interface Seen {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
let server: Server;
let seen: Seen[];
let answers: { status: number; body: string }[];
let failures: AppEvents['fetch-error'][];
let tracked: string[];
let leave: (() => void)[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body });
      const next = answers.shift() ?? { status: 200, body: '{"code":0,"msg":"","data":null}' };
      response.writeHead(next.status, { 'content-type': 'application/json' }).end(next.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() => {
  [seen, answers, failures, tracked] = [[], [], [], []];
  leave = [
    onEvent('fetch-error', (event) => void failures.push(event)),
    onEvent('track', ({ event }) => void tracked.push(event)),
  ];
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(base + path, init));
  vi.stubGlobal('document', { documentElement: { lang: 'fa-IR' } });
});
afterEach(() => {
  for (const end of leave) end();
  resetChildMode();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const willAnswer = (body: unknown, status = 200): void =>
  void answers.push({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });

test('X1 headers of every call: client type, language as fa_IR; JSON in the body of a POST', async () => {
  await browserCall('/web/x?a=1');
  await browserCall('/web/y', { method: 'POST', body: { a: 1 } });
  expect(seen[0]).toMatchObject({ url: '/web/x?a=1', headers: { 'client-type': 'pc', language: 'fa_IR' } });
  expect(seen[0]?.headers).not.toHaveProperty('content-type');
  expect(seen[1]).toMatchObject({ headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
});

test('P2 the child token goes along, but not where the call forces the parent', async () => {
  setChildMode(true, 'child');
  await browserCall('/web/x');
  await browserCall('/web/x', { token: 'parent' });
  expect(seen.map(({ headers }) => headers.token)).toEqual(['child', undefined]);
});

test('X5 another code: the caller gets it as an error, the listeners the server message; tips off says so', async () => {
  const refused = { code: 50_010, msg: 'Wait 9 seconds.', data: { seconds: 9 } };
  willAnswer(refused);
  willAnswer(refused);
  const query = { symbol: 'SECRET' };
  await expect(request(browserCall, 'GET /web/spot/depth', { query })).rejects.toThrow(
    new ApiError(50_010, 'Wait 9 seconds.', { seconds: 9 }),
  );
  await expect(request(quietCall, 'GET /web/spot/pairs')).rejects.toThrow('Wait 9 seconds.');
  expect(failures).toMatchObject([
    {
      type: 'code',
      response: { status: 200, data: { code: 50_010 } },
      options: { url: '/web/spot/depth', hasTips: true },
      message: 'Wait 9 seconds.',
      values: { seconds: 9 },
    },
    { options: { hasTips: false } },
  ]);
});

test('X6 429 and 418 are separate events, with the body in data', async () => {
  willAnswer({ code: 1, msg: 'm', data: 'Too many at once.' }, 429);
  willAnswer({ code: 1, msg: 'm', data: 'I am a teapot.' }, 418);
  await browserCall('/web/x');
  await browserCall('/web/x');
  expect(failures.map(({ type, message }) => [type, message])).toEqual([
    ['limit', 'Too many at once.'],
    ['teapot', 'I am a teapot.'],
  ]);
});

test('X6 an answer that is not an object gets -1: a page of a proxy, a list, half an answer', async () => {
  for (const body of ['<html>', '[1]', '"text"', '{"code":']) {
    willAnswer(body);
    expect((await browserCall('/web/x')).code, body).toBe(-1);
  }
});

test('X8 a 404 is tracked as fetch_not_found, beside the error', async () => {
  willAnswer({ code: 1, msg: '', data: null }, 404);
  await browserCall('/web/x');
  expect(tracked).toEqual(['nuxt_fetch_error', 'fetch_not_found']);
});

test('X7 a connection that breaks is told as a network error, not in the words of the browser', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect((await browserCall('/web/x')).code).toBe(-1);
  expect(failures).toMatchObject([{ type: 'network', response: null, message: '' }]);
});

test('X1 a verification that fails is answered with the 8001, and the call is not sent again', async () => {
  willAnswer({ code: 8001, msg: 'Prove it.', data: { bizId: 'a', status: 2 } });
  const answer = await browserCall('/auth-v2/api/v2/auth/login', { method: 'POST', body: {} });
  expect([answer.code, seen.length, failures.length]).toEqual([8001, 1, 0]);
});

test('X1 8001: once verified the call is sent again once, with the verification; a second 8001 is a failure', async () => {
  const again = { code: 8001, msg: 'Prove it.', data: { bizId: 'biz-9', status: 1 } };
  willAnswer(again);
  willAnswer(again);
  const answer = await browserCall('/auth-v2/api/v2/auth/login', { method: 'POST', body: { a: 1 } });
  expect(seen.map(({ headers, body }) => [headers['captcha-verify-token'], body])).toEqual([
    [undefined, '{"a":1}'],
    ['biz-9', '{"a":1}'],
  ]);
  expect([answer.code, failures.length]).toEqual([8001, 1]);
});

test('X1 8001 from a call of another service: sent again it carries the verification, the next such call does not', async () => {
  willAnswer({ code: 8001, msg: 'Prove it.', data: { bizId: 'biz-10', status: 1 } });
  await browserCall('/web/x', { headers: { own: 'kept' } });
  await browserCall('/web/y');
  expect(seen.map(({ headers }) => [headers.own, headers['captcha-verify-token']])).toEqual([
    ['kept', undefined],
    ['kept', 'biz-10'],
    [undefined, undefined],
  ]);
});

test('K1 request 60 s: so long an answer may take', async () => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms);
    return controller.signal;
  });
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  let code: number | null = null;
  void browserCall('/web/x').then((answer) => (code = answer.code));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(code).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect([code, REQUEST_TIMEOUT_MS]).toEqual([-1, 60_000]);
  vi.useRealTimers();
});
