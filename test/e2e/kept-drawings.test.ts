/** What a trader draws on a chart is there again, on both terminals. */
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();
const DRAWN = ['Trend line', 'Horizontal line', 'Fibonacci retracement'];

test.each(['spot-trade', 'contract-trade'])(
  'drawings stay of their market: gone on another one, there on the way back and after a reload: %s',
  async (terminal) => {
    const { token } = await site.exchange.createUser({ USDT: '1000' });
    const { page, context, troubles } = await site.visit({ session: token });
    const chart = page.getByRole('region', { name: 'Chart' });
    const open = async (symbol: string) => {
      await page.goto(`/${terminal}/${symbol}`);
      await hydrated(page);
      await chart.locator('canvas').first().waitFor();
    };
    const drawn = async () => {
      await chart.getByRole('button', { name: 'Remove a drawing' }).click();
      const names = await page.getByRole('menuitem').allInnerTexts();
      await page.keyboard.press('Escape');
      return DRAWN.filter((name) => names.some((one) => one.startsWith(name)));
    };
    await open('BTCUSDT');
    for (const tool of DRAWN) {
      const place = (await chart.getByRole('img').boundingBox())!;
      await chart.getByRole('button', { name: tool }).click();
      await page.mouse.click(place.x + 150, place.y + 150);
      if (tool !== 'Horizontal line') await page.mouse.click(place.x + 300, place.y + 100);
    }
    await expect.poll(drawn).toEqual(DRAWN);
    await open('ETHUSDT');
    expect(await drawn()).toEqual([]);
    await open('BTCUSDT');
    await expect.poll(drawn).toEqual(DRAWN);
    await page.reload();
    await chart.locator('canvas').first().waitFor();
    await expect.poll(drawn).toEqual(DRAWN);
    expect(troubles).toEqual([]);
    await context.close();
  },
);
