/** The chart's candles as a table, for who reads by ear or by keyboard. */
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { barriers } from './probes.ts';

const site = visitSharedExchange();

test('candles stand in a table by keyboard alone, in pages, and come back after a failure', async () => {
  const { page, context, troubles } = await site.visit();
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  const chart = page.getByRole('region', { name: 'Chart' });
  await chart.getByRole('radio', { name: 'Candles' }).focus();
  await page.keyboard.press('ArrowLeft');
  const table = chart.getByRole('table', { name: 'BTC/USDT candles, 15m' });
  await table.waitFor();
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Time · UTC',
    'Open',
    'High',
    'Low',
    'Close',
    'Volume (BTC)',
  ]);
  await expect.poll(() => table.getByRole('row').count()).toBe(51);
  const newest = await table.getByRole('row').nth(1).getByRole('cell').first().textContent();
  const times = async () => table.getByRole('row').nth(1).getByRole('cell').first().textContent();
  await picture(page, 'candle-table');
  expect(await barriers(page, '[aria-label=Chart]')).toEqual([]);
  await chart.getByRole('button', { name: 'Older' }).click();
  await expect.poll(times).not.toBe(newest);
  await chart.getByRole('button', { name: 'Newer' }).click();
  await table.waitFor();
  expect(troubles).toEqual([]);

  await page.route('**/kline/spot*', (route) => route.abort());
  await chart.getByRole('button', { name: '1h', exact: true }).click();
  await chart.getByRole('alert').waitFor();
  await page.unroute('**/kline/spot*');
  await chart.getByRole('button', { name: /again|Retry/i }).click();
  await chart.getByRole('table', { name: 'BTC/USDT candles, 1h' }).waitFor();
  await context.close();
});
