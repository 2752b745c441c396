/** The page of API keys: from where a key may be used is changed there, phones show keys as cards, labels keep to themselves. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';

const site = visitExchange();

interface Key {
  readonly label: string;
  readonly ipList: readonly string[];
}

/** Somebody with one key; answers how to read it. */
async function withKey(label: string) {
  const { token } = await site.exchange.createUser();
  const body = { label, ipList: ['203.0.113.7'] };
  expect((await site.exchange.call('POST', '/web/user/api-key/create', body, { token })).code).toBe(0);
  const read = async (): Promise<Key> => {
    const path = '/web/user/api-key/list';
    const { data } = await site.exchange.call<{ apiKeys: Key[] }>('GET', path, undefined, { token });
    return data.apiKeys.find((key) => key.label === label)!;
  };
  return { token, read };
}

/** Pixels that do not fit into the page or one of its parts. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('html, section')].map((one) => one.scrollWidth - one.clientWidth)),
  );

test('ATK-16 the allowed addresses of a key are changed on its page: wrong entries are named, right ones apply at once', async () => {
  const { token, read } = await withKey('my bot');
  const { page, context, troubles } = await site.visit({ session: token });
  await page.goto('/account/api');
  const change = page.getByRole('button', { name: /^Change the allowed addresses of .my bot.$/ });
  await change.click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Allowed addresses');
  await expect.poll(() => field.inputValue()).toBe('203.0.113.7');
  await field.fill('203.0.113.7, nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('nowhere').waitFor();
  expect((await read()).ipList).toEqual(['203.0.113.7']);
  await field.fill('198.51.100.0/24, 2001:db8::7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: '198.51.100.0/24 2001:db8::7' }).waitFor();
  expect((await read()).ipList).toEqual(['198.51.100.0/24', '2001:db8::7']);
  await change.click();
  await field.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await read()).ipList).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test('on a phone each key is a card, and the page does not scroll sideways', async () => {
  const { token } = await withKey('a label of forty letters, as it may have');
  for (const path of ['/account/api', '/fa-ir/account/api']) {
    const { page, context } = await site.visit({ session: token, width: 390, height: 844, isPhone: true });
    await page.goto(path);
    await page.getByRole('term').first().waitFor();
    expect([path, await sideways(page)]).toEqual([path, 0]);
    // The row of pages begins elsewhere: the current one, the last of them, is in sight all the same.
    const current = (await page.locator('nav [aria-current=page]:visible').first().boundingBox())!;
    expect(current.x, path).toBeGreaterThanOrEqual(0);
    expect(current.x + current.width, path).toBeLessThanOrEqual(390);
    await picture(page, `keys-on-a-phone${path.replaceAll('/', '-')}`);
    await context.close();
  }
});

test('ATK-10 in a sentence from right to left a label keeps its own direction, and the sentence keeps its order', async () => {
  const { token } = await withKey('bot (1)');
  const { page, context } = await site.visit({ session: token });
  await page.goto('/fa-ir/account/api');
  await page.locator('table button:has(svg.lucide-trash-2)').first().click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await expect.poll(() => question.textContent()).toContain('\u2068bot (1)\u2069');
  await context.close();
});
