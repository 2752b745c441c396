/** A session or key that opened a socket may end elsewhere: by another server, by time, by deletion. The socket ends with it. */
import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { bootExchange, createDatabase, execute, type TestExchange, type TestUser } from '../../exchange.ts';

let exchange: TestExchange;
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ databaseUrl });
});
afterAll(() => exchange?.close());

interface Answer {
  readonly eventResp: string;
  readonly data: { readonly result: boolean; readonly msg: string };
}

async function connect(path: string): Promise<WebSocket> {
  const socket = new WebSocket(exchange.url.replace('http', 'ws') + path);
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

/** With which code it is closed; -1 when it is still open after `withinMs`. */
const closeCode = (socket: WebSocket, withinMs = 5_000): Promise<number> =>
  new Promise((resolve) => {
    socket.once('close', resolve);
    setTimeout(() => resolve(-1), withinMs).unref();
  });

async function askToken({ token }: TestUser): Promise<{ token: string; expiresAt: number }> {
  return (
    await exchange.call<{ token: string; expiresAt: number }>('POST', '/auth-v2/api/v2/auth/token', {}, { token })
  ).data;
}
const exchangeToken = async (user: TestUser): Promise<string> => (await askToken(user)).token;

function logIn(socket: WebSocket, token: string): Promise<Answer['data']> {
  const answered = new Promise<Answer['data']>((resolve) => {
    const listen = (raw: Buffer): void => {
      const frame = JSON.parse(raw.toString('utf8')) as Answer;
      if (frame.eventResp !== 'login') return;
      socket.off('message', listen);
      resolve(frame.data);
    };
    socket.on('message', listen);
  });
  socket.send(JSON.stringify({ event: 'login', params: { token } }));
  return answered;
}

async function loggedIn(user: TestUser, path = '/web/spot/ws/private'): Promise<WebSocket> {
  const socket = await connect(path);
  expect(await logIn(socket, await exchangeToken(user))).toMatchObject({ result: true });
  return socket;
}

const sessionOf = (user: TestUser): string => createHash('sha256').update(user.token).digest('hex');

function signedRequest(user: TestUser, method: string): string {
  const params = { apiKey: user.apiKey, timestamp: Date.now() };
  const signature = createHmac('sha256', user.apiSecret)
    .update(`apiKey=${params.apiKey}&timestamp=${params.timestamp}`)
    .digest('hex');
  return JSON.stringify({ id: 1, method, params: { ...params, signature } });
}

async function usedBy(user: TestUser): Promise<WebSocket> {
  const socket = await connect('/ws-api/v3');
  const answered = new Promise<string>((resolve) =>
    socket.once('message', (raw: Buffer) => resolve(raw.toString('utf8'))),
  );
  socket.send(signedRequest(user, 'account.status'));
  expect(JSON.parse(await answered)).toMatchObject({ status: 200 });
  return socket;
}

test('ATK-8 ATK-16 a request socket ends with the key it was used with: deleted here at once, elsewhere at the next check', async () => {
  const [here, elsewhere, stays] = [
    await exchange.createUser(),
    await exchange.createUser(),
    await exchange.createUser(),
  ];
  const sockets = [await usedBy(here), await usedBy(elsewhere), await usedBy(stays)];
  const { data } = await exchange.call<{ apiKeys: { id: number }[] }>('GET', '/web/user/api-key/list', undefined, {
    token: here.token,
  });
  // Long before the next look at all sockets.
  const closed = closeCode(sockets[0]!, 2_000);
  await exchange.call('POST', '/web/user/api-key/delete', { id: data.apiKeys[0]!.id }, { token: here.token });
  expect(await closed).toBe(4001);
  const closedToo = closeCode(sockets[1]!);
  await execute(databaseUrl, 'delete from api_keys where api_key = $1', [elsewhere.apiKey]);
  await exchange.exchange.checkSockets();
  expect(await closedToo).toBe(4001);
  expect(sockets[2]!.readyState).toBe(WebSocket.OPEN);
  sockets[2]!.close();
});

test('ATK-8 a session that ended on another server closes its sockets at the next check, and nobody else’s', async () => {
  const [gone, late, stays] = [await exchange.createUser(), await exchange.createUser(), await exchange.createUser()];
  const sockets = [
    await loggedIn(gone),
    await loggedIn(gone, '/futures/ws/private'),
    await loggedIn(late),
    await loggedIn(stays),
  ];
  const codes = sockets.slice(0, 3).map((socket) => closeCode(socket));
  // As another server's log-out leaves it, and as a session that nobody slid any further.
  await execute(databaseUrl, 'delete from sessions where token_hash = $1', [sessionOf(gone)]);
  await execute(databaseUrl, 'update sessions set expires_at_ms = $2 where token_hash = $1', [
    sessionOf(late),
    Date.now() - 1,
  ]);
  await exchange.exchange.checkSockets();
  expect(await Promise.all(codes)).toEqual([4001, 4001, 4001]);
  await exchange.exchange.checkSockets();
  expect(sockets[3]!.readyState).toBe(WebSocket.OPEN);
  sockets[3]!.close();
});

test('ATK-8 an expired session gives no access: no call, no exchange token, no socket', async () => {
  const user = await exchange.createUser();
  const token = await exchangeToken(user);
  await execute(databaseUrl, 'update sessions set expires_at_ms = $2 where token_hash = $1', [
    sessionOf(user),
    Date.now() - 1,
  ]);
  const socket = await connect('/web/spot/ws/private');
  expect(await logIn(socket, token)).toMatchObject({ result: false });
  socket.close();
  // What was read less than a second ago may still be believed.
  await expect
    .poll(
      async () =>
        (await exchange.call('GET', '/web/api/v1/userCenter/getUserInfo', undefined, { token: user.token })).code,
      {
        timeout: 5_000,
      },
    )
    .toBe(10021);
});

test('ATK-8 an exchange token logs in once: of two sockets that race with it exactly one wins', async () => {
  const user = await exchange.createUser();
  const other = await loggedIn(user);
  for (let round = 0; round < 5; round++) {
    const token = await exchangeToken(user);
    const pair = [await connect('/web/spot/ws/private'), await connect('/futures/ws/private')];
    const answers = await Promise.all(pair.map((socket) => logIn(socket, token)));
    expect(answers.map(({ result }) => result).toSorted()).toEqual([false, true]);
    const third = await connect('/web/spot/ws/private');
    expect(await logIn(third, token)).toMatchObject({ result: false, msg: expect.stringMatching(/\.$/) });
    for (const socket of [...pair, third]) socket.close();
  }
  expect(other.readyState).toBe(WebSocket.OPEN);
  other.close();
});

test('ATK-8 an exchange token is good for a minute', async () => {
  const user = await exchange.createUser();
  const { token, expiresAt } = await askToken(user);
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(60_000);
  await execute(databaseUrl, 'update exchange_tokens set expires_at_ms = $2 where token_hash = $1', [
    createHash('sha256').update(token).digest('hex'),
    Date.now() - 1,
  ]);
  const socket = await connect('/web/spot/ws/private');
  expect(await logIn(socket, token)).toMatchObject({ result: false });
  socket.close();
});

test('ATK-8 FLT-16 a user has a hundred sessions: one more ends the oldest at once, and no other', async () => {
  const owner = await exchange.createUser();
  const isAlive = async (token: string): Promise<boolean> =>
    (await exchange.call('GET', '/web/api/v1/userCenter/getUserInfo', undefined, { token })).code === 0;
  const open = async (): Promise<string> =>
    (await exchange.operate<{ token: string }>('/operator/user/token', { email: owner.email })).data.token;
  const [first, second] = [await open(), await open()];
  // The one that the user was made with is older still.
  for (let n = 0; n < 98; n += 1) await open();
  expect([await isAlive(owner.token), await isAlive(first), await isAlive(second)]).toEqual([false, true, true]);
  await open();
  expect([await isAlive(first), await isAlive(second)]).toEqual([false, true]);
});

test('ATK-8 a session that goes on is not ended for a hundred newer ones that have expired', async () => {
  const owner = await exchange.createUser();
  const open = (): Promise<unknown> => exchange.operate('/operator/user/token', { email: owner.email });
  for (let n = 0; n < 99; n += 1) await open();
  const kept = createHash('sha256').update(owner.token).digest('hex');
  await execute(databaseUrl, 'update sessions set expires_at_ms = $3 where uid = $1 and token_hash <> $2', [
    owner.uid,
    kept,
    Date.now() - 60_000,
  ]);
  for (let n = 0; n < 3; n += 1) await open();
  const answer = await exchange.call('GET', '/web/api/v1/userCenter/getUserInfo', undefined, { token: owner.token });
  expect(answer.code).toBe(0);
});
