/** How the pills of one's own orders stand on the chart: they move no candles, cover no last price, and no line runs through them. */
import type { Order } from '@agio/contracts/http/spot';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestUser } from '../exchange.ts';
import { picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';

/** A market that nobody else trades in: what moves on the chart is the test's own doing. */
const site = visitExchange();

let keys = 0;
async function place(user: TestUser, side: 'BUY' | 'SELL', price: string, quantity = '0.01'): Promise<Order> {
  return send(user, { side, type: 'LIMIT', timeInForce: 'GTC', price, quantity });
}
async function send(user: TestUser, order: object): Promise<Order> {
  const headers = { 'idempotency-key': `pills-${user.uid}-${(keys += 1)}` };
  const body = { symbol: 'BTCUSDT', ...order };
  const sent = { token: user.token, headers };
  const answer = await site.exchange.call<{ order: Order }>('POST', '/web/spot/order/place', body, sent);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data.order;
}

/** Trades at these prices, one after the other. */
async function trade(...prices: readonly string[]): Promise<void> {
  const seller = await site.exchange.createUser({ BTC: '10' });
  const buyer = await site.exchange.createUser({ USDT: '1000000' });
  for (const price of prices) {
    await place(seller, 'SELL', price);
    await place(buyer, 'BUY', price);
  }
}

const chartOf = (page: Page) => page.getByRole('region', { name: 'Chart' });

async function openChart(user: TestUser) {
  const visit = await site.visit({ session: user.token, theme: 'dark' });
  await visit.page.goto('/spot-trade/BTCUSDT');
  await chartOf(visit.page).locator('canvas').first().waitFor();
  return visit;
}

interface Tag {
  readonly color: 'up' | 'down' | 'none';
  /** Its middle, in the window. */
  readonly x: number;
  readonly y: number;
}

/** The tag of the newest price, found in the picture of the axis: nothing else there has a color of prices. */
const lastTag = (page: Page): Promise<Tag> =>
  chartOf(page).evaluate((chart) => {
    const probe = chart.appendChild(document.createElement('i'));
    const rgb = (token: string) => {
      probe.style.color = `var(${token})`;
      const canvas = document.createElement('canvas').getContext('2d')!;
      canvas.fillStyle = getComputedStyle(probe).color;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data;
    };
    const colors = { up: rgb('--up'), down: rgb('--down') };
    probe.remove();
    const none: Tag = { color: 'none', x: 0, y: 0 };
    for (const canvas of chart.querySelectorAll('canvas')) {
      const box = canvas.getBoundingClientRect();
      if (box.width > 120 || box.height < 120) continue;
      const { data, width, height } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      for (const color of ['up', 'down'] as const) {
        const rows = [];
        const [r, g, b] = colors[color];
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === r && data[at + 1] === g && data[at + 2] === b) rows.push(Math.floor(at / 4 / width));
        // A tag is a filled box, not a line.
        if (rows.length < 200) continue;
        const y = box.top + ((Math.min(...rows) + Math.max(...rows)) / 2 / height) * box.height;
        return { color, x: box.left + box.width / 2, y };
      }
    }
    return none;
  });

test('the newest price has one color: the chart’s tag goes by the last move, as the head of the page does', async () => {
  // The candle of now is up from where it began, the last move is down.
  await trade('90000', '91000', '90500');
  const { page, context, troubles } = await openChart(await site.exchange.createUser({ USDT: '1000' }));
  await page.locator('section[aria-label=Market] .text-down').first().waitFor();
  await expect.poll(async () => (await lastTag(page)).color).toBe('down');
  await picture(page, 'chart-last-direction');
  await trade('90600');
  await page.locator('section[aria-label=Market] .text-up').first().waitFor();
  await expect.poll(async () => (await lastTag(page)).color).toBe('up');
  // Another theme has other colors.
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await expect.poll(async () => (await lastTag(page)).color).toBe('up');
  expect(troubles).toEqual([]);
  await context.close();
});

/** The times below the candles, as a picture: they stand elsewhere when the candles do. */
const timesOf = (page: Page): Promise<string> =>
  chartOf(page).evaluate((chart) => {
    const rows = [...chart.querySelectorAll('canvas')].filter(
      ({ clientWidth, clientHeight }) => clientWidth > 200 && clientHeight < 40 && clientHeight > 8,
    );
    return rows.map((canvas) => canvas.toDataURL()).join('\n');
  });

/** The picture once it stands still. */
async function restedTimes(page: Page): Promise<string> {
  let before = '';
  for (let still = 0; still < 3;) {
    const now = await timesOf(page);
    still = now === before && now !== '' ? still + 1 : 0;
    before = now;
    await page.waitForTimeout(200);
  }
  return before;
}

test('the candles stay where they are when an order comes and when it goes', async () => {
  await trade('90000', '91000', '90500');
  const user = await site.exchange.createUser({ USDT: '5000' });
  const { page, context } = await openChart(user);
  await chartOf(page).getByRole('button', { name: '1d', exact: true }).click();
  const before = await restedTimes(page);
  await place(user, 'BUY', '90100');
  const pill = chartOf(page).getByRole('group', { name: /^Buy 0\.01/ });
  await pill.waitFor();
  expect(await restedTimes(page)).toBe(before);
  await chartOf(page)
    .getByRole('button', { name: /^Cancel: Buy 0\.01 at/ })
    .click();
  await pill.waitFor({ state: 'detached' });
  await page.mouse.move(5, 5);
  expect(await restedTimes(page)).toBe(before);
  await context.close();
});

test('a pill that is longer than its room moves no candles either: it is cut until it is pointed at or has the focus', async () => {
  await trade('90000', '91000', '90500');
  const user = await site.exchange.createUser({ BTC: '5' });
  const { page, context } = await openChart(user);
  await chartOf(page).getByRole('button', { name: '1d', exact: true }).click();
  const before = await restedTimes(page);
  const trailing = { side: 'SELL', type: 'TRAILING_STOP_MARKET', quantity: '0.12345', deltaBips: 155 };
  await send(user, { ...trailing, activationPrice: '90900' });
  const pill = chartOf(page).locator('[data-part=pill]', { hasText: 'Activation price' });
  await pill.waitFor();
  expect(await restedTimes(page)).toBe(before);
  const widthOf = async () => (await pill.boundingBox())!.width;
  const cut = await widthOf();
  await picture(page, 'chart-long-pill');
  await chartOf(page)
    .getByRole('button', { name: /^Cancel: Activation price/ })
    .focus();
  await expect.poll(widthOf).toBeGreaterThan(cut + 10);
  await picture(page, 'chart-long-pill-focused');
  expect(await restedTimes(page)).toBe(before);
  await context.close();
});

test('the pill of an order below the picture stands under the tag of a price that is below it too', async () => {
  await trade('91000', '90000');
  const user = await site.exchange.createUser({ USDT: '5000' });
  await place(user, 'BUY', '50000');
  const { page, context } = await openChart(user);
  const row = chartOf(page).locator('[data-part=row]').first();
  await row.waitFor();
  // The orders may be drawn before the candles are.
  await expect.poll(async () => (await lastTag(page)).color).not.toBe('none');
  // Stretched at the axis until the newest price is out of sight: its tag stays at the lower edge.
  const { x, y } = await lastTag(page);
  for (let turn = 0; turn < 6; turn += 1) {
    await page.mouse.move(x, y - 60);
    await page.mouse.down();
    await page.mouse.move(x, y - 260, { steps: 6 });
    await page.mouse.up();
  }
  await page.mouse.move(5, 5);
  await picture(page, 'chart-price-below');
  // Of the prices: panes of indicators stand below.
  const bottom = async () => {
    const box = (await chartOf(page).locator('canvas').first().boundingBox())!;
    return box.y + box.height;
  };
  await expect.poll(async () => (await bottom()) - (await lastTag(page)).y).toBeLessThan(16);
  const distance = async () => {
    const pill = (await row.boundingBox())!;
    return pill.y + pill.height / 2 - (await lastTag(page)).y;
  };
  await expect.poll(distance).toBeGreaterThanOrEqual(19);
  await context.close();
});

test('no dashed line runs through a pill, and many pills leave the tag of the newest price free', async () => {
  await trade('90000', '91000', '90500');
  const user = await site.exchange.createUser({ USDT: '20000' });
  for (let step = 1; step <= 16; step += 1) await place(user, 'BUY', String(90_500 - 15 * step));
  const { page, context } = await openChart(user);
  const pills = chartOf(page).locator('[data-part=pill]');
  await expect.poll(() => pills.count()).toBe(16);
  await expect.poll(async () => (await lastTag(page)).color).not.toBe('none');
  await picture(page, 'chart-many-pills');
  // What takes no presses is not found at a place: for this look everything does.
  await chartOf(page)
    .locator('[data-line] *')
    .evaluateAll((parts) => {
      for (const part of parts) if (part instanceof HTMLElement) part.style.pointerEvents = 'auto';
    });
  const struck = await pills.evaluateAll((all) =>
    all
      .filter((pill) => {
        const { left, top, width, height } = pill.getBoundingClientRect();
        for (let y = 1; y < height - 1; y += 0.5)
          if (document.elementFromPoint(left + width / 2, top + y)?.matches('[data-part=rule], [data-part=link]'))
            return true;
        return false;
      })
      .map((pill) => pill.textContent),
  );
  expect(struck).toEqual([]);
  // A figure of the scale that a tag touches is covered whole: what stands behind the tag is higher there than the tag.
  const grounds = await chartOf(page)
    .locator('[data-part=ground]:visible')
    .evaluateAll((all) => all.map((ground) => ground.clientHeight));
  expect(Math.min(...grounds)).toBeGreaterThanOrEqual(18);
  expect(Math.max(...grounds)).toBeGreaterThan(18);
  const { x, y } = await lastTag(page);
  const covers = await page.evaluate(
    ([left, top]) => document.elementFromPoint(left!, top!)?.closest('[data-line]')?.textContent ?? null,
    [x, y],
  );
  expect(covers).toBeNull();
  await context.close();
});

test('a long pill that was out of sight at first is cut as well once it comes into sight', async () => {
  await trade('90000', '91000', '90500');
  const user = await site.exchange.createUser({ BTC: '5' });
  const trailing = { side: 'SELL', type: 'TRAILING_STOP_MARKET', quantity: '0.12345', deltaBips: 155 };
  await send(user, { ...trailing, activationPrice: '94000' });
  // Of those above the picture only the nearest is in sight.
  await place(user, 'SELL', '93000');
  const { page, context } = await openChart(user);
  const long = chartOf(page).locator('[data-part=pill]', { hasText: 'Activation price' });
  await chartOf(page).locator('[data-part=pill]', { hasText: 'Sell 0.01' }).waitFor();
  await long.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await lastTag(page)).color).not.toBe('none');
  const { x, y } = await lastTag(page);
  for (let turn = 0; turn < 4 && !(await long.isVisible()); turn += 1) {
    await page.mouse.move(x, y - 120);
    await page.mouse.down();
    await page.mouse.move(x, y + 80, { steps: 6 });
    await page.mouse.up();
  }
  await page.mouse.move(5, 5);
  await long.waitFor();
  await expect.poll(() => long.getAttribute('data-fit')).toBe('cut');
  await context.close();
});

test.each([390, 320])(
  'at %s px side, amount and callback of a pill stay whole: the words for its kind give way',
  async (width) => {
    await trade('90000', '91000', '90500');
    const user = await site.exchange.createUser({ BTC: '5' });
    const trailing = { side: 'SELL', type: 'TRAILING_STOP_MARKET', quantity: '0.12345', deltaBips: 155 };
    await send(user, { ...trailing, activationPrice: '90900' });
    const visit = await site.visit({ session: user.token, width, height: 700, isPhone: true });
    await visit.page.goto('/spot-trade/BTCUSDT');
    const pill = chartOf(visit.page).locator('[data-part=pill]', { hasText: 'Sell 0.12345' });
    await pill.waitFor();
    await expect.poll(() => pill.getAttribute('data-fit')).toBe('bare');
    expect(await pill.locator('[data-part=kind]').isVisible()).toBe(false);
    const label = pill.getByText(/^Sell 0\.12345 · .1\.55%.$/);
    const { inner, outer } = await label.evaluate((words) => ({ inner: words.scrollWidth, outer: words.clientWidth }));
    expect(inner).toBeLessThanOrEqual(outer);
    // Its name says all of it.
    await chartOf(visit.page)
      .getByRole('group', { name: /^Activation price · Sell 0\.12345/ })
      .waitFor();
    await picture(visit.page, `chart-pill-${width}`);
    await visit.context.close();
  },
);

test.each([
  ['ru-ru', 390, 'Продать'],
  ['ru-ru', 320, 'Продать'],
  ['fa-ir', 390, 'فروش'],
  ['fa-ir', 320, 'فروش'],
] as const)('A1.4 in %s at %s px the pills of an order pair keep their mark', async (language, width, sell) => {
  await trade('90000', '91000', '90500');
  const user = await site.exchange.createUser({ BTC: '5' });
  const pair = { symbol: 'BTCUSDT', side: 'SELL', quantity: '0.12345', price: '90900', stopPrice: '90200' };
  const headers = { 'idempotency-key': `pills-oco-${user.uid}` };
  const placed = await site.exchange.call('POST', '/web/spot/order/oco/place', pair, { token: user.token, headers });
  expect(placed).toMatchObject({ code: 0 });
  const { page, context } = await site.visit({ session: user.token, width, height: 700, isPhone: true });
  await page.goto(`/${language}/spot-trade/BTCUSDT`);
  const pills = page.locator('[data-part=pill]', { hasText: sell });
  await expect.poll(() => pills.count()).toBe(2);
  for (const pill of await pills.all()) {
    const mark = pill.getByText(/OCO/);
    await mark.waitFor();
    // In whole: nothing of it is cut or stands beyond the picture.
    const isWhole = await mark.evaluate((words) => {
      const { left, right } = words.getBoundingClientRect();
      return words.scrollWidth <= words.clientWidth && left >= 0 && right <= innerWidth;
    });
    expect(isWhole).toBe(true);
  }
  await picture(page, `chart-pills-oco-${language}-${width}`);
  await context.close();
});
