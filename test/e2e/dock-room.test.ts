/** How the panels of an own arrangement share their room: what is shown takes it from one, and no ticket hides its button. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

async function openDock(path: string, size: VisitOptions) {
  const { token } = await site.exchange.createUser({ USDT: '20000' });
  const visit = await site.visit({ session: token, ...size });
  const { page } = visit;
  await page.goto(path);
  await hydrated(page);
  await layout(page, 'menuitemradio', /^Custom/);
  await page.locator('.dv-tab').first().waitFor();
  return visit;
}

async function layout(page: Page, role: 'menuitem' | 'menuitemradio', name: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: 'Panel layout' }).click();
  await page.getByRole(role, { name }).click();
}

type Sizes = Record<string, { readonly width: number; readonly height: number }>;

/** Of each group of panels, by the panel that is in front. */
const sizesOf = (page: Page): Promise<Sizes> =>
  page.locator('.dv-groupview').evaluateAll((groups) =>
    Object.fromEntries(
      groups.map((group) => {
        const { width, height } = group.getBoundingClientRect();
        return [group.querySelector('.dv-active-tab')?.textContent.trim(), { width, height }];
      }),
    ),
  );

test.each([
  ['/contract-trade/BTCUSDT', { width: 1440, height: 900 }],
  ['/contract-trade/BTCUSDT', { width: 1280, height: 720 }],
  ['/spot-trade/BTCUSDT', { width: 1440, height: 900 }],
])('S10 E2 a list of markets takes its room from the chart alone: %s, %o', async (path, size) => {
  const { page, context, troubles } = await openDock(path, size);
  const before = await sizesOf(page);
  await layout(page, 'menuitem', 'Show Markets');
  await page.locator('.dv-tab', { hasText: 'Markets' }).waitFor();
  await expect.poll(async () => (await sizesOf(page))['Markets']?.width).toBeGreaterThan(240);
  await picture(page, `dock-markets-${path.split('/')[1]}-${size.width}`);
  const after = await sizesOf(page);
  for (const panel of ['Order ticket', 'Order book'])
    expect(Math.abs(after[panel]!.width - before[panel]!.width), panel).toBeLessThan(3);
  for (const panel of Object.keys(before))
    expect(Math.abs(after[panel]!.height - before[panel]!.height), panel).toBeLessThan(3);
  for (const panel of ['Markets', 'Order ticket', 'Order book'])
    expect(after['Chart']!.width, panel).toBeGreaterThan(after[panel]!.width);
  expect(troubles).toEqual([]);
  await context.close();
});

test('S10 E2 a panel that was closed comes back where it usually stands, and the others keep their sizes', async () => {
  const { page, context } = await openDock('/contract-trade/BTCUSDT', { width: 1440, height: 900 });
  const before = await sizesOf(page);
  for (const panel of ['Trades', 'Order book']) {
    await page.getByRole('button', { name: `Close ${panel}` }).click();
    await layout(page, 'menuitem', `Show ${panel}`);
    await page.locator('.dv-tab', { hasText: panel }).waitFor();
    await expect
      .poll(async () => Math.abs((await sizesOf(page))['Order ticket']!.width - before['Order ticket']!.width))
      .toBeLessThan(3);
  }
  await picture(page, 'dock-shown-again');
  const after = await sizesOf(page);
  expect(Math.abs(after['My orders']!.height - before['My orders']!.height)).toBeLessThan(3);
  expect(after['Chart']!.width).toBeGreaterThan(700);
  await context.close();
});

/** Whether the button that sends is in sight, within its panel and the window, and nothing covers it. */
const isSendInSight = (page: Page): Promise<boolean> =>
  page.locator('section#ticket [type=submit]').evaluate((button) => {
    const { left, top, width, height, bottom } = button.getBoundingClientRect();
    const panel = button.closest('section')!.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return height > 30 && bottom <= Math.min(panel.bottom, innerHeight) && top >= panel.top && button.contains(hit);
  });

/** Pulls the border above a group as far down as it goes. */
async function makeLow(page: Page, panel: string): Promise<void> {
  const group = page.locator('.dv-groupview', { has: page.locator('.dv-tab', { hasText: panel }) });
  const { x, y, width } = (await group.boundingBox())!;
  await page.mouse.move(x + width / 2, y - 1);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + 200, { steps: 4 });
  await page.mouse.move(x + width / 2, page.viewportSize()!.height - 2, { steps: 4 });
  await page.mouse.up();
}

test.each(['/spot-trade/BTCUSDT', '/contract-trade/BTCUSDT'])(
  'R24 in an own arrangement the button that sends is in sight, however low the ticket is: %s',
  async (path) => {
    const { page, context } = await openDock(path, { width: 1280, height: 720 });
    const ticket = page.locator('section#ticket');
    await expect.poll(() => isSendInSight(page)).toBe(true);
    await picture(page, `dock-ticket-${path.split('/')[1]}`);
    // Below all others, and as low as it goes.
    await page.getByRole('button', { name: 'Move Order ticket' }).click();
    await page.getByRole('menuitem').last().click();
    await makeLow(page, 'Order ticket');
    await expect.poll(() => isSendInSight(page)).toBe(true);
    await picture(page, `dock-ticket-low-${path.split('/')[1]}`);
    // What stands above and below the button is reached by scrolling, and a field that has the focus is not behind the button.
    const last = ticket.locator('form dt').last();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => last.isVisible()).toBe(true);
    const amount = ticket.getByLabel('Amount', { exact: true });
    await amount.focus();
    const hidden = await amount.evaluate((field) => {
      const { left, top, width, height } = field.getBoundingClientRect();
      return !field.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(hidden).toBe(false);
    // A window that is too low for all panels scrolls them, or the page.
    await page.setViewportSize({ width: 1280, height: 560 });
    await page.waitForTimeout(700);
    await ticket.evaluate((panel) => {
      for (let around = panel.parentElement; around; around = around.parentElement)
        if (getComputedStyle(around).overflowY === 'auto') around.scrollTop = around.scrollHeight;
      window.scrollTo(0, document.documentElement.scrollHeight);
    });
    await expect.poll(() => isSendInSight(page)).toBe(true);
    await context.close();
  },
);
