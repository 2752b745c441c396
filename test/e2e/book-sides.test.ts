/** The book of a terminal: which of its sides are shown. */
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

test('R24 the head of the book chooses both sides or one, which is kept when the page is loaded anew', async () => {
  const { page, context, troubles } = await site.visit();
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  const book = page.getByRole('region', { name: 'Order book' });
  const rows = (name: string) => book.getByRole('list', { name, exact: true }).getByRole('listitem');
  const choice = (name: string) => book.getByRole('button', { name, exact: true });
  await rows('Sell orders').first().waitFor();
  const bidsBeside = await rows('Buy orders').count();
  await expect.poll(() => choice('Both sides').getAttribute('aria-pressed')).toBe('true');
  await choice('Buy orders').click();
  await expect.poll(() => rows('Sell orders').count()).toBe(0);
  // The side that is left has the whole panel.
  await expect.poll(() => rows('Buy orders').count()).toBeGreaterThan(bidsBeside);
  await picture(page, 'book-bids');
  await page.reload();
  await hydrated(page);
  await expect.poll(() => choice('Buy orders').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => rows('Sell orders').count()).toBe(0);
  await choice('Sell orders').click();
  await expect.poll(() => rows('Buy orders').count()).toBe(0);
  await rows('Sell orders').first().waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});
