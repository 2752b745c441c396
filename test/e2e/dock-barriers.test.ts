/** What axe finds in the terminals' own arrangement, its floating panels, menus and dialogs, which the tests of pages do not open. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { barriersOf } from './probes.ts';

const site = visitSharedExchange();

const FLOATING = '.dv-resize-container';

async function layoutMenu(page: Page, item?: RegExp | string, role: 'menuitem' | 'menuitemradio' = 'menuitem') {
  await page.getByRole('button', { name: 'Panel layout' }).click();
  await page.getByRole('menu').waitFor();
  if (item !== undefined) await page.getByRole(role, { name: item }).click();
}

async function openDock(path: string) {
  const { token } = await site.exchange.createUser({ USDT: '1000' });
  const visit = await site.visit({ session: token, theme: 'dark' });
  await visit.page.goto(path);
  await hydrated(visit.page);
  await layoutMenu(visit.page, /^Custom/, 'menuitemradio');
  await visit.page.locator('.dv-tab').first().waitFor();
  return visit;
}

test.each(['spot-trade', 'contract-trade'])(
  'S9 S10 the dock of /%s has no barriers in its heads, floating panels, panels alone and menus, dark and light',
  async (terminal) => {
    const { page, context, troubles } = await openDock(`/${terminal}/BTCUSDT`);
    const found: string[] = [];

    await page.getByRole('button', { name: 'Move Order book' }).click();
    found.push(...(await barriersOf(page, 'menu of a panel', '[role=menu]')));
    await picture(page, `dock-panel-menu-${terminal}`);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });

    // Every head of the dock once; the panels in them are those of the presets, which the tests of pages look at.
    found.push(...(await barriersOf(page, 'heads of panels', '.dv-tabs-and-actions-container')));
    await page.getByRole('button', { name: 'Float Order book' }).click();
    found.push(...(await barriersOf(page, 'a floating panel', FLOATING)));
    // A press brings a floating panel to the front, and the library says anew where it stands.
    await page.getByRole('button', { name: 'Float Trades' }).click();
    await page.getByRole('tab', { name: 'Order book', exact: true }).click();
    found.push(...(await barriersOf(page, 'two floating panels', FLOATING)));
    await picture(page, `dock-floating-${terminal}`);
    await page.getByRole('button', { name: 'Dock Order book' }).click();
    await page.getByRole('button', { name: 'Dock Trades' }).click();

    await page.getByRole('button', { name: 'Maximize Order book' }).click();
    await page.getByRole('button', { name: 'Restore Order book' }).waitFor();
    found.push(...(await barriersOf(page, 'a panel alone', '.dv-groupview:has([aria-label="Restore Order book"])')));
    await picture(page, `dock-alone-${terminal}`);

    await layoutMenu(page);
    found.push(...(await barriersOf(page, 'menu of layouts', '[role=menu]')));

    expect(found).toEqual([]);
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test('S9 S10 the settings of the terminals have no barriers, dark and light', async () => {
  const { token } = await site.exchange.createUser();
  const { page, context, troubles } = await site.visit({ session: token, theme: 'dark' });
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  await layoutMenu(page, 'Trading settings');
  const settings = page.getByRole('dialog');
  await settings.getByRole('tab').first().waitFor();
  const found: string[] = [];
  for (const tab of await settings.getByRole('tab').all()) {
    await tab.click();
    found.push(...(await barriersOf(page, `settings, ${await tab.innerText()}`, '[role=dialog]')));
  }
  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});
