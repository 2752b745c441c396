/** The page of markets, favorites and the search, in a browser. */
import { ALL_LOCALES } from '@agio/contracts/locales';
import { expect, test } from 'vitest';
import { picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { turnOf } from './look-seed.ts';
import { barriers } from './probes.ts';

const site = visitSharedExchange();
const OWN = '/web/optional/api/v1/user/own';

const favoritesOf = async (token: string, type = 'SPOT'): Promise<readonly string[]> =>
  (await site.exchange.call<{ symbols: string[] }>('GET', `${OWN}?type=${type}`, undefined, { token })).data.symbols;

test('C15 favorites of a device are added to the account at the log-in, and follow the person to another device', async () => {
  const { token } = await site.exchange.createUser();
  const { page, context } = await site.visit();
  const star = (pair: string) => page.getByRole('button', { name: `${pair} is a favorite` });
  await page.goto('/market');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await star('BTC/USDT').click();
  await page.getByRole('button', { name: /^Futures/ }).click();
  await star('ETHUSDT').click();
  expect([await favoritesOf(token), await favoritesOf(token, 'FUTURES')]).toEqual([[], []]);
  await context.addCookies([{ name: 'agio-token', value: token, url: site.exchange.url }]);
  await page.goto('/market');
  await expect.poll(() => favoritesOf(token)).toEqual(['BTCUSDT']);
  await expect.poll(() => favoritesOf(token, 'FUTURES')).toEqual(['ETHUSDT']);
  // What the account has, the device does not keep: the next person to use it has favorites of their own.
  const kept = () => page.evaluate(() => localStorage.getItem('agio.preferences') ?? '');
  await expect.poll(kept).not.toMatch(/BTCUSDT|ETHUSDT/);
  await expect.poll(() => star('BTC/USDT').getAttribute('aria-pressed')).toBe('true');
  await context.close();

  const elsewhere = await site.visit({ session: token });
  await elsewhere.page.goto('/market');
  await elsewhere.page.getByRole('button', { name: /^Favorites/ }).click();
  await expect.poll(() => elsewhere.page.locator('main tbody tr').count()).toBe(2);
  await elsewhere.page.getByRole('button', { name: 'BTC/USDT is a favorite' }).click();
  await expect.poll(() => favoritesOf(token)).toEqual([]);
  expect(await favoritesOf(token, 'FUTURES')).toEqual(['ETHUSDT']);
  await elsewhere.context.close();
});

test('C15 a favorite that cannot be saved is taken back, and the person is told', async () => {
  const { token } = await site.exchange.createUser();
  const { page, context } = await site.visit({ session: token });
  await page.goto('/market');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  const star = page.getByRole('button', { name: 'BTC/USDT is a favorite' });
  await page.route('**/update_optional_symbol', (route) => route.abort());
  await star.click();
  await page.getByText('BTCUSDT: favorite not saved').waitFor();
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('false');
  await page.unroute('**/update_optional_symbol');
  await star.click();
  await expect.poll(() => favoritesOf(token)).toEqual(['BTCUSDT']);
  await context.close();
});

test('C15 a list of favorites that cannot be read says so, and comes when it is asked again', async () => {
  const { token } = await site.exchange.createUser();
  const body = { symbol: 'SOLUSDT', operationType: 'ADD', type: 'SPOT' };
  await site.exchange.call('POST', '/web/optional/update_optional_symbol', body, { token });
  const { page, context } = await site.visit({ session: token });
  await page.route(`**${OWN}*`, (route) => route.abort());
  await page.goto('/market');
  await page.getByRole('button', { name: /^Favorites/ }).click();
  await page.getByText('Your favorites could not be read').waitFor();
  await page.unroute(`**${OWN}*`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => page.locator('main tbody tr').allInnerTexts()).toEqual([expect.stringContaining('SOL')]);
  await context.close();
});

test('R21 the line of each market points where its change does, and a whole row leads to its market', async () => {
  const { page, context } = await site.visit();
  await page.goto('/market');
  const disagreeing = () =>
    page.locator('main tbody tr').evaluateAll((rows) =>
      rows
        .map((row) => ({
          change: row.querySelector('td:nth-child(4)')?.textContent ?? '',
          isDown: row.querySelector('svg[viewBox="0 0 108 24"]')?.classList.contains('text-down') ?? null,
        }))
        .filter(({ change, isDown }) => !change.includes('0.00%') && isDown !== change.includes('−')),
    );
  await expect.poll(() => page.locator('main tbody tr').count()).toBeGreaterThan(5);
  await expect.poll(disagreeing).toEqual([]);
  const row = page.locator('main tbody tr').filter({ hasText: 'Solana' });
  const box = (await row.boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.55, box.y + box.height / 2);
  await page.waitForURL('**/spot-trade/SOLUSDT');
  await context.close();
});

test('R21 C31 contracts stand beside the spot markets with mark, funding and open interest, ordered by any of them', async () => {
  const { page, context } = await site.visit();
  await page.goto('/market');
  await page.getByRole('button', { name: /^Futures/ }).click();
  const rows = page.locator('main tbody tr');
  await expect.poll(() => rows.count()).toBeGreaterThan(3);
  await expect.poll(() => rows.first().innerText()).toMatch(/[+−]?\d\.\d{4}%\s+\d{2}:\d{2}:\d{2}/);
  await page.getByRole('button', { name: 'Last price' }).click();
  await expect.poll(() => rows.first().innerText()).toContain('BTC');
  await page.getByRole('button', { name: 'Last price' }).click();
  await expect.poll(() => rows.last().innerText()).toContain('BTC');
  await page.getByLabel('Find a pair').fill('sol');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByLabel('Find a pair').fill('zzz');
  await page.getByText('No pair matches these filters.').waitFor();
  await context.close();
});

test.each([
  ['desktop', undefined],
  ['phone', { width: 390, height: 844, isPhone: true } as const],
])(
  'R21 on a %s each row has buttons of its own, which the keyboard reaches: a quick trade, and the terminal of its market',
  async (name, screen) => {
    // A visitor who follows a link to a contract is asked to log in first.
    const { token } = await site.exchange.createUser();
    const { page, context, troubles } = await site.visit({ ...screen, session: token });
    await page.goto('/market');
    await page.waitForFunction(() => '__reactRouterDataRouter' in window);
    const rows = page.locator('main tbody tr');
    await expect.poll(() => rows.count()).toBeGreaterThan(5);
    await expect.poll(() => page.getByRole('button', { name: /^Quick trade / }).count()).toBe(await rows.count());
    await page.getByRole('button', { name: 'Price alert for SOL/USDT' }).focus();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    expect(await focused()).toBe('Quick trade SOL/USDT');
    await picture(page, `market-buttons-${name}`);
    if (screen) {
      const box = (await page.getByRole('button', { name: 'Quick trade SOL/USDT' }).boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      // The row itself leads to the terminal.
      expect(await page.getByRole('link', { name: /^Trade / }).count()).toBe(0);
    } else {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Trade SOL/USDT');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/spot-trade/SOLUSDT');
      await page.goto('/market');
      await page.waitForFunction(() => '__reactRouterDataRouter' in window);
    }
    await page.getByRole('button', { name: /^Futures/ }).click();
    const trade = page.getByRole('link', { name: 'Trade ETHUSDT' });
    if (screen) {
      const box = (await trade.boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    await picture(page, `market-contracts-${name}`);
    await trade.click();
    await page.waitForURL('**/contract-trade/ETHUSDT');
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test.each([
  ['desktop', undefined],
  ['phone', { width: 390, height: 844, isPhone: true } as const],
])('R21 on a %s a quick trade tells worst price, fee and what comes of it, and buys', async (name, screen) => {
  const { token } = await site.exchange.createUser({ USDT: '1000' });
  const { page, context, troubles } = await site.visit({ ...screen, session: token });
  await page.goto('/market');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  const button = page.getByRole('button', { name: 'Quick trade ETH/USDT' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quick trade ETH/USDT' });
  await dialog.getByText(/1,000\.00\sUSDT/).waitFor();
  await dialog.getByLabel('Spend').fill('100');
  const valueOf = (label: string) => dialog.locator('dl > div').filter({ hasText: label }).locator('dd').innerText();
  await expect.poll(() => valueOf('Never above')).toMatch(/^[\d,.]+ USDT$/);
  await expect.poll(() => valueOf('Fee')).toMatch(/^0\.\d+ ETH$/);
  await expect.poll(() => valueOf('You receive')).toMatch(/^0\.\d+ ETH$/);
  expect(await barriers(page, '[role=dialog]')).toEqual([]);
  await picture(page, `market-quick-trade-${name}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // Who closed it stands where he was.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Quick trade ETH/USDT');
  await button.click();
  await dialog.getByLabel('Spend').fill('100');
  await dialog.getByRole('button', { name: /^Buy/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  const held = async () => {
    const { data } = await site.exchange.call<{ balances: { asset: string; available: string }[] }>(
      'GET',
      '/web/spot/account/balances',
      undefined,
      { token },
    );
    return Object.fromEntries(data.balances.map(({ asset, available }) => [asset, Number(available)]));
  };
  await expect.poll(async () => (await held())['ETH'] ?? 0).toBeGreaterThan(0);
  expect((await held())['USDT']).toBeGreaterThan(890);
  expect((await held())['USDT']).toBeLessThan(901);
  expect(troubles).toEqual([]);
  await context.close();
});

test('R21 a quick trade asks a visitor to log in, and what cannot be loaded is asked for again', async () => {
  const { page, context } = await site.visit();
  await page.goto('/market');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.route('**/web/spot/depth*', (route) => route.abort());
  await page.getByRole('button', { name: 'Quick trade ETH/USDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick trade ETH/USDT' });
  await dialog.getByText('This could not be loaded.').waitFor();
  await page.unroute('**/web/spot/depth*');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL('**/login?redirect=%2Fmarket');
  await context.close();
});

test('R21 below 380 pixels, and with large text on a phone, the row alone leads there', async () => {
  for (const [width, size] of [
    [360, '100'],
    [390, '150'],
  ] as const) {
    const { page, context } = await site.visit({ width, height: 780, isPhone: true });
    await context.addCookies([{ name: 'text-size', value: size, url: site.exchange.url }]);
    await page.goto('/market');
    await expect.poll(() => page.locator('main tbody tr').count()).toBeGreaterThan(5);
    expect(await page.getByRole('button', { name: /^Quick trade / }).count()).toBe(0);
    await page.getByRole('button', { name: /^Futures/ }).click();
    expect(await page.getByRole('link', { name: /^Trade / }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await context.close();
  }
});

test('C30 where the search cannot ask the server it says so and still finds pages', async () => {
  const { page, context } = await site.visit();
  await page.goto('/market');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.route('**/web/global/search/all*', (route) => route.abort());
  await page.keyboard.press('/');
  await page.getByText('This could not be loaded.').waitFor();
  await page.getByRole('combobox', { name: 'Search' }).fill('fees');
  await page.getByRole('option', { name: 'Trading fees' }).click();
  await page.waitForURL('**/service/handling-fee');
  await context.close();
});

const percentOf = (text: string): number => Number(/[+−-]?[\d.]+%/.exec(text)![0].replace('−', '-').replace('%', ''));

test('R21 above the list stand the largest gains and losses, the most traded and the breadth; “All” orders the whole list so', async () => {
  const { page, context, troubles } = await site.visit();
  await page.goto('/market');
  const rows = page.locator('main tbody tr');
  const all = await rows.count();
  const moves = async (name: string) => {
    const texts = await page.getByRole('region', { name, exact: true }).getByRole('listitem').allInnerTexts();
    return texts.map(percentOf);
  };
  await expect
    .poll(async () => {
      const [up, down] = await Promise.all([moves('Gainers'), moves('Losers')]);
      return up.every((move) => move > 0) && down.every((move) => move < 0) && up.length + down.length > 0;
    })
    .toBe(true);
  const up = await moves('Gainers');
  expect(up).toEqual(up.toSorted((a, b) => b - a));
  await expect.poll(() => page.getByRole('region', { name: 'Most traded' }).getByRole('listitem').count()).toBe(4);
  // The demo's markets opened in 2024: there is no list of new ones, and none is made up.
  expect(await page.getByRole('heading', { name: 'New', exact: true }).count()).toBe(0);
  const breadth = page.getByRole('list', { name: 'Markets that rose and fell in 24 hours' }).filter({ visible: true });
  await expect.poll(() => breadth.innerText()).toMatch(/Fell\s+\d+\s+Unchanged\s+\d+\s+Rose\s+\d+/);
  const counts = (await breadth.innerText()).match(/\d+/g)!.map(Number);
  expect(counts.reduce((sum, count) => sum + count)).toBe(all);
  await picture(page, 'market-dark');
  await page.getByRole('button', { name: 'All Losers' }).click();
  const changes = async () => (await rows.locator('td:nth-child(4)').allInnerTexts()).map(percentOf);
  await expect
    .poll(async () => {
      const shown = await changes();
      return shown.length === all && shown.every((move, row) => row === 0 || shown[row - 1]! <= move + 0.2);
    })
    .toBe(true);
  await page.getByRole('button', { name: 'All Gainers' }).click();
  await expect.poll(async () => (await changes())[0]! >= (await changes()).at(-1)!).toBe(true);
  expect(troubles).toEqual([]);
  await context.close();
});

test('R21 the home page shows the popular markets, and by a press those that rose, fell or were traded most', async () => {
  const { page, context, troubles } = await site.visit();
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Markets', exact: true });
  await section.scrollIntoViewIfNeeded();
  const rows = section.locator('tbody tr');
  await expect.poll(() => rows.first().innerText()).toContain('BTC');
  for (const [list, sign] of [
    ['Gainers', /\+\d/],
    ['Losers', /−\d/],
  ] as const) {
    const tab = section.getByRole('button', { name: list });
    // What stands below the first screen is taken over when it is seen; a press before that is lost.
    await expect
      .poll(async () => {
        await tab.click();
        return tab.getAttribute('aria-pressed');
      })
      .toBe('true');
    await expect
      .poll(async () => {
        if (await section.getByText(/^No market (rose|fell)/).count()) return true;
        const texts = await rows.locator('td:nth-child(3)').allInnerTexts();
        return texts.length > 0 && texts.every((text) => sign.test(text));
      })
      .toBe(true);
    await picture(page, `home-${list}`);
  }
  await section.getByRole('button', { name: 'Most traded' }).click();
  await expect.poll(() => rows.count()).toBe(8);
  expect(await section.getByRole('button', { name: 'New' }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await context.close();
});

test.each([
  ['en-us', 320, 'dark'],
  ['fa-ir', 390, 'light'],
  ['de-de', 600, 'dark'],
] as const)(
  'S9 on a phone each market has its price alert, as large as a finger, in a row that is no wider: %s, %i px',
  async (locale, width, theme) => {
    const { page, context, troubles } = await site.visit({ isPhone: true, width, height: 800, theme });
    const prefix = locale === 'en-us' ? '' : `/${locale}`;
    await page.goto(`${prefix}/market`);
    const rows = page.locator('main tbody tr');
    for (const kind of ['spot', 'futures']) {
      if (kind === 'futures') await page.locator('main button[aria-pressed]').nth(2).click();
      await expect.poll(() => rows.count()).toBeGreaterThan(3);
      const table = page.locator('main table');
      expect(await table.evaluate((each) => each.scrollWidth - each.parentElement!.clientWidth)).toBeLessThanOrEqual(0);
      const bell = rows.first().getByRole('button').last();
      const box = (await bell.boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(40);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      await bell.scrollIntoViewIfNeeded();
      await picture(page, `market-phone-${locale}-${kind}`);
      await bell.tap();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test('S9 on the narrowest phone all three columns of the funding rates are in sight, in every language', async () => {
  const { page, context } = await site.visit({ width: 320, height: 700, isPhone: true });
  // A third of the languages in each run, and Russian, whose words are the longest.
  const shown = ALL_LOCALES.filter(({ key }, place) => key === 'ru-ru' || turnOf(place, 3) === 0);
  for (const { key } of shown) {
    await page.goto(`${key === 'en-us' ? '' : `/${key}`}/service/funding-rate`);
    const table = page.getByRole('table').first();
    await table
      .getByText(/\d\d:\d\d:\d\d/)
      .first()
      .waitFor();
    const cut = await table.evaluate((all) => {
      const frame = all.parentElement!.getBoundingClientRect();
      const boxes = [...all.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect());
      return boxes.filter(({ width, left, right }) => width > 0 && (left < frame.left - 1 || right > frame.right + 1))
        .length;
    });
    expect(cut, key).toBe(0);
    if (key === 'ru-ru') await picture(page, 'funding-rates-ru-320');
  }
  await context.close();
});
