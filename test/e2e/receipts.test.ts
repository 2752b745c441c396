/** A receipt in the browser: opened from the history, computed there, and red as soon as one input is another. */
import { expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';

const site = visitExchange();

test('after a trade the history opens its receipt: every figure agrees, and a changed input does not', async () => {
  const [seller, buyer] = [
    await site.exchange.createUser({ BTC: '1' }),
    await site.exchange.createUser({ USDT: '100000' }),
  ];
  const order = { symbol: 'BTCUSDT', type: 'LIMIT', price: '96880', quantity: '0.042' };
  const place = async (token: string, side: string): Promise<void> => {
    const answer = await site.exchange.call('POST', '/web/spot/order/place', { ...order, side }, { token });
    expect(answer).toMatchObject({ code: 0 });
  };
  await place(seller.token, 'SELL');
  await place(buyer.token, 'BUY');

  const { page, context, troubles } = await site.visit({ session: buyer.token });
  await page.goto('/spot-trade/BTCUSDT');
  await hydrated(page);
  await page.getByRole('tab', { name: 'Trade history' }).click();
  await page.getByRole('button', { name: 'Receipt' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Receipt' });
  await expect.poll(() => dialog.getByRole('status').innerText()).toContain('Every figure agrees');
  await expect.poll(() => dialog.getByText('Agrees', { exact: true }).count()).toBe(2);
  const fee = dialog.getByRole('group', { name: 'Fee' });
  await expect
    .poll(() => fee.innerText())
    .toMatch(/0\.000042 BTC[\s\S]*0\.000042 BTC[\s\S]*0\.042\sBTC × 0\.1% = 0\.000042\sBTC\s*⌈Amount × Fee rate⌉/);
  await expect.poll(() => dialog.innerText()).toMatch(/[0-9a-f]{64}/);
  await picture(page, 'receipt');
  // On the narrowest phone a long sum goes on in the next line.
  await page.setViewportSize({ width: 320, height: 700 });
  const tooLong = () =>
    dialog.locator('bdi').evaluateAll((all) =>
      all
        .filter((text) => {
          const box = text.closest('[role=group], dl')!.getBoundingClientRect();
          const { left, right } = text.getBoundingClientRect();
          return left < box.left || right > box.right;
        })
        .map((text) => text.textContent),
    );
  await expect.poll(tooLong).toEqual([]);
  await picture(page, 'receipt-320');
  await page.setViewportSize({ width: 1440, height: 900 });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Save JSON' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^receipt-\d+-\d+\.json$/);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);

  // The ledger's entry of the same trade opens the same receipt; here the answer is changed on its way.
  await page.route('**/web/receipt?**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { receipt: { feeRate: string } } };
    body.data.receipt.feeRate = '0.0005';
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/assets/records');
  await hydrated(page);
  await page.getByRole('button', { name: 'Receipt' }).first().click();
  await expect.poll(() => dialog.getByRole('status').innerText()).toContain('A figure does not agree');
  await expect.poll(() => fee.innerText()).toMatch(/Differs[\s\S]*0\.000042 BTC[\s\S]*0\.000021 BTC/);
  await picture(page, 'receipt-differs');
  await dialog.getByRole('link', { name: 'How to check it yourself' }).click();
  await page.waitForURL('**/service/receipts');
  await expect.poll(() => page.getByRole('figure', { name: 'Example' }).innerText()).toContain('Every figure agrees');
  expect(troubles).toEqual([]);
  await context.close();
});
