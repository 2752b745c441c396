/** Numbers as people of other languages type them, in a real browser: no text ever becomes another number (checklist V1). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { open, type Visit } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();
const ORDERS = /\/web\/spot\/order/;

async function trader(path: string): Promise<Visit & { readonly sent: string[] }> {
  const user = await site.exchange.createUser({ USDT: '100000', SOL: '50' });
  const visit = await site.visit({ session: user.token });
  const sent: string[] = [];
  visit.page.on('request', (request) => {
    if (request.method() === 'POST' && ORDERS.test(request.url())) sent.push(request.postData() ?? '');
  });
  await open(visit.page, path);
  return { ...visit, sent };
}

/** The fields of a limit order, whatever the language calls them: price, amount, total. */
const fieldsOf = (page: Page) => page.locator('#ticket input[inputmode="decimal"]');
const alertsOf = (page: Page) => page.locator('#ticket [role="alert"]');

describe.each(['en-us', 'de-de', 'fa-ir', 'ja-jp', 'ru-ru'])('V1 on the spot ticket in %s', (locale) => {
  const path = locale === 'en-us' ? '/spot-trade/SOLUSDT' : `/${locale}/spot-trade/SOLUSDT`;

  test('text that is not a number stays as typed, is marked at its field and cannot be sent', async () => {
    const { page, context, sent } = await trader(path);
    const [price, amount] = [fieldsOf(page).nth(0), fieldsOf(page).nth(1)];
    await price.fill('90');
    for (const typed of ['0,5', '-1', '1e5', '1.2.3', '5 SOL']) {
      await amount.fill('');
      await amount.pressSequentially(typed);
      await expect.poll(() => amount.inputValue()).toBe(typed);
      await alertsOf(page).first().waitFor();
      await amount.press('Enter');
      await expect.poll(() => amount.inputValue()).toBe(typed);
      await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
    }
    // The button names no amount while none is typed.
    await expect.poll(() => page.locator('#ticket button[type="submit"]').innerText()).not.toMatch(/\d/);
    expect(sent).toEqual([]);
    await context.close();
  });

  test('groups of thousands and the digits of the language are the number that they say, and that is sent', async () => {
    const { page, context, sent } = await trader(path);
    const [price, amount] = [fieldsOf(page).nth(0), fieldsOf(page).nth(1)];
    await amount.fill('1,000');
    await expect.poll(() => amount.inputValue()).toBe('1000');
    for (const half of ['۰٫۵', '０．５', '0.5']) {
      await amount.fill('');
      await amount.pressSequentially(half);
      await expect.poll(() => amount.inputValue()).toBe('0.5');
    }
    // Far from the market, so that it rests; the question whether that is meant is answered with yes.
    await price.fill('90');
    await amount.press('Enter');
    const confirm = page.getByRole('dialog').locator('button').last();
    await expect.poll(async () => sent.length > 0 || (await confirm.isVisible())).toBe(true);
    if (sent.length === 0) await confirm.click();
    await expect
      .poll(() => sent.map((body) => JSON.parse(body) as unknown))
      .toMatchObject([{ price: '90', quantity: '0.5' }]);
    await context.close();
  });
});
