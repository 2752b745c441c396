/** Text written by users and operators is always shown as plain text: no part of it runs or becomes an element of the page. */
import { CHAT } from '@agio/contracts/chat';
import type { ChatConversation } from '@agio/contracts/http/chat';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visitExchange } from './exchange-visit.ts';
import { turnOf } from './look-seed.ts';

/** Each says so where it runs, and leaves an element with this mark where it becomes one. At most 40 characters, as a label may have. */
const HARM = [
  '<script>ran=1</script><i data-harm>',
  '<img data-harm src=x onerror=ran=1>',
  '"><svg data-harm onload=ran=1>',
  "' onfocus=ran=1 autofocus data-harm='",
  '</script><script>ran=1</script>',
  '</title><b data-harm>&lt;script&gt;',
  'javascript:ran=1//',
  '<a data-harm href=javascript:ran=1>x</a>',
  '{{constructor.constructor("ran=1")()}}',
  '$t(common.loading) <0>x</0> %3Cb%3E',
  '\u202Eevil \u202Btext\u2067 \u200Fhere',
];
/** How many pages are walked at once: one is drawn while another is read. */
const WALKS = 3;
const site = visitExchange();

/** Checks that no text ran or became an element or an address, and that the console has no message, such as that of a refused script. */
async function expectHarmless(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: 'ran' in window,
    elements: [...document.querySelectorAll('[data-harm], [onerror], [onload], [onfocus]')].map((one) => one.outerHTML),
    addresses: [...document.querySelectorAll('[href], [src], [action]')]
      .flatMap((one) => ['href', 'src', 'action'].map((name) => one.getAttribute(name) ?? ''))
      .filter((address) => /^\s*(?:javascript|data:text)/i.test(address)),
  }));
  expect(found, where).toEqual({ ran: false, elements: [], addresses: [] });
}

test('ATK-10 the support chat: what a visitor and an agent write, and the agent’s name', async () => {
  const { page, context, troubles } = await site.visit();
  await page.clock.install();
  await page.goto('/market');
  await page.clock.fastForward(CHAT.delayMs);
  await page.getByRole('button', { name: 'Support chat' }).click();
  for (const text of HARM) {
    await page.getByLabel('Your message').fill(text);
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText(text, { exact: true }).waitFor();
  }
  const list = await site.exchange.operate<{ conversations: ChatConversation[] }>('/operator/chat/list?state=all');
  const { id } = list.data.conversations[0]!;
  for (const [n, text] of HARM.entries()) {
    const answer = { id, text: `${text} of the agent`, agent: text, clientId: `answer-${n}` };
    expect((await site.exchange.operate('/operator/chat/answer', answer)).code, text).toBe(0);
  }
  for (const text of HARM)
    await page.getByRole('log').getByText(`${text} of the agent`, { exact: true }).waitFor({ timeout: 10_000 });
  for (const text of HARM)
    expect(await page.getByRole('log').locator('bdi').getByText(text, { exact: true }).count(), text).toBe(1);
  await expectHarmless(page, 'the chat');
  // Marks that turn the direction of writing end where the text ends: what stands beside it reads as ever.
  const turned = page.getByRole('log').locator('li', { hasText: 'evil' });
  for (const one of await turned.all())
    await expect
      .poll(() => one.locator('p').evaluateAll((all) => all.map((p) => getComputedStyle(p).unicodeBidi)))
      .toEqual(['isolate', 'isolate']);
  await page.reload();
  await expectHarmless(page, 'the chat, read again');
  expect(troubles).toEqual([]);
  await context.close();
});

test('ATK-10 labels of API keys: in the list, in the names of buttons and in the question before one is deleted', async () => {
  const user = await site.exchange.createUser();
  for (const label of HARM)
    expect(
      (await site.exchange.call('POST', '/web/user/api-key/create', { label }, { token: user.token })).code,
      label,
    ).toBe(0);
  const { page, context, troubles } = await site.visit({ session: user.token });
  await page.goto('/account/api');
  for (const label of HARM) {
    await page.getByRole('cell', { name: label, exact: true }).first().waitFor();
    const row = page.getByRole('row').filter({ has: page.getByText(label, { exact: true }) });
    await row.getByRole('button', { name: 'Delete the key' }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    expect(await question.textContent(), label).toContain(label);
    await expectHarmless(page, label);
    await question.getByRole('button', { name: 'Keep' }).click();
    await question.waitFor({ state: 'detached' });
  }
  expect(troubles).toEqual([]);
  await context.close();
});

test('ATK-10 a notice of restricted locations', async () => {
  for (const text of [HARM[0]!, HARM[1]!, HARM.at(-1)!]) {
    const notice = { countries: [], title: `${text} title`, content: HARM.join('\n'), button: text };
    expect((await site.exchange.operate('/operator/notice/set', notice)).code, text).toBe(0);
    const { page, context, troubles } = await site.visit();
    await page.goto('/market');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(`${text} title`, { exact: true }).first().waitFor();
    for (const line of HARM) await expect.poll(() => dialog.textContent()).toContain(line);
    await expectHarmless(page, text);
    await dialog.getByRole('button', { name: text, exact: true }).click();
    expect(troubles, text).toEqual([]);
    await context.close();
  }
  expect((await site.exchange.operate('/operator/notice/clear', { countries: [] })).code).toBe(0);
}, 60_000);

test('ATK-10 titles and descriptions that an operator sets for search engines', async () => {
  const all = HARM.join(' ');
  const body = { locale: 'en-us', pattern: '/market', fields: { title: `${all} t`, description: `${all} d` } };
  expect((await site.exchange.operate('/operator/seo/set', body)).code).toBe(0);
  const { page, context, troubles } = await site.visit();
  // For some seconds the server may still send the page that it kept from before.
  await expect
    .poll(async () => {
      await page.goto('/market');
      return await page.title();
    })
    .toContain(`${all} t`);
  await expect.poll(() => page.locator('meta[name=description]').getAttribute('content')).toContain(`${all} d`);
  await expectHarmless(page, 'the head of a page');
  expect(troubles).toEqual([]);
  await context.close();
}, 60_000);

test('ATK-10 addresses, queries, cookies and the search field', async () => {
  const words = HARM.map((text) => encodeURIComponent(text));
  const kinds: readonly ((word: string) => string)[] = [
    (word) => `/market?search=${word}&quote=${word}&utm_source=${word}`,
    (word) => `/login?redirect=${word}&redirectUrl=${word}&email=${word}`,
    (word) => `/${word}`,
    (word) => `/coin-introduce/${word}`,
    (word) => `/spot-trade/${word}`,
    (word) => `/market#${word}`,
  ];
  // Each text in two kinds of addresses, in others the next time; each kind has four of the texts.
  const paths = words.flatMap((word, place) => [0, 3].map((more) => kinds[turnOf(place + more, kinds.length)]!(word)));
  const addresses = paths.values();
  const walks = Array.from({ length: WALKS }, async () => {
    const { page, context } = await site.visit();
    for (const path of addresses) {
      await page.goto(path);
      await expectHarmless(page, path);
    }
    await context.close();
  });
  await Promise.all(walks);
  const { page, context } = await site.visit();
  const names = ['theme', 'text-size', 'currency', 'price-colors', 'language', 'amounts'];
  // Every other text: the cookies are read in one way, whatever they hold.
  for (const text of HARM.filter((_, place) => turnOf(place, 2) === 0)) {
    const value = encodeURIComponent(text);
    await context.addCookies(names.map((name) => ({ name, value, url: site.exchange.url })));
    await page.goto('/market?x=1');
    await expectHarmless(page, `cookies of ${text}`);
    await page.getByRole('searchbox').first().fill(text);
    await expectHarmless(page, `a search for ${text}`);
  }
  await context.close();
}, 240_000);
