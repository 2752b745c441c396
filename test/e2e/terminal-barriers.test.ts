/** What axe finds in the dialogs and popovers of both terminals, which the tests of pages do not open, and what a screen reader is told. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';
import { barriersOf } from './probes.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, trader, near } = futuresPeople(site);

const DIALOG = '[role=dialog], [role=alertdialog]';

/** Opens one after the other and looks at it; each is closed by Escape, which gives the focus back to what opened it. */
async function barriersOfDialogs(
  page: Page,
  openers: readonly (readonly [state: string, open: () => Promise<void>])[],
) {
  const found: string[] = [];
  for (const [state, open] of openers) {
    await open();
    found.push(...(await barriersOf(page, state, DIALOG)));
    await page.keyboard.press('Escape');
    await page.locator(DIALOG).waitFor({ state: 'detached' });
  }
  return found;
}

/** Those of the head of every page. */
const headOf = (page: Page) =>
  [
    ['search', () => page.keyboard.press('Control+k')],
    ['bell', () => page.getByRole('button', { name: /^Notifications/ }).click()],
  ] as const;

test('S9 S10 the ticket of perpetuals, a position and their dialogs have no barriers, dark and light', async () => {
  const [maker, user] = [await trader('5000000'), await trader('20000')];
  const offer = { symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', quantity: '1' };
  await done(maker, '/futures/order/place', { ...offer, price: await near(1.0005) });
  await done(user, '/futures/order/place', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' });
  const { page, context, troubles } = await site.visit({ session: user.token, theme: 'dark' });
  await page.goto('/contract-trade/BTCUSDT');
  await hydrated(page);
  const ticket = page.locator('section#ticket');
  const row = page.getByRole('row', { name: /BTCUSDT.*Long/ });
  await row.waitFor();
  const press = (name: string | RegExp, within: Pick<Page, 'getByRole'> = ticket) =>
    within.getByRole('button', { name }).click();

  await ticket.getByRole('checkbox', { name: 'TP / SL' }).press('Space');
  const found = await barriersOf(page, 'ticket with TP and SL', 'section#ticket');
  await picture(page, 'ticket-with-exits');
  found.push(
    ...(await barriersOfDialogs(page, [
      ['margin mode', () => press(/^Margin mode of/)],
      ['leverage', () => press(/^Leverage:/)],
      ['position mode', () => press(/^Position mode/)],
      ['transfer', () => press('Transfer')],
      ['calculator', () => press('Calculator')],
      ['TP and SL of a position', () => press('TP and SL of BTCUSDT', row)],
      ['part of a position', () => press('Close part of BTCUSDT', row)],
      ['close a position', () => press(/^Market · Close position: BTCUSDT Long$/, row)],
      ...headOf(page),
    ])),
  );
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test('S9 S10 the ticket of spot and its dialogs have no barriers, dark and light', async () => {
  const user = await site.exchange.createUser({ USDT: '20000', BTC: '1' });
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price: '50000', quantity: '0.01' };
  await done(user, '/web/spot/order/place', order);
  const { page, context, troubles } = await site.visit({ session: user.token, theme: 'dark' });
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  const ticket = page.locator('section#ticket');
  const found = await barriersOf(page, 'ticket', 'section#ticket');
  await ticket.getByRole('button', { name: 'OCO' }).click();
  found.push(...(await barriersOf(page, 'ticket of a pair', 'section#ticket')));
  found.push(
    ...(await barriersOfDialogs(page, [
      ['change an order', () => page.getByRole('button', { name: /^Change: Buy at/ }).click()],
      [
        'price alert',
        () =>
          page
            .getByRole('button', { name: /^Price alert for/ })
            .first()
            .click(),
      ],
      ['another market', () => page.getByRole('button', { name: /Choose another market/ }).click()],
      ...headOf(page),
    ])),
  );
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});
