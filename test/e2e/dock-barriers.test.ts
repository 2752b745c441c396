/** What axe finds in the menus and dialogs of the terminals' own arrangement, which the tests of pages do not open. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { AXE } from './probes.ts';

const site = visitSharedExchange();

/** A sentence for each barrier: the rule and the first element. */
async function barriersOf(page: Page, state: string, part: string): Promise<string[]> {
  await page.locator(part).first().waitFor();
  // What comes in has its colors only at the end of the movement.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const found = (await page.evaluate(
    `axe.run(${JSON.stringify(part)}, {
      resultTypes: ['violations'],
      rules: { 'meta-viewport': { enabled: false } },
    }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0]?.target.join(' ')))`,
  )) as string[];
  return found.map((text) => `${state}: ${text}`);
}

async function layoutMenu(page: Page, item?: RegExp | string, role: 'menuitem' | 'menuitemradio' = 'menuitem') {
  await page.getByRole('button', { name: 'Panel layout' }).click();
  await page.getByRole('menu').waitFor();
  if (item !== undefined) await page.getByRole(role, { name: item }).click();
}

test.each([
  ['/spot-trade/BTCUSDT', 'dark'],
  ['/spot-trade/BTCUSDT', 'light'],
  ['/contract-trade/BTCUSDT', 'dark'],
  ['/contract-trade/BTCUSDT', 'light'],
] as const)('S9 S10 the dock of %s in %s has no barriers in its menus and settings', async (path, theme) => {
  const { token } = await site.exchange.createUser({ USDT: '1000' });
  const { page, context, troubles } = await site.visit({ session: token, theme });
  await page.goto(path);
  await hydrated(page);
  await page.evaluate(AXE);
  const name = `${path.split('/')[1]}-${theme}`;
  const found: string[] = [];
  await layoutMenu(page, /^Custom/, 'menuitemradio');
  await page.locator('.dv-tab').first().waitFor();

  await page.getByRole('button', { name: 'Move Order book' }).click();
  found.push(...(await barriersOf(page, 'menu of a panel', '[role=menu]')));
  await picture(page, `dock-panel-menu-${name}`);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });

  await layoutMenu(page);
  found.push(...(await barriersOf(page, 'menu of layouts', '[role=menu]')));
  await page.getByRole('menuitem', { name: 'Trading settings' }).click();
  const settings = page.getByRole('dialog');
  await settings.getByRole('tab').first().waitFor();
  for (const tab of await settings.getByRole('tab').all()) {
    await tab.click();
    found.push(...(await barriersOf(page, `settings, ${await tab.innerText()}`, '[role=dialog]')));
  }
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });

  expect(found).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});
