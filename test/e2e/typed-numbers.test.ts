/** Numbers as people of other languages type them, in a real browser: no text ever becomes another number (checklist V1). */
import type { Locator, Page } from 'playwright-core';
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
    await expect.poll(() => amount.inputValue()).toBe('1,000');
    await amount.fill('10000.25');
    await expect.poll(() => amount.inputValue()).toBe('10,000.25');
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

/** Puts the caret, or a selection, into the shown text. */
const select = (field: Locator, start: number, end = start) =>
  field.evaluate((input: HTMLInputElement, [from, to]) => input.setSelectionRange(from!, to!), [start, end]);
const selectionOf = (field: Locator) =>
  field.evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [selectionStart, selectionEnd]);

test('V1 thousands are grouped while one types, and caret, selection, backspace, taking back and pasting are as without groups', async () => {
  const { page, context, troubles } = await trader('/spot-trade/SOLUSDT');
  const [price, amount] = [fieldsOf(page).nth(0), fieldsOf(page).nth(1)];
  const shows = (text: string) => expect.poll(() => price.inputValue()).toBe(text);
  await price.fill('');
  await price.pressSequentially('1234567.5');
  await shows('1,234,567.5');
  // The caret stays behind what was typed.
  await select(price, 1);
  await price.pressSequentially('98');
  await shows('198,234,567.5');
  expect(await selectionOf(price)).toEqual([3, 3]);
  // A comma cannot be deleted: the digit beyond it is.
  await select(price, 4);
  await price.press('Backspace');
  await shows('19,234,567.5');
  expect(await selectionOf(price)).toEqual([2, 2]);
  await price.press('Delete');
  await shows('1,934,567.5');
  expect(await selectionOf(price)).toEqual([3, 3]);

  for (const back of ['19,234,567.5', '198,234,567.5', '19,234,567.5', '1,234,567.5', '1,234,567.']) {
    await price.press('Control+z');
    await shows(back);
  }
  for (const again of ['1,234,567.5', '19,234,567.5', '198,234,567.5']) {
    await price.press('Control+Shift+z');
    await shows(again);
  }

  // Leaving and coming back changes neither the text nor what is selected, and typing replaces it.
  await select(price, 2, 7);
  await price.blur();
  await price.focus();
  await shows('198,234,567.5');
  expect(await selectionOf(price)).toEqual([2, 7]);
  await price.pressSequentially('0');
  await shows('190,567.5');
  await price.press('Control+a');
  await price.press('Control+c');
  await amount.fill('7');
  await amount.press('Control+a');
  await amount.press('Control+v');
  await expect.poll(() => amount.inputValue()).toBe('190,567.5');
  // What a full field does not take leaves the caret where it was.
  await price.fill('1234567890123');
  await select(price, 3);
  await price.pressSequentially('7');
  await shows('1,234,567,890,123');
  expect(await selectionOf(price)).toEqual([3, 3]);
  // As soon as it is no plain number it stays as typed.
  await price.fill('12345');
  await price.pressSequentially(',');
  await shows('12345,');
  await price.press('Backspace');
  await shows('12,345');
  expect(troubles).toEqual([]);
  await context.close();
});

test('V1 a price chosen in the book and a share of the balance stand grouped in the fields, and the number is sent', async () => {
  const { page, context, sent } = await trader('/spot-trade/BTCUSDT');
  const [price, , total] = [fieldsOf(page).nth(0), fieldsOf(page).nth(1), fieldsOf(page).nth(2)];
  const bids = page.getByRole('region', { name: 'Order book' }).getByRole('list').last();
  await bids.getByRole('button').last().click();
  await expect.poll(() => price.inputValue()).toMatch(/^\d{2,3},\d{3}(\.\d+)?$/);
  await page.locator('#ticket').getByRole('button', { name: '50%' }).click();
  await expect.poll(() => total.inputValue()).toMatch(/^(49|50),\d{3}(\.\d+)?$/);
  const shown = await price.inputValue();
  await price.press('Enter');
  await expect
    .poll(() => sent.map((body) => Number((JSON.parse(body) as { price: string }).price)))
    .toEqual([Number(shown.replaceAll(',', ''))]);
  await context.close();
});

test('V1 that a field is full is said while it is typed into, and no longer once the order is sent', async () => {
  const { page, context, sent } = await trader('/spot-trade/SOLUSDT');
  const [price, amount] = [fieldsOf(page).nth(0), fieldsOf(page).nth(1)];
  const full = page.locator('#ticket [role=status]').filter({ hasText: 'The field holds 13 characters.' });
  await price.fill('90.0000000000');
  await price.pressSequentially('0');
  await amount.fill('0.50000000000');
  await amount.pressSequentially('0');
  await expect.poll(() => full.count()).toBe(2);
  await amount.press('Enter');
  const confirm = page.getByRole('dialog').locator('button').last();
  await expect.poll(async () => sent.length > 0 || (await confirm.isVisible())).toBe(true);
  if (sent.length === 0) await confirm.click();
  await expect.poll(() => amount.inputValue()).toBe('');
  // The price stays, for the next order.
  expect([await price.inputValue(), await full.count()]).toEqual(['90.0000000000', 0]);
  // A value that was not typed ends it as well.
  await amount.fill('0.50000000000');
  await amount.pressSequentially('0');
  await full.waitFor();
  await page.locator('#ticket').getByRole('button', { name: '25%' }).click();
  await full.waitFor({ state: 'detached' });
  await context.close();
});
