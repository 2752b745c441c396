/** The support chat on a real database: who sees which conversation, messages stored once, what an agent reads and answers. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REFUSALS } from '@agio/contracts/errors';
import type { ChatConversation, ChatMessage, ChatRead } from '@agio/contracts/http/chat';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { bootExchange, createDatabase, type TestExchange } from '../../exchange.ts';

let directory: string;
let databaseUrl: string;
let exchange: TestExchange;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'agio-chat-'));
  databaseUrl = await createDatabase();
  exchange = await bootExchange({ directory, databaseUrl });
});
afterAll(async () => {
  await exchange?.close();
  rmSync(directory, { recursive: true, force: true });
});

const CHAT = '/web/api/v1/chat';
let count = 0;
const newId = () => `message-${(count += 1)}`;

interface Writer {
  /** Whom the page takes for logged in. */
  readonly uid?: number;
  readonly token?: string;
  readonly visitor?: string;
}
const init = (writer: Writer) => (writer.token ? { token: writer.token } : {});
const send = (writer: Writer, text: string, clientId = newId()) =>
  exchange.call<{ visitor: string; message: ChatMessage }>(
    'POST',
    `${CHAT}/send`,
    { asUid: writer.uid ?? 0, visitor: writer.visitor ?? '', text, clientId },
    init(writer),
  );
const read = async (writer: Writer, more: { after?: number; seen?: number } = {}) => (await look(writer, more)).data;
const look = (writer: Writer, more: { after?: number; seen?: number } = {}) =>
  exchange.call<ChatRead>(
    'POST',
    `${CHAT}/read`,
    { asUid: writer.uid ?? 0, visitor: writer.visitor ?? '', ...more },
    init(writer),
  );
const operator = <Data>(method: 'GET' | 'POST', path: string, body?: object) =>
  exchange.call<Data>(method, `/operator/chat/${path}`, body, {
    headers: { authorization: `Bearer ${exchange.exchange.config.operatorToken}` },
  });
const waiting = async () => (await operator<{ conversations: ChatConversation[] }>('GET', 'list')).data.conversations;
const answer = (id: number, text: string, clientId = newId()) =>
  operator<{ message: ChatMessage }>('POST', 'answer', { id, text, agent: 'Mina', clientId });

test('S6 the agent sees the id and e-mail of a user, and no data of a visitor', async () => {
  const user = await exchange.createUser();
  await send(user, 'Where is my deposit?');
  const { data } = await send({}, 'Is there a fee?');
  expect(data.visitor).toMatch(/^[\w-]{43}$/);
  const [first, second] = await waiting();
  expect(first).toMatchObject({ name: String(user.uid), email: user.email, isClosed: false });
  expect(second).toMatchObject({ name: '', email: '' });
  expect(Object.keys(first ?? {}).toSorted()).toEqual(
    ['email', 'id', 'isClosed', 'lastMessageTime', 'locale', 'name', 'waitingSince'].toSorted(),
  );
  expect(first!.waitingSince).toBeLessThanOrEqual(second!.waitingSince);
});

test('S6 the agent answers, the person reads it, and it counts as unread until it was seen', async () => {
  const { visitor } = (await send({}, 'Hello')).data;
  const { id } = (await waiting()).at(-1)!;
  expect((await answer(id, 'Good day.\nHow can we help?')).code).toBe(0);
  expect((await waiting()).some((conversation) => conversation.id === id)).toBe(false);
  const seen = await read({ visitor });
  expect(seen.messages.map(({ author, agent, text }) => ({ author, agent, text }))).toEqual([
    { author: 'USER', agent: '', text: 'Hello' },
    { author: 'AGENT', agent: 'Mina', text: 'Good day.\nHow can we help?' },
  ]);
  expect(seen.unread).toBe(1);
  const last = seen.messages.at(-1)!.id;
  expect(await read({ visitor }, { after: last, seen: last })).toMatchObject({ messages: [], unread: 0 });
  expect((await read({ visitor })).unread).toBe(0);
  const shown = await operator<{ messages: ChatMessage[] }>('GET', `show?id=${id}`);
  expect(shown.data.messages).toEqual(seen.messages);
});

test('S6 nobody reads or continues the conversation of another', async () => {
  const [one, two] = [await exchange.createUser(), await exchange.createUser()];
  await send(one, 'my secret');
  const { visitor } = (await send({}, 'a visitor’s secret')).data;
  expect((await read(two)).messages).toEqual([]);
  expect((await read({})).messages).toEqual([]);
  expect((await read({ visitor: 'x'.repeat(43) })).messages).toEqual([]);
  // A visitor's secret gives no access on a page that shows a user's conversation.
  expect((await read({ ...two, visitor })).messages).toEqual([]);
  for (const pretender of [{ uid: one.uid }, { uid: one.uid, token: two.token }, { uid: one.uid, visitor }]) {
    expect((await look(pretender)).code).toBe(REFUSALS.NOT_LOGGED_IN.code);
    expect((await send(pretender, 'as another')).code).toBe(REFUSALS.NOT_LOGGED_IN.code);
  }
  expect((await read(one)).messages.map(({ text }) => text)).toEqual(['my secret']);
  const other = await send({ visitor: 'x'.repeat(43) }, 'mine now?');
  expect(other.data.visitor).not.toBe('x'.repeat(43));
  expect((await exchange.call('GET', '/operator/chat/list')).code).toBe(REFUSALS.FORBIDDEN.code);
  expect((await exchange.call('GET', '/operator/chat/list', undefined, { token: one.token })).code).toBe(
    REFUSALS.FORBIDDEN.code,
  );
});

test('S6 a message sent twice, or at the same moment, is stored once, and so is an answer', async () => {
  const user = await exchange.createUser();
  const clientId = newId();
  const sent = await Promise.all(Array.from({ length: 6 }, () => send(user, 'only once', clientId)));
  expect(new Set(sent.map(({ data }) => data.message.id)).size).toBe(1);
  const { id } = (await waiting()).at(-1)!;
  const key = newId();
  await Promise.all([answer(id, 'Yes.', key), answer(id, 'Yes.', key)]);
  expect((await read(user)).messages.map(({ text }) => text)).toEqual(['only once', 'Yes.']);
});

test('S6 a reader who asks for what is new misses nothing while many write', async () => {
  const user = await exchange.createUser();
  const texts = Array.from({ length: 18 }, (_, index) => `line ${index}`);
  const writing = Promise.all(texts.map((text) => send(user, text)));
  const heard: string[] = [];
  let after = 0;
  for (let isLast = false; ;) {
    const { messages } = await read(user, { after });
    heard.push(...messages.map(({ text }) => text));
    after = messages.at(-1)?.id ?? after;
    if (isLast) break;
    isLast = await Promise.race([writing.then(() => true), new Promise<false>((go) => setTimeout(go, 1, false))]);
  }
  expect(heard.toSorted()).toEqual(texts.toSorted());
});

test('S6 invalid messages are refused, and a flood has to wait', async () => {
  const user = await exchange.createUser();
  const writer = user;
  for (const text of ['', '  \n ', 'x'.repeat(1_001), 'a\u0000b', '\ud800'])
    expect((await send(writer, text)).code).toBe(REFUSALS.BAD_REQUEST.code);
  expect((await send(writer, 'ok', 'short')).code).toBe(REFUSALS.BAD_REQUEST.code);
  expect((await send(writer, `<b>'; drop table users; --</b>`)).data.message.text).toBe(
    `<b>'; drop table users; --</b>`,
  );
  for (let index = 1; index < 20; index += 1) expect((await send(writer, 'x'.repeat(1_000))).code).toBe(0);
  expect((await send(writer, 'one more')).code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
  expect((await answer(999_999, 'Nobody there')).code).toBe(REFUSALS.NOT_FOUND.code);
});

test('FLT-16 a conversation takes 200 messages of a person in a day, and says how long to wait; what is 180 days old goes', async () => {
  const { visitor } = (await send({}, 'The first of many')).data;
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const insert = (from: number, to: number, agoMs: number) =>
    database.query(
      `insert into chat_messages (conversation_id, author, agent, text, client_id, sent_at_ms)
       select conversation_id, 'USER', '', 'more', 'more-' || n, sent_at_ms - $3
       from chat_messages, generate_series($1::int, $2::int) n where text = 'The first of many'`,
      [from, to, agoMs],
    );
  try {
    await insert(1, 199, 20 * 3_600_000);
    await insert(200, 205, 181 * 24 * 3_600_000);
    const refused = await send({ visitor }, 'one too many');
    expect(refused.code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
    expect(Number(/Wait (\d+) seconds/.exec(refused.msg)?.[1])).toBeGreaterThan(3 * 3_600);
    await exchange.close();
    exchange = await bootExchange({ directory, databaseUrl });
    await expect
      .poll(() => database.query("select count(*)::int as count from chat_messages where text = 'more'"))
      .toMatchObject({ rows: [{ count: 199 }] });
  } finally {
    await database.end();
  }
});

test('S6 no message is lost when a session ends or another begins in a second tab', async () => {
  const user = await exchange.createUser();
  const { visitor } = (await send({}, 'as a visitor')).data;
  const before = (await waiting()).length;
  // The page still shows the user's conversation.
  expect((await send({ uid: user.uid }, 'after the log-out')).code).toBe(REFUSALS.NOT_LOGGED_IN.code);
  expect((await waiting()).length).toBe(before);
  // The page still shows the visitor's conversation, the cookie is the user's already.
  const sent = await send({ token: user.token, visitor }, 'after the log-in');
  expect(sent.data.visitor).toBe(visitor);
  expect((await read({ visitor })).messages.map(({ text }) => text)).toEqual(['as a visitor', 'after the log-in']);
  expect((await read(user)).messages).toEqual([]);
});

test('S6 a message that is already stored is confirmed even during a flood', async () => {
  const user = await exchange.createUser();
  const clientId = newId();
  const first = await send(user, 'the first', clientId);
  for (let index = 1; index < 20; index += 1) expect((await send(user, 'more')).code).toBe(0);
  expect((await send(user, 'too many')).code).toBe(REFUSALS.TOO_MANY_ATTEMPTS.code);
  expect((await send(user, 'the first', clientId)).data).toEqual(first.data);
});

test('S6 a closed conversation is not in the list of waiting ones; a new message opens it again', async () => {
  const user = await exchange.createUser();
  await send(user, 'Thanks, bye');
  const { id } = (await waiting()).at(-1)!;
  expect((await operator('POST', 'close', { id })).code).toBe(0);
  expect((await read(user)).isClosed).toBe(true);
  expect((await waiting()).some((conversation) => conversation.id === id)).toBe(false);
  await send(user, 'One more thing');
  expect((await read(user)).isClosed).toBe(false);
  expect((await waiting()).at(-1)).toMatchObject({ id, isClosed: false });
});

test('S6 the agent sees the language of the person’s page, and only one that the site has', async () => {
  const localeOf = async (language: string) => {
    const body = { asUid: 0, visitor: '', text: 'Hello', clientId: newId() };
    await exchange.call('POST', `${CHAT}/send`, body, { headers: { language } });
    return (await waiting()).at(-1)!.locale;
  };
  expect(await localeOf('fa_IR')).toBe('fa-ir');
  for (const wrong of ['xx_YY', 'fa_IR; rm', 'x'.repeat(5_000)]) expect(await localeOf(wrong)).toBe('en-us');
});

test('S6 conversations are there after a restart', async () => {
  const { visitor } = (await send({}, 'Still there tomorrow?')).data;
  await exchange.close();
  exchange = await bootExchange({ directory, databaseUrl });
  expect((await read({ visitor })).messages.map(({ text }) => text)).toEqual(['Still there tomorrow?']);
});

test('S6 a message is sent although old ones cannot be deleted', async () => {
  const { visitor } = (await send({}, 'Kept')).data;
  const database = new pg.Client(databaseUrl);
  await database.connect();
  await database.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before delete on chat_conversations for each statement execute function refuse()`);
  try {
    // A start deletes what is old.
    await exchange.close();
    exchange = await bootExchange({ directory, databaseUrl });
    expect((await send({ visitor }, 'Sent')).code).toBe(0);
    expect((await read({ visitor })).messages.map(({ text }) => text)).toEqual(['Kept', 'Sent']);
  } finally {
    await database.query('drop trigger refuse on chat_conversations; drop function refuse');
    await database.end();
  }
});

test('S6 the agent works from the command line', async () => {
  const user = await exchange.createUser();
  await send(user, 'Is anybody there?');
  const agio = (...args: string[]): Promise<{ status: number | null; out: string; error: string }> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ['tools/agio.ts', 'chat', ...args],
        { cwd: join(import.meta.dirname, '../../..'), env: { ...process.env, DATA_DIR: directory }, timeout: 30_000 },
        (_error, out, error) => resolve({ status: child.exitCode, out, error }),
      );
    });
  const list = await agio('list');
  const { conversations } = JSON.parse(list.out) as { conversations: ChatConversation[] };
  const id = String(conversations.find(({ name }) => name === String(user.uid))!.id);
  const said = await agio('answer', '--id', id, '--text', 'Yes, we are.', '--agent', 'Omid');
  expect(said.status).toBe(0);
  expect((await agio('show', '--id', id)).out).toContain('Yes, we are.');
  expect((await read(user)).messages.at(-1)).toMatchObject({ agent: 'Omid', text: 'Yes, we are.' });
  expect((await agio('close', '--id', id)).status).toBe(0);
  expect(JSON.parse((await agio('list', '--state', 'all')).out).conversations[0]).toMatchObject({
    id: Number(id),
    isClosed: true,
  });
  expect((await agio('answer', '--id', '999999', '--text', 'x')).status).toBe(1);
  expect((await agio('answer', '--id', id)).error).toContain('--text must be given');
});

test('S6 the chat is the site’s own unless the operator names a script or switches it off', async () => {
  expect((await exchange.call('GET', `${CHAT}/settings`)).data).toEqual({ kind: 'own', scriptUrl: '' });
  const chatOf = (CHAT_: string) => readConfig({ DATA_DIR: directory, CHAT: CHAT_ }).chat;
  expect(chatOf('off')).toEqual({ kind: 'off', scriptUrl: '' });
  const scriptUrl = 'https://chat.example/site.js';
  expect(chatOf(scriptUrl)).toEqual({ kind: 'script', scriptUrl });
  expect(chatOf('/static/chat.js')).toEqual({ kind: 'script', scriptUrl: '/static/chat.js' });
  for (const wrong of ['http://chat.example/site.js', '//chat.example/x.js', 'javascript:alert(1)', 'on'])
    expect(() => chatOf(wrong)).toThrow('CHAT=');
});

test('S6 the script’s origins are https origins, and count only where there is a script', () => {
  const originsOf = (CHAT_ORIGINS: string, CHAT_ = '/static/chat.js') =>
    readConfig({ DATA_DIR: directory, CHAT: CHAT_, CHAT_ORIGINS }).chatOrigins;
  expect(originsOf(' https://chat.example, https://*.Chat.example:8443,')).toEqual([
    'https://chat.example',
    'https://*.chat.example:8443',
  ]);
  expect(originsOf('')).toEqual([]);
  expect(originsOf('https://chat.example', 'own')).toEqual([]);
  const directives = `https://chat.example; script-src *`;
  for (const wrong of [
    'http://chat.example',
    'https://chat.example/path',
    'https:',
    'https://*',
    '*',
    directives,
    "'self'",
  ])
    expect(() => originsOf(wrong)).toThrow(`CHAT_ORIGINS: "${wrong}" is not an https origin`);
});
