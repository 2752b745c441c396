/**
 * All attacks of an audit at once, for a given time: each attacker has a different address and asks again as soon as it is answered. They
 * count their answers, which should only be refusals.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_LOCALES } from '@agio/contracts/locales';
import WebSocket from 'ws';
import { signedQuery } from '../trader.ts';
import { type Attack, keepAsking, noise, type Running, type Tally, type Target } from './attack.ts';
import { type Asked, createCaller } from './caller.ts';
import { connections } from './http-attackers.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Long queries that differ, deep ones, and thousands of fragments (ATK-13). */
const graphql: Attack = (target, tally, running) => {
  const nested = `{ rates { ${'... { '.repeat(60)} rate ${'} '.repeat(60)} } }`;
  const fragments = Array.from({ length: 6_000 }, (_, n) => `fragment f${n} on Rate { rate }`).join(' ');
  const queries = [
    () => `${nested} #${noise(7_000)}`,
    () => `${nested} #${noise(250_000)}`,
    () => `${fragments} { rates { rate } } #${noise(20)}`,
    () => `{ ${Array.from({ length: 300 }, (_, n) => `a${n}: rates { rate }`).join(' ')} } #${noise(20)}`,
    () => `{ rates { rate } } #${noise(40)}`,
  ];
  let turn = 0;
  const next = (): [string, Asked] => [
    '/graphql',
    { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ query: queries[(turn += 1) % queries.length]!() }) },
  ];
  return keepAsking(createCaller(target.url, '127.66.1.1', 4), 4, next, tally, running);
};

/** The most expensive public reads: texts of all languages, pages that cannot be cached, the list of all calls. */
const pages: Attack = (target, tally, running) => {
  let turn = 0;
  const asks = [
    (): [string, Asked?] => [`/api/locales/agio?locale=${ALL_LOCALES.map(({ key }) => key).join(',')}`],
    (): [string, Asked?] => [`/market?x=${noise(12)}`],
    (): [string, Asked?] => ['/', { headers: { 'user-agent': `Googlebot/2.1 ${noise(6)}` } }],
    (): [string, Asked?] => [`/de-de/market?y=${noise(12)}`, { headers: { 'accept-language': noise(5) } }],
    (): [string, Asked?] => ['/docs/json'],
  ];
  const next = (): [string, Asked?] => asks[(turn += 1) % asks.length]!();
  return keepAsking(createCaller(target.url, '127.66.2.1', 8), 8, next, tally, running);
};

/** Guesses at one account and at many, from four addresses (ATK-7, FLT-19). */
const guesses: Attack = async (target, tally, running) => {
  const next = (): [string, Asked] => [
    '/auth-v2/api/v2/auth/login',
    {
      method: 'POST',
      headers: { ...JSON_TYPE, origin: target.url },
      body: JSON.stringify({ email: `${noise(1)}@kill.agio.example`, password: `guess ${noise(12)}` }),
    },
  ];
  await Promise.all(
    [1, 2, 3, 4].map((n) => keepAsking(createCaller(target.url, `127.66.3.${n}`, 4), 4, next, tally, running)),
  );
};

/** As long as ours, so that each is looked up. */
const TOKEN_LENGTH = 43;

/** The same coin to and fro, which the trading API does without a key (FLT-16); keys are in test/integration/attacks/crowded-keys.test.ts. */
const transfers: Attack = (target, tally, running) => {
  let turn = 0;
  const next = (): [string, Asked] => {
    const type = (turn += 1) % 2 === 0 ? 'UMFUTURE_MAIN' : 'MAIN_UMFUTURE';
    const query = signedQuery(target.mover, { type, asset: 'USDT', amount: 1 });
    return [`/sapi/v1/asset/transfer?${query}`, { method: 'POST', headers: { 'x-mbx-apikey': target.mover.apiKey } }];
  };
  return keepAsking(createCaller(target.url, '127.66.4.1', 4), 4, next, tally, running);
};

/** Invented page views and errors, which cause rows and lines of the log. */
const counts: Attack = (target, tally, running) => {
  const next = (): [string, Asked] => [
    '/web/track',
    {
      method: 'POST',
      headers: { ...JSON_TYPE, origin: target.url },
      body: JSON.stringify({ events: [{ event: 'nuxt_client_error', category: 'other' }] }),
    },
  ];
  return keepAsking(createCaller(target.url, '127.66.5.1', 4), 4, next, tally, running);
};

/** Connections without end, and on those that stand log-ins and messages without end (FLT-16). */
/** Which socket is flooded with what: log-ins, pings, and names of which each is looked up and answered. */
const FLOODS = [
  { path: '/web/spot/ws/private', frame: { event: 'login', params: { token: '' } } },
  { path: '/web/spot/ws/public', frame: { event: 'ping' } },
  { path: '/ws-old/message?compress=2', frame: { event: 'unsub', params: { channel: Array(20).fill('x').join() } } },
] as const;

const sockets: Attack = async (target, tally, running) => {
  const url = target.url.replace('http', 'ws');
  const flood = async (n: number): Promise<void> => {
    const kind = n % FLOODS.length;
    const { path, frame } = FLOODS[kind]!;
    const socket = new WebSocket(url + path, { localAddress: `127.66.6.${1 + kind}` });
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.once('error', () => resolve());
    });
    let wasOpen = false;
    socket.once('unexpected-response', () => {
      tally.refused += 1;
      socket.terminate();
    });
    socket.on('message', (data: Buffer) => {
      if (data.includes('Too many log-ins')) tally.refused += 1;
      else tally.served += 1;
    });
    socket.once('open', () => {
      wasOpen = true;
      for (let i = 0; i < 1_000; i += 1)
        socket.send(
          JSON.stringify({ ...frame, ...(kind === 0 ? { params: { token: noise(TOKEN_LENGTH) } } : {}), reqId: i }),
        );
    });
    await Promise.race([closed, sleep(2_000)]);
    if (wasOpen && socket.readyState !== WebSocket.OPEN) tally.cut += 1;
    socket.terminate();
  };
  const worker = async (n: number): Promise<void> => {
    while (!running.isOver) {
      await flood(n);
      await sleep(10);
    }
  };
  const crowd = async (): Promise<void> => {
    while (!running.isOver) {
      const all = Array.from(
        { length: 530 },
        () => new WebSocket(`${url}/web/spot/ws/public`, { localAddress: '127.66.6.9' }),
      );
      for (const socket of all) {
        socket.on('error', () => {});
        socket.once('unexpected-response', () => (tally.refused += 1));
      }
      await sleep(3_000);
      for (const socket of all) socket.terminate();
    }
  };
  await Promise.all([...Array.from({ length: 4 }, (_, n) => worker(n)), crowd()]);
};

const ATTACKS = { graphql, pages, guesses, transfers, counts, sockets, connections } satisfies Record<string, Attack>;
export type AttackName = keyof typeof ATTACKS;
export type Tallies = Readonly<Record<AttackName, Tally>>;

/** Runs all of them until `stop`; `tallies` counts on what each was told. */
export function startAttacks(target: Target): { readonly tallies: Tallies; stop(): Promise<void> } {
  const running: Running = { isOver: false };
  const names = Object.keys(ATTACKS) as AttackName[];
  const tallies = Object.fromEntries(
    names.map((name) => [name, { served: 0, refused: 0, cut: 0 }]),
  ) as unknown as Tallies;
  const work = names.map((name) => ATTACKS[name](target, tallies[name], running));
  return {
    tallies,
    async stop() {
      running.isOver = true;
      await Promise.all(work);
    },
  };
}
