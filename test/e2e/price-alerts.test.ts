/** Price alerts in a browser: set beside a market, told once on any page, listed, changed and deleted. */
import { expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { barriers } from './probes.ts';

const site = visitExchange();

async function trade(seller: TestUser, buyer: TestUser, price: string): Promise<void> {
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', price, quantity: '0.01' };
  for (const [{ token }, side] of [
    [seller, 'SELL'],
    [buyer, 'BUY'],
  ] as const)
    expect(await site.exchange.call('POST', '/web/spot/order/place', { ...order, side }, { token })).toMatchObject({
      code: 0,
    });
}

test('an alert set from the list of markets is told once on another page, and stands in the bell and on its page', async () => {
  const seller = await site.exchange.createUser({ BTC: '5' });
  const buyer = await site.exchange.createUser({ USDT: '500000' });
  await trade(seller, buyer, '90000');
  const { page, context, troubles } = await site.visit({ session: buyer.token });
  await page.goto('/market');
  await hydrated(page);
  await page.getByRole('button', { name: 'Price alert for BTC/USDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Price alerts' });
  const price = dialog.getByRole('textbox', { name: 'Price' });
  await price.fill('abc');
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await dialog.getByText('Write it with digits and one dot').waitFor();
  await price.fill('0.01');
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await dialog.getByText(/Enter a price between .900\.00 USDT. and .9,000,000\.00 USDT.: from a hundredth/).waitFor();
  await picture(page, 'alert-too-far');
  await price.fill('80000');
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await dialog.getByText('The price has reached this level already').waitFor();
  await picture(page, 'alert-dialog');
  expect(await barriers(page, '[role=dialog]')).toEqual([]);
  await price.fill('90500');
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await dialog.getByText(/Rises to .90,500\.00 USDT/).waitFor();
  await dialog.getByRole('link', { name: /All price alerts.*1 \/ 50/ }).click();
  await page.getByRole('heading', { name: 'Price alerts', level: 1 }).waitFor();
  const waiting = page.getByRole('region', { name: 'Waiting' });
  await waiting.getByText('1 / 50').waitFor();

  await waiting.getByRole('button', { name: /^Change the alert BTC\/USDT/ }).click();
  const change = page.getByRole('dialog', { name: 'Change price alert' });
  await change.getByRole('textbox', { name: 'Price' }).fill('90400');
  await change.getByRole('combobox', { name: 'How often' }).selectOption('24');
  await change.getByRole('button', { name: 'Save alert' }).click();
  await change.waitFor({ state: 'detached' });
  await waiting.getByText(/Rises to .90,400\.00 USDT/).waitFor();
  await waiting.getByText('at most once a day').waitFor();
  await picture(page, 'alerts-page');

  await page.goto('/assets');
  await hydrated(page);
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await page.waitForTimeout(1_500);
  await trade(seller, buyer, '90450');
  // In a toast the unit stays on the line of its number.
  await page.getByText(/BTC\/USDT.* rose to .*90,450\.00\sUSDT/).waitFor();
  await picture(page, 'alert-toast');
  await page.getByRole('button', { name: /Notifications, new: \d/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByRole('link', { name: /rose to .*90,450\.00 USDT.*New/ }).waitFor();
  await picture(page, 'alert-bell');
  await page.keyboard.press('Escape');

  // After a reload it is seen, and not told again.
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await page.waitForTimeout(1_500);
  expect(await page.getByText(/rose to/).count()).toBe(0);
  // What was told is remembered for this person alone, also on pages whose server does not say who it is.
  const remembered = () => Object.keys(localStorage).filter((name) => name.startsWith('agio.alerts.'));
  expect(await page.evaluate(remembered)).toEqual([`agio.alerts.${buyer.uid}`]);

  await page.goto('/account/price-alerts');
  await hydrated(page);
  await page
    .getByRole('region', { name: /^Told/ })
    .getByText(/rose to .*90,450\.00 USDT/)
    .waitFor();
  await page.getByRole('button', { name: /^Delete the alert BTC\/USDT/ }).click();
  await page.getByText('You have no price alerts').waitFor();
  expect(await barriers(page, 'main')).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test('a visitor is asked to log in, from the terminal and the page of a coin', async () => {
  const { page, context, troubles } = await site.visit();
  for (const path of ['/spot-trade/BTCUSDT', '/coin-introduce/BTC']) {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('button', { name: 'Price alert for BTC/USDT' }).first().click();
    await page.getByRole('dialog', { name: 'Price alerts' }).getByText('Log in to set price alerts.').waitFor();
    await page.keyboard.press('Escape');
  }
  expect(troubles).toEqual([]);
  await context.close();
});
