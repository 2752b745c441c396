/** The support chat in the browser: when it appears, what the agent gets, and how answers arrive. */
import { CHAT } from '@agio/contracts/chat';
import type { ChatConversation } from '@agio/contracts/http/chat';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootExchange, type TestExchange } from '../exchange.ts';
import { hydrated, picture } from './browser.ts';
import { AXE } from './probes.ts';
import { visitExchange } from './exchange-visit.ts';

const OPEN = 'Support chat';

const site = visitExchange();

const operator = async <Data>(path: string, body?: object): Promise<Data> => {
  const answer = await site.exchange.operate<Data>(`/operator/chat/${path}`, body);
  expect(answer.code).toBe(0);
  return answer.data;
};
const newest = async (): Promise<ChatConversation> =>
  (await operator<{ conversations: ChatConversation[] }>('list?state=all')).conversations[0]!;
let count = 0;
const answer = (id: number, text: string) =>
  operator('answer', { id, text, agent: 'Mina', clientId: `answer-${(count += 1)}` });

/**
 * Opens a page and puts its clock ahead by the time after which the chat comes: that time has a test of its own, by
 * the millisecond. From there on the clock goes as clocks do.
 */
async function openLater(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await page.clock.fastForward(CHAT.delayMs);
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your message').fill(text);
  await page.keyboard.press('Enter');
}
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const axe = (await page.evaluate(`axe.run(document, { rules: { 'meta-viewport': { enabled: false } } })`)) as {
    violations: { id: string; nodes: { target: string[] }[] }[];
  };
  return axe.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`);
}

describe('when the chat comes', () => {
  test('S6 K1 chat 4 s: closed, in the corner, not before', async () => {
    const { page, context, troubles } = await site.visit();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const button = page.getByRole('button', { name: OPEN });
    const chatCode = () => asked.filter((url) => /support-chat|\/chat\//.test(url));
    // The page becomes alive while its clock stands: then the moment is known.
    const files: (() => void)[] = [];
    let areHeld = true;
    await page.route('**/static/*.js', async (route) => {
      if (areHeld) await new Promise<void>((resolve) => files.push(resolve));
      await route.continue();
    });
    await page.clock.install();
    await page.goto('/market', { waitUntil: 'commit' });
    await page.locator('body > script[type=module]').waitFor({ state: 'attached' });
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    areHeld = false;
    for (const release of files.splice(0)) release();
    await hydrated(page);
    await page.waitForTimeout(1_000);
    await page.clock.runFor(3_999);
    await page.waitForTimeout(1_000);
    expect([await button.count(), chatCode()]).toEqual([0, []]);
    await page.clock.runFor(1);
    await expect.poll(() => chatCode().length).toBeGreaterThan(0);
    await page.clock.resume();
    await button.waitFor();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('S6 not on the trading page; on the next page it is there', async () => {
    const { page, context } = await site.visit();
    await openLater(page, '/spot-trade/BTCUSDT');
    await page.waitForTimeout(1_000);
    expect(await page.getByRole('button', { name: OPEN }).count()).toBe(0);
    await page.getByRole('link', { name: 'Markets' }).first().click();
    await page.getByRole('button', { name: OPEN }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: OPEN }).waitFor({ state: 'detached' });
    await context.close();
  });

  test('S6 a crawler gets no chat, and loads none of its code', async () => {
    const context = await site.browser.newContext({
      baseURL: site.exchange.url,
      userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openLater(page, '/market');
    await page.waitForTimeout(1_000);
    expect(await page.getByRole('button', { name: OPEN }).count()).toBe(0);
    expect(asked.filter((url) => url.includes('chat/'))).toEqual([]);
    await context.close();
  });
});

test('S6 a chat that breaks leaves the rest of the page working', async () => {
  const { page, context } = await site.visit();
  await page.route('**/chat/settings', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"code":0,"msg":"","data":{"kind":"own"}}' }),
  );
  await page.route('**/chat/send', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"code":0,"msg":"","data":{"visitor":"","message":{}}}' }),
  );
  await openLater(page, '/market');
  await page.getByRole('button', { name: OPEN }).click();
  // The time of this message cannot be shown.
  await write(page, 'Hello');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Markets');
  await context.close();
});

describe('a conversation', () => {
  test('S6 a visitor is blank, keeps the conversation in the tab, and hears the answer', async () => {
    const { page, context, troubles } = await site.visit();
    await openLater(page, '/market');
    await page.getByRole('button', { name: OPEN }).click();
    await page.waitForTimeout(300);
    await picture(page, 'chat-empty-dark');
    await write(page, 'Is there a fee for deposits?');
    await page.getByText('Is there a fee for deposits?').waitFor();
    await expect.poll(newest).toMatchObject({ name: '', email: '' });
    const { id } = await newest();
    await answer(id, 'No.\nOnly the network takes one.');
    await page.getByText('Only the network takes one.').waitFor({ timeout: 6_000 });
    await picture(page, 'chat-answered-dark');
    await expect.poll(() => violations(page), { timeout: 60_000 }).toEqual([]);
    await page.keyboard.press('Escape');
    await answer(id, 'Anything else?');
    await page.reload();
    await page.getByRole('button', { name: `${OPEN}, 1 new answer` }).click();
    await page.getByText('Anything else?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: OPEN, exact: true }).waitFor();
    const other = await context.newPage();
    await other.goto('/market');
    await other.getByRole('button', { name: OPEN }).click();
    await other.getByText('A person reads it').waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('S6 a user is known by id and e-mail, and sees the conversation on another device', async () => {
    const user = await site.exchange.createUser();
    const first = await site.visit({ session: user.token });
    await openLater(first.page, '/assets');
    await first.page.getByRole('button', { name: OPEN }).click();
    await write(first.page, 'My deposit is late');
    await expect.poll(newest).toMatchObject({ name: String(user.uid), email: user.email });
    await answer((await newest()).id, 'We look into it.');
    await first.context.close();
    const look = { width: 390, height: 844, theme: 'light', isPhone: true } as const;
    const phone = await site.visit({ ...look, session: user.token });
    await phone.context.addCookies([{ name: 'text-size', value: '150', url: site.exchange.url }]);
    await phone.page.goto('/fa-ir/assets');
    await phone.page.getByRole('button', { name: 'گفت‌وگو با پشتیبانی، 1 پاسخ تازه' }).waitFor();
    await picture(phone.page, 'chat-closed-fa-light-phone');
    await phone.page.getByRole('button', { name: 'گفت‌وگو با پشتیبانی' }).click();
    await phone.page.getByText('We look into it.').waitFor();
    await phone.page.waitForTimeout(300);
    await picture(phone.page, 'chat-fa-light-phone');
    await expect.poll(() => violations(phone.page)).toEqual([]);
    await phone.context.close();
  });

  test('S6 a message that did not arrive is marked, and arrives once when sent again', async () => {
    const { page, context } = await site.visit({ theme: 'light' });
    await openLater(page, '/market');
    await page.getByRole('button', { name: OPEN }).click();
    // The server stores it, the answer is lost on the way.
    await page.route('**/chat/send', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await write(page, 'Are you there?');
    await page.getByText('Not sent.').waitFor();
    await picture(page, 'chat-not-sent-light');
    await page.unroute('**/chat/send');
    const second = page.waitForResponse('**/chat/send');
    await write(page, 'Second thought');
    // Its arrival moves the one that failed: a click just then would miss it.
    await second;
    await page.getByText('Sending').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Not sent.').waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('log').getByText('Are you there?').count()).toBe(1);
    await context.close();
  });

  test('S6 an ended session is shown, and the written message is sent after the log-in', async () => {
    const user = await site.exchange.createUser();
    const cookie = { name: 'agio-token', value: user.token, url: site.exchange.url };
    const { page, context } = await site.visit();
    await context.addCookies([cookie]);
    await openLater(page, '/market');
    await page.getByRole('button', { name: OPEN }).click();
    await page.getByText('A person reads it').waitFor();
    const before = await newest();
    await context.clearCookies({ name: 'agio-token' });
    await write(page, 'My withdrawal is late');
    await page.getByText('Not sent. Log in to go on.').waitFor();
    const link = page.getByRole('dialog').getByRole('link', { name: 'Log in to go on.' });
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['/login', '_blank']);
    await picture(page, 'chat-logged-out-dark');
    await expect.poll(() => violations(page), { timeout: 60_000 }).toEqual([]);
    expect(await newest()).toEqual(before);
    await context.addCookies([cookie]);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Not sent.').waitFor({ state: 'hidden' });
    await link.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('log').getByText('My withdrawal is late').count()).toBe(1);
    expect(await newest()).toMatchObject({ name: String(user.uid) });
    expect(new URL(page.url()).pathname).toBe('/market');
    await context.close();
  });

  test('S6 a visitor’s tab keeps its conversation while another tab logs in', async () => {
    const user = await site.exchange.createUser();
    const { page, context } = await site.visit();
    await openLater(page, '/market');
    await page.getByRole('button', { name: OPEN }).click();
    await write(page, 'Before the log-in');
    await expect.poll(newest).toMatchObject({ name: '' });
    const { id } = await newest();
    await page.getByText('Sending').waitFor({ state: 'hidden' });
    await context.addCookies([{ name: 'agio-token', value: user.token, url: site.exchange.url }]);
    await write(page, 'After the log-in');
    await page.getByText('Sending').waitFor({ state: 'hidden' });
    expect((await newest()).id).toBe(id);
    await context.clearCookies({ name: 'agio-token' });
    await page.reload();
    await page.getByRole('button', { name: OPEN }).click();
    await page.getByText('Before the log-in').waitFor();
    await page.getByText('After the log-in').waitFor();
    await context.close();
  });

  test('S6 without a connection it stays quiet, and goes on when there is one', async () => {
    const { page, context } = await site.visit();
    await page.addInitScript(() => {
      const seen = () => {
        const toast = document.querySelector('[data-toast]')?.textContent;
        if (toast) (window as { toast?: string }).toast = toast;
      };
      new MutationObserver(seen).observe(document, { childList: true, subtree: true });
    });
    await openLater(page, '/market');
    await page.getByRole('button', { name: OPEN }).click();
    await write(page, 'Hello?');
    await expect.poll(newest).toMatchObject({ name: '' });
    let lost = 0;
    await page.route('**/chat/*', (route) => {
      lost += 1;
      return route.abort();
    });
    await expect.poll(() => lost).toBeGreaterThan(1);
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => (window as { toast?: string }).toast ?? '')).toBe('');
    await page.unroute('**/chat/*');
    await answer((await newest()).id, 'We are here.');
    await page.getByText('We are here.').waitFor({ timeout: 6_000 });
    await context.close();
  });

  test('S6 the keyboard opens it, writes, begins a line, and closes it', async () => {
    const { page, context } = await site.visit();
    await openLater(page, '/market');
    const button = page.getByRole('button', { name: OPEN });
    await button.waitFor();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await page.keyboard.type('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await expect.poll(() => page.getByLabel('Your message').inputValue()).toBe('one\ntwo');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe(OPEN);
    await context.close();
  });
});

describe('a third-party chat', () => {
  let other: TestExchange;
  beforeAll(async () => {
    other = await bootExchange({ environment: { CHAT: '/chat-probe.js' } });
  });
  afterAll(() => other?.close());

  const PROBE = `
    window.calls = [];
    const note = (name) => (value) => window.calls.push(value === undefined ? [name] : [name, value]);
    window.calls.push(['visitor', window.agioChat.visitor]);
    window.agioChat.register({ minimize: note('minimize'), setVisible: note('visible'), identify: note('identify') });`;

  test('S6 its script gets id and e-mail and nothing else, and is closed; hidden on the trading page', async () => {
    const user = await other.createUser();
    for (const isVisitor of [true, false]) {
      const { page, context } = await site.visit(isVisitor ? {} : { session: user.token }, other.url);
      await page.route('**/chat-probe.js', (route) => route.fulfill({ contentType: 'text/javascript', body: PROBE }));
      await page.goto('/market');
      const told = isVisitor ? { name: '', email: '' } : { name: String(user.uid), email: user.email };
      const calls = () => page.evaluate(() => (window as unknown as { calls?: unknown[] }).calls ?? []);
      await expect.poll(calls).toEqual([['visitor', told], ['minimize'], ['identify', told], ['visible', true]]);
      expect(await page.getByRole('button', { name: OPEN }).count()).toBe(0);
      await page.getByRole('link', { name: 'Spot' }).first().click();
      await expect.poll(async () => (await calls()).at(-1)).toEqual(['visible', false]);
      await context.close();
    }
  });

  test('S6 when its script fails, a link to help stays', async () => {
    const { page, context } = await site.visit({}, other.url);
    await page.route('**/chat-probe.js', (route) => route.abort());
    await openLater(page, '/market');
    const link = page.getByRole('link', { name: 'Help and official channels' });
    await link.waitFor();
    await expect.poll(() => link.getAttribute('href')).toBe('/social-media');
    await context.close();
  });
});

test('S6 a script from another site loads what it needs from the origins that the operator named, and no others', async () => {
  const environment = { CHAT: 'https://chat.example/site.js', CHAT_ORIGINS: 'https://chat.example' };
  const other = await bootExchange({ environment });
  const { page, context } = await site.visit({}, other.url);
  const SITE = `
    window.refused = [];
    document.addEventListener('securitypolicyviolation', (event) => window.refused.push(event.blockedURI));
    window.agioChat.register({ minimize() {}, setVisible() {}, identify() {} });
    const add = (name, properties) => document.body.append(Object.assign(document.createElement(name), properties));
    for (const host of ['https://chat.example', 'https://elsewhere.example']) {
      add('script', { src: host + '/more.js' });
      add('link', { rel: 'stylesheet', href: host + '/style.css' });
      add('img', { src: host + '/face.svg' });
      add('iframe', { src: host + '/frame.html' });
      void fetch(host + '/news').catch(() => {});
    }`;
  const asked: string[] = [];
  await page.route(/^https:\/\/(?:chat|elsewhere)\.example\//, (route) => {
    const url = route.request().url();
    asked.push(url);
    const isScript = url.endsWith('.js');
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      contentType: isScript ? 'text/javascript' : url.endsWith('.css') ? 'text/css' : 'text/html',
      body: url.endsWith('/site.js') ? SITE : '',
    });
  });
  await page.goto('/market');
  const needed = ['site.js', 'more.js', 'style.css', 'face.svg', 'frame.html', 'news'];
  await expect.poll(() => asked.length).toBe(needed.length);
  await page.waitForTimeout(300);
  expect(asked.toSorted()).toEqual(needed.map((name) => `https://chat.example/${name}`).toSorted());
  const refused = await page.evaluate(() => (window as unknown as { refused: string[] }).refused);
  expect(refused.length).toBe(5);
  for (const url of refused) expect(url).toContain('https://elsewhere.example');
  await context.close();
  await other.close();
});
