/** The tables of the terminals: closing in part, reversing, closing all, files of histories, the picture of a position. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });

const { done, near, trader, quote } = futuresPeople(site);

beforeAll(async () => quote(await trader('5000000'), '3', 0.001));

async function openTerminal(user: TestUser, options: VisitOptions = {}, path = '/contract-trade/BTCUSDT') {
  const visit = await site.visit({ session: user.token, ...options });
  await visit.page.goto(path);
  await hydrated(visit.page);
  return visit;
}
const tableOf = (page: Page) => page.getByRole('region', { name: 'My positions and orders' });
const buy = (user: TestUser, quantity: string) =>
  done(user, '/futures/order/place', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity });
async function savedText(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

test('R24 a position is closed in part, reversed, and closed with all others; its history is saved as a file', async () => {
  const user = await trader('20000');
  await buy(user, '0.1');
  const { page, troubles, context } = await openTerminal(user);
  const table = tableOf(page);
  const row = table.getByRole('row', { name: /BTCUSDT/ });
  await row.getByRole('button', { name: 'Close part of BTCUSDT' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '50%' }).click();
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('0.05');
  await dialog.getByLabel('Amount').fill('0.2');
  await dialog.getByText('At most 0.1 BTC.').waitFor();
  await dialog.getByRole('button', { name: '25%' }).click();
  await picture(page, 'tables-close-part');
  await dialog.getByRole('button', { name: 'Close long' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => row.innerText()).toContain('0.075 BTC');

  await row.getByRole('button', { name: 'Reverse BTCUSDT' }).click();
  const question = page.getByRole('alertdialog');
  await expect.poll(() => question.innerText()).toMatch(/1\. Close long 0\.075 BTC · 2\. Open short 0\.075 BTC/);
  await expect
    .poll(() => question.innerText())
    .toMatch(/Opening price\s+≈ \d[^]*PnL after the closing fee\s+≈ [+−]\d[^]*Opening fee\s+≈ \d/);
  await picture(page, 'tables-reverse');
  await question.getByRole('button', { name: 'Reverse it' }).click();
  await page
    .getByText(/Closing price: [^]*\s· Opening price: [^]*\s· PnL after the closing fee: [+−]\d[^]*\s· Opening fee: \d/)
    .first()
    .waitFor();
  await table.getByRole('row', { name: /BTCUSDT.*Short/ }).waitFor();
  await expect.poll(() => row.innerText()).toContain('0.075 BTC');
  await picture(page, 'tables-positions');

  await table.getByRole('button', { name: 'Close all' }).click();
  await question.getByText('Positions to close: 1.').waitFor();
  await expect
    .poll(() => question.innerText())
    .toMatch(
      /Fee\s+\d[\d.,]* USDT\s+BTCUSDT · Short\s+[+−-]\d[\d.,]* USDT\s+Est\. PnL after the closing fee\s+[+−-]\d/,
    );
  await picture(page, 'tables-close-all');
  await question.getByRole('button', { name: 'Close all' }).click();
  await table.getByText('You have no open positions.').waitFor();
  await page.getByText('All positions closed: 1').first().waitFor();
  await page
    .getByText(/BTCUSDT\s· PnL after the closing fee: [+−]\d[\d.,]*\sUSDT/)
    .first()
    .waitFor();

  await table.getByRole('tab', { name: 'Trade history' }).click();
  await expect.poll(() => table.getByRole('row', { name: /BTCUSDT/ }).count()).toBe(5);
  await table.getByLabel('Side', { exact: true }).selectOption('SELL');
  await expect.poll(() => table.getByRole('row', { name: /BTCUSDT/ }).count()).toBe(3);
  await picture(page, 'tables-fills');
  // On a device whose clock is slow the file has the newest rows all the same.
  await page.clock.setSystemTime(Date.now() - 3_600_000);
  const lines = (await savedText(page)).trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    'time,market,side,position_side,price,quantity,amount,fee,realized,role,sent_by,liquidation,trade_id,order_id',
  );
  expect(lines.slice(1).map((line) => line.split(',').slice(1, 3).join(' '))).toEqual(
    Array.from({ length: 3 }, () => 'BTCUSDT SELL'),
  );
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',')[5])
      .toSorted(),
  ).toEqual(['0.025', '0.075', '0.075']);

  await page.setViewportSize({ width: 390, height: 844 });
  await table.getByRole('button', { name: 'Receipt' }).last().click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await receipt.getByText(/Price × Closed amount/).waitFor();
  // The formulas of a closing fill are long: they wrap within their boxes.
  const wider = await receipt
    .getByRole('group')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel));
  expect(wider).toEqual([]);
  await picture(page, 'tables-receipt-phone');
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 the question before closing or reversing follows the position, says what changed, and ends with it', async () => {
  const user = await trader('20000');
  await buy(user, '0.1');
  const { page, troubles, context } = await openTerminal(user);
  const table = tableOf(page);
  const row = table.getByRole('row', { name: /BTCUSDT/ });
  const question = page.getByRole('alertdialog');
  const close = (quantity: string) =>
    done(user, '/futures/order/place', { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity, reduceOnly: true });
  await row.getByRole('button', { name: 'Reverse BTCUSDT' }).click();
  await question.getByText('1. Close long 0.1 BTC · 2. Open short 0.1 BTC').waitFor();
  await buy(user, '0.05');
  await question.getByText('The size changed since you opened this question: from 0.1 to 0.15 BTC.').waitFor();
  await question.getByText('1. Close long 0.15 BTC · 2. Open short 0.15 BTC').waitFor();
  await picture(page, 'tables-reverse-changed');
  await question.getByRole('button', { name: 'Reverse it' }).click();
  await table.getByRole('row', { name: /BTCUSDT.*Short/ }).waitFor();
  await expect.poll(() => row.innerText()).toContain('0.15 BTC');

  await row.getByRole('button', { name: /^Market · Close position/ }).click();
  await question.getByText('Buys 0.15 BTC at the best prices of the book.').waitFor();
  await buy(user, '0.15');
  await question.getByText('This position is closed by now: there is nothing left to send.').waitFor();
  expect(await question.getByRole('button', { name: 'Close it' }).isDisabled()).toBe(true);
  await picture(page, 'tables-close-gone');
  await question.getByRole('button', { name: 'Keep the position' }).click();

  await buy(user, '0.1');
  await table.getByRole('button', { name: 'Close all' }).click();
  await question.getByText('Positions to close: 1.').waitFor();
  await close('0.04');
  await question.getByText('Your positions changed since you opened this question.').waitFor();
  await question.getByRole('button', { name: 'Keep positions open' }).click();

  await row.getByRole('button', { name: 'Close part of BTCUSDT' }).click();
  const dialog = page.getByRole('dialog');
  await close('0.06');
  await dialog.getByText('This position is closed by now: there is nothing left to send.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Close long' }).isDisabled()).toBe(true);
  await picture(page, 'tables-part-gone');
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 closing all closes the positions that the question showed: one that opened meanwhile is named and stays open', async () => {
  const user = await trader('20000');
  await done(user, '/futures/account/position-mode', { positionMode: 'HEDGE' });
  const open = (positionSide: 'LONG' | 'SHORT', quantity: string) =>
    done(user, '/futures/order/place', {
      symbol: 'BTCUSDT',
      type: 'MARKET',
      quantity,
      positionSide,
      side: positionSide === 'LONG' ? 'BUY' : 'SELL',
    });
  await open('LONG', '0.1');
  const { page, troubles, context } = await openTerminal(user);
  const table = tableOf(page);
  const question = page.getByRole('alertdialog');
  await table.getByRole('button', { name: 'Close all' }).click();
  await question.getByText('Positions to close: 1.').waitFor();
  await open('SHORT', '0.05');
  await question.getByText(/These opened since you were asked and stay open: .*BTCUSDT · Short/).waitFor();
  await picture(page, 'tables-close-all-opened-since');
  await question.getByRole('button', { name: 'Close all' }).click();
  await page.getByText('All positions closed: 1').first().waitFor();
  await table.getByRole('row', { name: /BTCUSDT.*Long/ }).waitFor({ state: 'detached' });
  await table.getByRole('row', { name: /BTCUSDT.*Short.*0\.05 BTC/ }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('A3 closing a part names the own orders in the way, and cancels those ticked first', async () => {
  const user = await trader('20000');
  await buy(user, '0.1');
  const price = await near(0.9995);
  await done(user, '/futures/order/place', { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', price, quantity: '0.02' });
  const { page, troubles, context } = await openTerminal(user);
  await tableOf(page).getByRole('button', { name: 'Close part of BTCUSDT' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('These open orders of yours are in the way').waitFor();
  await picture(page, 'tables-part-in-way');
  await dialog.getByRole('button', { name: 'Close long' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      tableOf(page)
        .getByRole('row', { name: /BTCUSDT/ })
        .innerText(),
    )
    .toContain('0.05 BTC');
  await page.getByRole('tab', { name: 'Open orders' }).click();
  await page.getByText('You have no open orders').first().waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 the picture of a position is saved, and is one', async () => {
  const user = await trader('20000');
  await buy(user, '0.1');
  const { page, troubles, context } = await openTerminal(user);
  await tableOf(page).getByRole('button', { name: 'Share BTCUSDT' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('img').getAttribute('aria-label')).toMatch(/BTCUSDT Long 20x [+−-]/);
  await dialog.getByText('Show the PnL in money').click();
  await expect.poll(() => dialog.getByRole('img').getAttribute('aria-label')).toMatch(/USDT Entry/);
  await picture(page, 'tables-share');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save picture' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('agio-btcusdt.png');
  const file = readFileSync(await download.path());
  expect(file.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(file.readUInt32BE(16)).toBe(1200);
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 in Persian and on a page of 320 px closing a part fits its dialog', async () => {
  const user = await trader('20000');
  await buy(user, '0.1');
  const options = { width: 320, height: 800, theme: 'light' } as const;
  const { page, troubles, context } = await openTerminal(user, options, '/fa-ir/contract-trade/BTCUSDT');
  await page.getByRole('button', { name: 'بستن بخشی از' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('محدود', { exact: true }).click();
  await expect.poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await picture(page, 'tables-close-part-320');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'هم‌رسانی' }).click();
  await expect.poll(() => dialog.getByRole('img').isVisible()).toBe(true);
  await expect.poll(() => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await picture(page, 'tables-share-320');
  expect(troubles).toEqual([]);
  await context.close();
});

test.each(['en-us', 'de-de', 'ru-ru', 'fa-ir'])(
  'R24 in %s at 1280 x 720 all that can be pressed in the row of a position is in sight, without scrolling',
  async (language) => {
    const user = await trader('20000');
    await done(user, '/futures/account/margin-mode', { symbol: 'BTCUSDT', marginMode: 'ISOLATED' });
    await done(user, '/futures/account/position-mode', { positionMode: 'HEDGE' });
    const exits = { takeProfit: { triggerPrice: await near(1.05) }, stopLoss: { triggerPrice: await near(0.95) } };
    const order = { symbol: 'BTCUSDT', type: 'MARKET', quantity: '0.1' };
    await done(user, '/futures/order/place', { ...order, side: 'BUY', positionSide: 'LONG', ...exits });
    await done(user, '/futures/order/place', { ...order, side: 'SELL', positionSide: 'SHORT' });
    const { page, context } = await openTerminal(
      user,
      { width: 1280, height: 720 },
      `/${language}/contract-trade/BTCUSDT`,
    );
    const row = page.getByRole('tabpanel').getByRole('row').filter({ hasText: 'BTCUSDT' });
    await expect.poll(() => row.getByRole('button').count()).toBe(12);
    await expect.poll(async () => (await row.allInnerTexts()).join()).toMatch(/\d\.\d+\n[\d,]+\.\d\n\t\n/);
    await picture(page, `tables-pinned-${language}`);
    // The middle of each is its own: neither beyond the panel nor under the buttons that stay in their place.
    const covered = await row.getByRole('button').evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return button.contains(hit) ? [] : [button.ariaLabel ?? button.textContent];
      }),
    );
    expect(covered).toEqual([]);
    await context.close();
  },
);

test('A3 an own order that a closing order would end at is named before, and canceled first where it is ticked', async () => {
  const user = await trader('20000');
  await buy(user, '0.1');
  const resting = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', quantity: '0.02' };
  await done(user, '/futures/order/place', { ...resting, price: await near(1.0005) });
  const { page, troubles, context } = await openTerminal(user);
  const table = tableOf(page);
  await table.getByRole('row', { name: /BTCUSDT/ }).waitFor();
  await table.getByRole('button', { name: 'Close all' }).click();
  const question = page.getByRole('alertdialog');
  const own = question.getByRole('checkbox', { name: /BTCUSDT.*Limit.*Buy.*0\.02 BTC/ });
  await expect.poll(() => own.isChecked()).toBe(true);
  // It is named once: it does not stay.
  expect(await question.innerText()).not.toContain('These limit orders stay open');
  await picture(page, 'tables-in-the-way');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'tables-in-the-way-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await question.getByText(/0\.02 BTC at/).click();
  await expect.poll(() => own.isChecked()).toBe(false);
  await question.getByRole('button', { name: 'Close all' }).click();
  await page.getByText('It would have traded with your own order.').first().waitFor();
  await table.getByRole('button', { name: 'Close all' }).click();
  await question.getByRole('button', { name: 'Close all' }).click();
  await page.getByText('All positions closed: 1').first().waitFor();
  await table.getByText('You have no open positions.').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});
