/** In whose name the calls of a page are answered, and which answers other pages get too: ATK-1. */
import { endpoint, implement, type Route } from '@agio/contracts/endpoint';
import { Refusal, REFUSALS } from '@agio/contracts/errors';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { NOBODY, pageCalls } from './page-calls.ts';

const whoAsks = (path: string, isMarketData: boolean, weight = 1): Route =>
  implement(
    endpoint({
      method: 'GET',
      path,
      summary: 'Who asks',
      permission: { kind: 'public' },
      data: z.object({ uid: z.int() }),
      isMarketData,
      weight,
      query: z.object({ more: z.coerce.number().optional() }),
      moreWeight: (_, { more = 0 }) => more,
    }),
    async ({ caller }) => ({ uid: caller.uid }),
  );
const change: Route = implement(
  endpoint({ method: 'POST', path: '/change', summary: 'Changes something', data: z.object({}) }),
  async () => ({}),
);
const options = {
  routes: [whoAsks('/facts', true), whoAsks('/own', false), whoAsks('/dear', false, 10), change],
  checksAnswers: true,
  logger: pino({ level: 'silent' }),
};
const call = pageCalls(options, { ...NOBODY, uid: 7 });
const get = (target: string) => call({ method: 'GET', target, body: undefined });

test('ATK-1 market data is asked for in nobody’s name, since other pages get the same answer', async () => {
  expect(await get('/facts')).toMatchObject({ data: '{"uid":0}', keptForMs: 250 });
});

test('ATK-1 any other call of a page is answered for its person alone', async () => {
  expect(await get('/own')).toMatchObject({ data: '{"uid":7}', keptForMs: 0 });
});

test('a refusal, and a call that is none, are kept for nobody', async () => {
  expect(await get('/nothing')).toMatchObject({ code: 404, keptForMs: 0 });
});

test('ATK-1 nothing is changed in the name of a person whose page is drawn', async () => {
  expect(await call({ method: 'POST', target: '/change', body: {} })).toMatchObject({ code: 405 });
});

test('FLT-17 calls of a page that weigh more than the page did count besides, and are refused past the limit', async () => {
  const counted: number[] = [];
  const weigh = async (beyond: number): Promise<void> => {
    counted.push(beyond);
    if (counted.length > 2) throw new Refusal('TOO_MANY_ATTEMPTS', { seconds: 7 });
  };
  const ofPage = pageCalls(options, { ...NOBODY, uid: 7 }, { paid: 5, weigh });
  const ask = (target: string) => ofPage({ method: 'GET', target, body: undefined });
  await ask('/own');
  await ask('/facts?more=100');
  expect(counted).toEqual([]);
  await ask('/dear');
  expect(counted).toEqual([6]);
  await ask('/own?more=3');
  expect(counted).toEqual([6, 1, 3]);
  expect(await ask('/own?more=3')).toMatchObject({ code: REFUSALS.TOO_MANY_ATTEMPTS.code });
});
