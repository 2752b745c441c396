/** A visitor who has used up the request weight of the minute sees a sentence that says so, not a broken page. */
import { expect, test } from 'vitest';
import { goInside, picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';

const site = visitExchange({ environment: { RATE_LIMITS: 'on' } });

test('FLT-17 past the limit a followed link and a reloaded page say that there were too many requests', async () => {
  const { page, context } = await site.visit();
  await page.goto('/coin-introduce/BTC');
  await useUpTheMinute();
  // The browser has the files of this page: only the data of the other coin are refused.
  await goInside(page, '/coin-introduce/ETH');
  await page.getByRole('heading', { name: '429' }).waitFor();
  await expect.poll(() => page.locator('main').innerText()).toContain('Too many requests. Wait a moment.');
  await picture(page, 'too-many-requests-followed');
  await page.getByRole('button', { name: 'Refresh' }).click();
  // The server's own page: it knows for how many seconds.
  await page.getByText(/^Too many attempts\. Wait \d+ seconds? and try again\.$/).waitFor();
  await picture(page, 'too-many-requests-loaded');
  await context.close();
});

/** By whole books, the heaviest call there is. */
async function useUpTheMinute(): Promise<void> {
  for (let call = 0; ; call++) {
    const { status } = await fetch(`${site.exchange.url}/api/v3/depth?symbol=BTCUSDT&limit=5000`);
    if (status === 429) return;
    expect(call, 'calls without a limit').toBeLessThan(2_000);
  }
}
