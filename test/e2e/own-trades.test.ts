/** One's own trades in the terminals belong to the market that is shown. */
import { expect, test } from 'vitest';
import { goInside, hydrated } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

test('own spot trades of a symbol are not shown under the perpetual of the same symbol', async () => {
  const user = await site.exchange.createUser({ USDT: '200000' });
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.00271' };
  expect(await site.exchange.call('POST', '/web/spot/order/place', order, { token: user.token })).toMatchObject({
    code: 0,
  });
  const { page, context, troubles } = await site.visit({ session: user.token });
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  const own = page.getByRole('button', { name: 'My trades' });
  const list = page.getByRole('list', { name: 'My trades' });
  await own.click();
  await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(0);
  // The answer of the other market comes late: until then nothing of the first may stand there.
  await page.route('**/futures/order/fills*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await goInside(page, '/contract-trade/BTCUSDT');
  await page.getByRole('heading', { level: 1, name: /BTCUSDT/ }).waitFor({ state: 'attached' });
  await own.click();
  const seen: number[] = [];
  for (let look = 0; look < 10; look += 1) {
    seen.push(await list.getByRole('listitem').count());
    await page.waitForTimeout(100);
  }
  expect(seen.filter((count) => count > 0)).toEqual([]);
  await page.getByText('You have not traded here yet.').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});
