/** The typed client. What is said of types is proved by the compiler (`npm run check`), not by the run. */
import type { CallName } from '@agio/contracts/calls';
import { expect, expectTypeOf, test } from 'vitest';
import { ask, request, type Call, type CallInit } from './request.ts';

function listener(data: unknown = null): { readonly call: Call; readonly heard: [path: string, init?: CallInit][] } {
  const heard: [string, CallInit?][] = [];
  const call: Call = async (path, init) => {
    heard.push(init === undefined ? [path] : [path, init]);
    return { code: 0, msg: '', data };
  };
  return { call, heard };
}

test('X1 a call is sent by its method and path; values of a query are encoded, those that are not given left out', async () => {
  const { call, heard } = listener();
  await ask(call, 'GET /web/spot/pairs');
  await ask(call, 'GET /web/spot/order/history', { query: { page: 2, symbol: undefined } });
  await ask(call, 'GET /auth/api/v1/humancode/bizStatus', { query: { bizId: 'a&b=c #/é' } });
  expect(heard).toEqual([
    ['/web/spot/pairs', {}],
    ['/web/spot/order/history?page=2', {}],
    ['/auth/api/v1/humancode/bizStatus?bizId=a%26b%3Dc+%23%2F%C3%A9', {}],
  ]);
  const sent = new URL(heard[2]?.[0] ?? '', 'http://agio.example').searchParams;
  expect([...sent]).toEqual([['bizId', 'a&b=c #/é']]);
});

test('X1 a POST has a body, an empty one where there is nothing to say; the options go along', async () => {
  const { call, heard } = listener();
  await request(call, 'POST /auth-v2/api/v2/auth/logout', { endsSession: false, token: 'parent' });
  await request(call, 'POST /web/user/api-key/delete', { body: { id: 7 }, headers: { own: 'kept' } });
  expect(heard).toEqual([
    ['/auth-v2/api/v2/auth/logout', { method: 'POST', body: {}, endsSession: false, token: 'parent' }],
    ['/web/user/api-key/delete', { method: 'POST', body: { id: 7 }, headers: { own: 'kept' } }],
  ]);
});

test('X1 the answer has the type of its contract: amounts are decimal strings, and nothing is there to be changed', async () => {
  const { call } = listener({ symbol: 'BTCUSDT', lastUpdateId: 1, bids: [['1.5', '2']], asks: [] });
  const depth = await request(call, 'GET /web/spot/depth', { query: { symbol: 'BTCUSDT' } });
  expect(depth.bids[0]).toEqual(['1.5', '2']);
  type Levels = readonly (readonly [string, string])[];
  expectTypeOf(depth).toEqualTypeOf<{
    readonly symbol: string;
    readonly lastUpdateId: number;
    readonly bids: Levels;
    readonly asks: Levels;
  }>();
  expectTypeOf(depth).not.toHaveProperty('levels');
});

/** What `request` takes as a name: of the function itself the compiler would compare all calls with one another. */
type Name = CallName;
/** What follows the name of a call. */
type Given<Called extends Name> = Parameters<typeof request<Called>>[2];

test('X1 a path, a method or a call of operators that no contract has for pages does not compile', () => {
  expectTypeOf<'GET /web/spot/pairs'>().toExtend<Name>();
  expectTypeOf<'GET /web/spot/pears'>().not.toExtend<Name>();
  expectTypeOf<'POST /web/spot/pairs'>().not.toExtend<Name>();
  expectTypeOf<'GET /operator/seo/list'>().not.toExtend<Name>();
  expectTypeOf<string>().not.toExtend<Name>();
});

test('X1 a query that its contract does not take does not compile', () => {
  type Depth = Given<'GET /web/spot/depth'>;
  expectTypeOf<Depth['query']>().toEqualTypeOf<{ readonly symbol: string; readonly limit?: number | string }>();
  expectTypeOf<{ query: { symbol: string } }>().toExtend<Depth>();
  expectTypeOf<{ query: { limit: 5 } }>().not.toExtend<Depth>();
  expectTypeOf<{ query: { symbol: string; limit: true } }>().not.toExtend<Depth>();
  expectTypeOf<undefined>().not.toExtend<Depth>();
  expectTypeOf<undefined>().toExtend<Given<'GET /web/spot/order/open'>>();
  expectTypeOf<{ query: { symbol: string } }>().not.toExtend<Given<'GET /web/spot/pairs'>>();
  expectTypeOf<{ query: { symbol: string; interval: '1m' } }>().toExtend<Given<'GET /kline/spot'>>();
  expectTypeOf<{ query: { symbol: string; interval: '2m' } }>().not.toExtend<Given<'GET /kline/spot'>>();
});

test('X1 a body that its contract does not take does not compile', () => {
  type Delete = Given<'POST /web/user/api-key/delete'>;
  expectTypeOf<Delete['body']>().toEqualTypeOf<{ readonly id: number }>();
  expectTypeOf<{ body: { id: string } }>().not.toExtend<Delete>();
  expectTypeOf<undefined>().not.toExtend<Delete>();
  expectTypeOf<undefined>().toExtend<Given<'POST /web/demo/faucet'>>();
  expectTypeOf<{ body: { id: 7 } }>().not.toExtend<Given<'POST /web/demo/faucet'>>();
  expectTypeOf<{ body: object }>().not.toExtend<Given<'GET /web/spot/pairs'>>();
  type Move<Amount> = { body: { asset: string; from: 'FUTURES'; to: 'SPOT'; amount: Amount } };
  expectTypeOf<Move<string>>().toExtend<Given<'POST /web/account/transfer'>>();
  expectTypeOf<Move<number>>().not.toExtend<Given<'POST /web/account/transfer'>>();
});
