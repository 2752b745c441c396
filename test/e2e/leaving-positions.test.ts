/** What stays and what is told when a position is left: conditional orders, histories, the ticket after its order. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { hydrated, picture, type VisitOptions } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';
import { barriers } from './probes.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, near, ticker, trader, quote } = futuresPeople(site);
const SYMBOL = 'BTCUSDT';

beforeAll(async () => quote(await trader('5000000'), '3', 0.001));

async function openTerminal(user: TestUser, options: VisitOptions = {}, path = '/contract-trade/BTCUSDT') {
  const visit = await site.visit({ session: user.token, ...options });
  await visit.page.goto(path);
  await hydrated(visit.page);
  return visit;
}
const tableOf = (page: Page) => page.getByRole('region', { name: 'My positions and orders' });
const ticketOf = (page: Page) => page.locator('section#ticket:visible');
const market = (user: TestUser, side: 'BUY' | 'SELL', quantity: string) =>
  done(user, '/futures/order/place', { symbol: SYMBOL, side, type: 'MARKET', quantity });
const placeStop = (user: TestUser, order: object) =>
  done<{ order: { stopOrderId: number } }>(user, '/futures/stop-order/place', { symbol: SYMBOL, ...order });
const TRAIL = { side: 'SELL', type: 'TRAILING_STOP', callbackRate: '0.05', quantity: '0.1', reduceOnly: true };

async function read<Data>(user: TestUser, path: string): Promise<Data> {
  const { data } = await site.exchange.call<Data>('GET', path, undefined, { token: user.token });
  return data;
}
async function savedText(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

/** One column of a file by its head. */
function columnOf(csv: string, head: string): readonly (string | undefined)[] {
  const [heads = '', ...lines] = csv.trimEnd().split('\r\n');
  const at = heads.split(',').indexOf(head);
  expect(at, head).toBeGreaterThanOrEqual(0);
  return lines.map((line) => line.split(',')[at]);
}

test('R24 B15 the history of orders has the conditional ones: what woke them, when, and the order that they became', async () => {
  const [user, other] = [await trader('20000'), await trader('20000')];
  await market(user, 'BUY', '0.1');
  const { askPrice, bidPrice } = await ticker();
  // The last price is the ask; the next sell prints the bid.
  const between = ((Number(askPrice) + Number(bidPrice)) / 2).toFixed(1);
  await placeStop(user, { side: 'SELL', type: 'STOP', triggerPrice: between, quantity: '0.04', reduceOnly: true });
  const { order: trail } = await placeStop(user, TRAIL);
  await market(other, 'SELL', '0.01');
  await done(user, '/futures/stop-order/cancel', { symbol: SYMBOL, stopOrderId: trail.stopOrderId });
  const { page, troubles, context } = await openTerminal(user);
  const table = tableOf(page);
  await expect.poll(() => table.getByRole('row', { name: /BTCUSDT.*Long/ }).innerText()).toContain('0.06 BTC');
  await table.getByRole('tab', { name: 'Order history' }).click();
  // The order that it became stands among the orders, with what woke it and what was filled of it.
  const became = await table.getByRole('row').filter({ hasText: '0.040.04 BTC' }).innerText();
  expect(became).toMatch(/Market\s+Stop\s+Last/);
  await table.getByText('Conditional', { exact: true }).click();
  const fired = table.getByRole('row', { name: /Sell.*Stop/ }).filter({ hasText: 'Last' });
  await expect.poll(() => fired.first().innerText()).toContain('Triggered');
  const shown = await table
    .getByRole('row', { name: /Triggered/ })
    .last()
    .innerText();
  expect(shown).toMatch(/Filled · [\d,.]+/);
  expect(shown).toContain(Number(between).toLocaleString('en-US', { minimumFractionDigits: 1 }));
  await table.getByRole('row', { name: /Trailing stop.*Canceled/ }).waitFor();
  await picture(page, 'conditional-history');
  expect(await barriers(page, 'main')).toEqual([]);
  const csv = await savedText(page);
  expect(columnOf(csv, 'status')).toEqual(['CANCELED', 'TRIGGERED']);
  expect(columnOf(csv, 'trigger_source')).toEqual(['LAST', 'LAST']);
  expect(columnOf(csv, 'order_status')).toEqual(['', 'FILLED']);
  expect(columnOf(csv, 'triggered')[1]).toMatch(/^\d{4}-/);
  await table.getByLabel('Side', { exact: true }).selectOption('BUY');
  await table.getByText('No entry fits these filters.').waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 B15 closing all says which conditional orders stay, and cancels the ticked ones; what blocks another mode is named', async () => {
  const user = await trader('20000');
  await market(user, 'BUY', '0.1');
  await placeStop(user, TRAIL);
  const above = await near(1.05);
  await placeStop(user, { side: 'BUY', type: 'STOP', triggerPrice: above, quantity: '0.01' });
  const resting = { symbol: SYMBOL, side: 'SELL', type: 'LIMIT', price: above };
  await done(user, '/futures/order/place', { ...resting, quantity: '0.03' });
  await done(user, '/futures/order/place', { ...resting, quantity: '0.04', reduceOnly: true });
  const { page, troubles, context } = await openTerminal(user);
  const table = tableOf(page);
  await table.getByRole('button', { name: 'Close all' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('These conditional orders would stay open. Tick those to cancel as well:').waitFor();
  // What only reduces ends with its position, so it is not among those that stay.
  await question.getByText('These limit orders stay open and can still be filled:').waitFor();
  expect(await question.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/BTCUSDT.*Limit.*Sell.*0\.03 BTC at [\d,.]+ USDT/),
  ]);
  await question.getByRole('button', { name: 'Keep positions open' }).waitFor();
  const trail = question.getByRole('checkbox', { name: /BTCUSDT.*Trailing stop.*Sell.*0\.1 BTC/ });
  const entry = question.getByRole('checkbox', { name: /BTCUSDT.*Stop.*Buy.*0\.01 BTC.*Last: the price rises to/ });
  expect([await trail.isChecked(), await entry.isChecked()]).toEqual([true, false]);
  await picture(page, 'close-all-staying');
  expect(await barriers(page, '[role=alertdialog]')).toEqual([]);
  await question.getByRole('button', { name: 'Close all' }).click();
  await table.getByText('You have no open positions.').waitFor();
  await page.getByText('Conditional orders canceled: 1').first().waitFor();
  const open = async () =>
    (await read<{ orders: { type: string }[] }>(user, '/futures/stop-order/open')).orders.map(({ type }) => type);
  expect(await open()).toEqual(['STOP']);

  await page.getByRole('button', { name: /^Position mode:/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Hedge/ }).click();
  await dialog.getByText('Not changed. In the way:').waitFor();
  await dialog.getByText(/BTCUSDT.*Stop.*Buy.*0\.01 BTC/).waitFor();
  await picture(page, 'mode-blocked');
  await dialog.getByRole('button', { name: 'Cancel these orders: 2' }).click();
  await dialog.getByText('Not changed. In the way:').waitFor({ state: 'detached' });
  expect(await open()).toEqual([]);
  await dialog.getByRole('button', { name: /^Hedge/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Position mode: Hedge').first().waitFor();
  await page.getByRole('button', { name: 'Position mode: Hedge' }).waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 all that is in the way of another mode is shown whole, none cut within a line, also on a phone', async () => {
  const user = await trader('20000');
  for (let at = 0; at < 9; at += 1)
    await placeStop(user, { side: 'BUY', type: 'STOP', triggerPrice: await near(1.05 + at / 100), quantity: '0.01' });
  for (const size of [
    { width: 1280, height: 720 },
    { width: 320, height: 640, isPhone: true },
  ]) {
    const { page, troubles, context } = await openTerminal(user, size);
    if (size.isPhone) await page.locator('.fixed').getByRole('button', { name: /^Buy/ }).click();
    await page.getByRole('button', { name: /^Position mode:/ }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: /^Hedge/ }).click();
    const list = dialog.getByRole('alert').locator('dl');
    await list.waitFor();
    expect(await list.locator('dd').count()).toBe(9);
    // The dialog scrolls as a whole; within it nothing is cut.
    expect(await list.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
    const cut = await list
      .locator('dd')
      .evaluateAll((lines) => lines.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(cut).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel these orders: 9' }).scrollIntoViewIfNeeded();
    await picture(page, `mode-blocked-long-${size.width}`);
    expect(troubles).toEqual([]);
    await context.close();
  }
});

test('R24 what is in the way of another mode offers no canceling while a position is open, whose stop-loss would go', async () => {
  const user = await trader('20000');
  await market(user, 'BUY', '0.1');
  await placeStop(user, { side: 'SELL', type: 'STOP', triggerPrice: await near(0.95), closePosition: true });
  const { page, troubles, context } = await openTerminal(user);
  await page.getByRole('button', { name: /^Position mode:/ }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('button', { name: /^Hedge/ }).click();
  await dialog
    .getByRole('alert')
    .getByText(/BTCUSDT.*Long/)
    .waitFor();
  await dialog
    .getByRole('alert')
    .getByText(/Stop.*Sell/)
    .waitFor();
  expect(await dialog.getByRole('button', { name: /^Cancel these orders/ }).count()).toBe(0);
  await picture(page, 'mode-blocked-position');
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 B15 a conditional order says in words what it waits for, and is changed in its row', async () => {
  const user = await trader('20000');
  const [above, below] = [await near(1.05), await near(0.95)];
  const shown = (price: string) => Number(price).toLocaleString('en-US', { minimumFractionDigits: 1 });
  await placeStop(user, { side: 'BUY', type: 'STOP', triggerPrice: above, quantity: '0.01' });
  await placeStop(user, { side: 'BUY', type: 'TAKE_PROFIT', source: 'MARK', triggerPrice: below, quantity: '0.01' });
  await placeStop(user, { side: 'SELL', type: 'TRAILING_STOP', callbackRate: '0.01', quantity: '0.01' });
  const { page, troubles, context } = await openTerminal(user, { width: 1280, height: 720 });
  const table = tableOf(page);
  await table.getByRole('tab', { name: /^Open orders/ }).click();
  const row = (type: RegExp) => table.getByRole('row', { name: type });
  await row(/Stop.*Buy/)
    .getByText(`Last: the price rises to ${shown(above)}`)
    .waitFor();
  await row(/Take-profit.*Buy/)
    .getByText(`Mark: the price falls to ${shown(below)}`)
    .waitFor();
  await row(/Trailing stop.*Sell/)
    .getByText('Last: the price falls 1% from its highest')
    .waitFor();
  await picture(page, 'stop-words-1280');
  const higher = await near(1.06);
  const change = async (type: RegExp, field: string, value: string) => {
    await row(type)
      .getByRole('button', { name: /^Change/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(field).fill(value);
    await picture(page, `stop-change-${field.toLowerCase()}`);
    await dialog.getByRole('button', { name: 'Change it' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await change(/Stop.*Buy/, 'Trigger', higher);
  await page
    .getByRole('status')
    .getByText(`${shown(above)} → ${shown(higher)} USDT`)
    .first()
    .waitFor();
  await row(/Stop.*Buy/)
    .getByText(`Last: the price rises to ${shown(higher)}`)
    .waitFor();
  await change(/Trailing stop.*Sell/, 'Callback', '2.5');
  await row(/Trailing stop.*Sell/)
    .getByText('Last: the price falls 2.5% from its highest')
    .waitFor();
  await row(/Stop.*Buy/)
    .getByRole('button', { name: `Cancel: Buy at ${shown(higher)}` })
    .click();
  await expect.poll(() => row(/Stop.*Buy/).count()).toBe(0);
  await page.reload();
  await hydrated(page);
  await table.getByRole('tab', { name: 'Order history' }).click();
  await table.getByText('Conditional', { exact: true }).click();
  await row(/Buy.*Stop.*Canceled/)
    .getByText(`Last: the price rises to ${shown(higher)}`)
    .waitFor();
  await picture(page, 'stop-history-words-1280');
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 B15 a conditional order whose order was refused says in its row when it fired and why it came to nothing', async () => {
  const [user, other] = [await trader('20'), await trader('20000')];
  await market(other, 'BUY', '0.01');
  const { askPrice, bidPrice } = await ticker();
  const between = ((Number(askPrice) + Number(bidPrice)) / 2).toFixed(1);
  // What it would open takes more margin than there is; that is judged when it fires.
  await placeStop(user, { side: 'SELL', type: 'STOP', triggerPrice: between, quantity: '1' });
  await market(other, 'SELL', '0.01');
  const { page, troubles, context } = await openTerminal(user, { width: 1280, height: 720 });
  const table = tableOf(page);
  await table.getByRole('tab', { name: 'Order history' }).click();
  await table.getByText('Conditional', { exact: true }).click();
  const row = table.getByRole('row', { name: /Sell.*Stop.*Refused/ });
  await row.waitFor();
  const why = row.getByText(/not enough|too little|margin/i).last();
  // In the row, not only for screen readers and at the pointer.
  await expect.poll(async () => (await why.boundingBox())?.width ?? 0).toBeGreaterThan(40);
  const cellOf = async (head: string) => {
    const heads = await table.getByRole('columnheader').allInnerTexts();
    return row.getByRole('cell').nth(heads.findIndex((text) => text.startsWith(head)));
  };
  expect(await (await cellOf('Triggered at')).innerText()).toMatch(/\d\d:\d\d/);
  // The reason stands alone, without a dash for the order that was not placed.
  expect(await (await cellOf('Order placed')).innerText()).not.toContain('–');
  await picture(page, 'stop-refused-1280');
  const saved = await savedText(page);
  expect(columnOf(saved, 'triggered')[0]).toMatch(/^\d{4}-/);
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 a figure that was not kept when its position was closed is a dash that says why', async () => {
  const user = await trader('20000');
  await market(user, 'BUY', '0.1');
  await market(user, 'SELL', '0.1');
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844, isPhone: true },
  ]) {
    const visit = await site.visit({ session: user.token, ...size });
    const { page, troubles, context } = visit;
    // What the exchange answers for a position of which it has only the end.
    await page.route('**/futures/position/history*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { items: object[] } };
      const items = body.data.items.map((item) => ({ ...item, exitPrice: '0', entryPrice: '0', openedAt: 0 }));
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, items } } });
    });
    await page.goto('/contract-trade/BTCUSDT');
    await hydrated(page);
    const table = tableOf(page);
    await table.getByRole('tab', { name: 'Position history' }).click();
    const why = table
      .getByRole('row', { name: /BTCUSDT/ })
      .getByText('Not recorded for positions closed this long ago.');
    await expect.poll(() => why.count()).toBe(4);
    // On a card it is read, and wraps within its place.
    if (size.isPhone)
      expect(
        await why.evaluateAll((all) => all.filter((one) => one.clientHeight < 20 || one.clientWidth > 130).length),
      ).toBe(0);
    else expect(await table.getByTitle('Not recorded for positions closed this long ago.').count()).toBe(4);
    await why.first().scrollIntoViewIfNeeded();
    await picture(page, `position-history-not-kept-${size.width}`);
    expect(troubles).toEqual([]);
    await context.close();
  }
});

test('R24 an unticked conditional order stays when its position is closed alone', async () => {
  const user = await trader('20000');
  await market(user, 'BUY', '0.1');
  await placeStop(user, TRAIL);
  const { page, troubles, context } = await openTerminal(user, { width: 390, height: 844, isPhone: true });
  const table = tableOf(page);
  await table.getByRole('button', { name: /^Market · Close position/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(/Trailing stop.*Sell/).click();
  await expect.poll(() => question.getByRole('checkbox').isChecked()).toBe(false);
  await picture(page, 'close-staying-phone');
  await question.getByRole('button', { name: 'Close it' }).click();
  await table.getByText('You have no open positions.').waitFor();
  const { orders } = await read<{ orders: object[] }>(user, '/futures/stop-order/open');
  expect(orders).toHaveLength(1);
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 the history of positions says at what price each was opened and closed, when, and its ROE', async () => {
  const user = await trader('20000');
  await market(user, 'BUY', '0.1');
  await market(user, 'SELL', '0.06');
  await market(user, 'BUY', '0.02');
  await market(user, 'SELL', '0.06');
  const { items: fills } = await read<{ items: { side: string; amount: string }[] }>(user, '/futures/order/fills');
  const sold = fills.filter(({ side }) => side === 'SELL').reduce((sum, { amount }) => sum + Number(amount), 0);
  const { page, troubles, context } = await openTerminal(user);
  const table = tableOf(page);
  await table.getByRole('tab', { name: 'Position history' }).click();
  const row = table.getByRole('row', { name: /BTCUSDT.*Long 20x/ });
  await row.waitFor();
  const heads = await table.getByRole('columnheader').allInnerTexts();
  expect(heads).toEqual(
    expect.arrayContaining(['Opened', 'Closed', 'Entry / Exit', 'PnL after all fees (USDT) / ROE']),
  );
  const exitOf = (text: string) => Number(/[\d,]+\.\d\n([\d,]+\.\d)\s/.exec(text)?.[1]?.replaceAll(',', ''));
  await expect.poll(async () => exitOf(await row.innerText())).toBeCloseTo(sold / 0.12, 0);
  await expect.poll(() => row.innerText()).toMatch(/−\d+\.\d\d%/);
  await picture(page, 'position-history');
  const csv = await savedText(page);
  expect(Number(columnOf(csv, 'exit_price')[0])).toBeCloseTo(sold / 0.12, 4);
  expect(Number(columnOf(csv, 'roe_percent')[0])).toBeLessThan(0);
  expect(troubles).toEqual([]);
  await context.close();
});

test('R24 TP and SL are those of one order: once it is taken they are unticked and empty, and their triggers are changed in their rows', async () => {
  const user = await trader('20000');
  const { page, troubles, context } = await openTerminal(user);
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: 'Market', exact: true }).click();
  await ticket.getByLabel('Amount', { exact: true }).fill('0.01');
  const exits = ticket.getByRole('checkbox', { name: 'TP / SL' });
  await ticket.getByText('TP / SL', { exact: true }).click();
  await ticket.getByLabel('TP', { exact: true }).fill(await near(1.05));
  await ticket.getByRole('button', { name: /^Buy \/ Long 0.01 BTC/ }).click();
  await tableOf(page)
    .getByRole('row', { name: /BTCUSDT.*Long/ })
    .waitFor();
  await expect.poll(() => exits.isChecked()).toBe(false);
  await expect.poll(() => ticket.getByLabel('Amount', { exact: true }).inputValue()).toBe('');
  await ticket.getByText('TP / SL', { exact: true }).click();
  await expect.poll(() => ticket.getByLabel('TP', { exact: true }).inputValue()).toBe('');
  await tableOf(page)
    .getByRole('tab', { name: /^Open orders/ })
    .click();
  const exit = tableOf(page).getByRole('row', { name: /Take-profit.*Sell/ });
  await exit.getByRole('button', { name: /^Change/ }).focus();
  await page.keyboard.press('Enter');
  // An exit is as large as what it closes: it has a trigger and no amount of its own.
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Trigger').waitFor();
  expect(await dialog.getByLabel('Amount').count()).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});
