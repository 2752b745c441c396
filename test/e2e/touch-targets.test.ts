/** On phones everything of the terminals, of the markets and of the assets can be pressed with a finger. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';
import { targetsIn } from './touch-targets.ts';

const site = visitSharedExchange();
const { done } = futuresPeople(site);

/** What a finger should not miss: what sends an order, what changes the view. */
const COMFORTABLE = 44;
/** Choices within a ticket, which stand side by side in a frame. */
const CHOICE = 40;

/** Somebody with an open order in both terminals and a position. */
async function trader(): Promise<TestUser> {
  const user = await site.exchange.createUser({ USDT: '20000' });
  await done(user, '/web/account/transfer', { asset: 'USDT', from: 'SPOT', to: 'FUTURES', amount: '8000' });
  const order = { symbol: 'BTCUSDT', side: 'BUY', price: '50000', quantity: '0.01' };
  await done(user, '/web/spot/order/place', { ...order, type: 'LIMIT', timeInForce: 'GTC' });
  await done(user, '/futures/order/place', { ...order, type: 'LIMIT' });
  return user;
}

/** A sentence for each target that is too small, named once. */
async function small(page: Page, state: string, part = 'main'): Promise<string[]> {
  const targets = await targetsIn(page, part);
  expect(targets.length, state).toBeGreaterThan(0);
  const found = targets.filter(({ isTooSmall }) => isTooSmall);
  return [...new Set(found.map(({ name, width, height }) => `${state}: ${name} is ${width} × ${height}`))];
}

/** Heights of targets that should be comfortable. */
async function tight(page: Page, part: string, least = COMFORTABLE): Promise<string[]> {
  return (await targetsIn(page, part))
    .filter(({ height }) => height < least)
    .map(({ name, height }) => `${name} is ${height} high`);
}

const WIDTHS = [390, 320];

test.each(['/spot-trade/BTCUSDT', '/contract-trade/BTCUSDT'])(
  'E6, E7 on a phone everything of the terminal is at least 24 px, and what sends, cancels and changes views at least 44: %s',
  async (path) => {
    const { token } = await trader();
    const found: string[] = [];
    for (const width of WIDTHS) {
      const { page, context } = await site.visit({ width, height: 740, isPhone: true, session: token });
      await page.goto(path);
      await page.getByRole('region', { name: 'Chart' }).locator('canvas').first().waitFor();
      const tabs = page.getByRole('group', { name: 'View' }).first().getByRole('button');
      for (const tab of await tabs.all()) {
        await tab.click();
        found.push(...(await small(page, `${width} px, ${await tab.innerText()}`)));
      }
      await tabs.first().click();
      for (const view of ['Depth', 'Table']) {
        await page.getByRole('region', { name: 'Chart' }).getByText(view, { exact: true }).click();
        found.push(...(await small(page, `${width} px, ${view}`, 'section[aria-label=Chart]')));
      }
      found.push(...(await tight(page, '[role=group][aria-label=View], [role=tablist]')));
      await page.getByRole('button', { name: /^Buy/ }).first().click();
      const ticket = page.getByRole('dialog').locator('#ticket');
      for (const type of ['Limit', 'Market']) {
        await ticket.getByRole('button', { name: type, exact: true }).click();
        found.push(...(await small(page, `${width} px, ticket ${type}`, '[role=dialog] #ticket')));
        found.push(...(await tight(page, '[role=dialog] #ticket form > .sticky')));
        found.push(...(await tight(page, '[role=dialog] #ticket [role=radiogroup]', CHOICE)));
      }
      await picture(page, `touch-ticket-${path.split('/')[1]}-${width}`);
      await context.close();
    }
    expect(found).toEqual([]);
  },
);

test.each(['/spot-trade/BTCUSDT', '/contract-trade/BTCUSDT'])(
  'E6, E7 on a wide screen that is touched the choices within a ticket are as high as on a phone: %s',
  async (path) => {
    const { token } = await trader();
    const { page, context } = await site.visit({ width: 1024, height: 1100, isPhone: true, session: token });
    await page.goto(path);
    await hydrated(page);
    const ticket = page.locator('section#ticket:visible');
    for (const type of ['Limit', 'Market']) {
      await ticket.getByRole('button', { name: type, exact: true }).click();
      if (type === 'Market' && path.startsWith('/contract')) await ticket.getByText('TP / SL', { exact: true }).click();
      await ticket.getByRole('radiogroup').first().waitFor();
      expect(await tight(page, '#ticket [role=radiogroup]', CHOICE)).toEqual([]);
    }
    await picture(page, `touch-ticket-wide-${path.split('/')[1]}`);
    await context.close();
  },
);

test('S9 on a phone everything of the markets and the assets is at least 24 px', async () => {
  const { token } = await trader();
  const found: string[] = [];
  for (const width of WIDTHS) {
    const { page, context } = await site.visit({ width, height: 740, isPhone: true, session: token });
    for (const path of ['/market', '/assets']) {
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      found.push(...(await small(page, `${width} px, ${path}`)));
      await picture(page, `touch${path.replaceAll('/', '-')}-${width}`);
    }
    await context.close();
  }
  expect(found).toEqual([]);
});
