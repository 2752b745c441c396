/** The page of the insurance fund, in a browser. */
import { expect, test } from 'vitest';
import { goInside, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

test('trading B13 a day of the insurance fund shows its payments; what cannot be loaded is asked for again', async () => {
  const { page, context } = await site.visit();
  await page.goto('/service/insurance-fund');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  const today = new Date().toISOString().slice(0, 10);
  await page.route('**/insurance-fund/movements**', (route) => route.abort());
  await page.getByRole('button', { name: `Show the payments of ${today}` }).click();
  await page.getByRole('heading', { name: `Payments on ${today}, UTC` }).waitFor();
  await page.unroute('**/insurance-fund/movements**');
  await page.getByRole('button', { name: 'Retry' }).click();
  const payments = page.getByRole('table', { name: `Payments on ${today}, UTC` });
  // The demo's own capital, which the exchange was begun with.
  expect(await payments.locator('tbody tr').last().innerText()).toMatch(/Moved by Agio\s+\+250,000\.00\s+250,000\.00/);
  await page.getByRole('button', { name: 'Payments of all days' }).click();
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
  await context.close();
});

test('E6 at 320 px each payment is a card: no amount is off the screen', async () => {
  const { page, context } = await site.visit({ width: 320, height: 740, isPhone: true });
  await page.goto('/service/insurance-fund');
  const payment = page.getByRole('table', { name: 'Payments' }).getByRole('row').last();
  for (const figure of [
    payment.getByText('+250,000.00', { exact: true }),
    payment.getByText('250,000.00', { exact: true }),
  ]) {
    const box = (await figure.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
  }
  // Nothing of it scrolls sideways.
  const tables = page.getByRole('table').locator('..');
  expect(await tables.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
  await picture(page, 'insurance-fund-320', true);
  await goInside(page, '/service/liquidations');
  await page.getByRole('heading', { name: 'Liquidations', level: 1 }).waitFor();
  await picture(page, 'liquidations-320', true);
  await context.close();
});
