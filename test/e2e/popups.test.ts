/** What opens over a page: notices, warnings, questions, the loading line; and pages whose files are gone. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { picture } from './browser.ts';
import { barriers, holdsFocus, isOnTop, zOf } from './probes.ts';
import { visitExchange } from './exchange-visit.ts';

const DAY_MS = 86_400_000;
const site = visitExchange();

describe('the notice of restricted locations', () => {
  const NOTICE = { countries: [], title: 'Not in your place', content: 'First line.\nSecond line.', button: 'I know' };
  afterEach(() => site.exchange.operate('/operator/notice/clear', { countries: [] }));

  test('S1 K1 modal 460: its texts are the server’s, it has no title bar and no cancel, only its button closes it', async () => {
    await site.exchange.operate('/operator/notice/set', NOTICE);
    const { page, context, troubles } = await site.visit();
    await page.goto('/market');
    const dialog = page.getByRole('alertdialog', { name: NOTICE.title });
    await dialog.waitFor();
    await picture(page, 'location-notice');
    await expect.poll(() => dialog.getByText('First line.').innerText()).toBe(NOTICE.content);
    expect((await dialog.boundingBox())?.width).toBeCloseTo(460, 2);
    await expect.poll(() => dialog.getByRole('button').allInnerTexts()).toEqual(['I know']);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 400);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
    await page.waitForTimeout(300);
    await expect.poll(() => holdsFocus(page, '[role=alertdialog]')).toBe(true);
    await expect.poll(() => barriers(page, '[role=alertdialog]')).toEqual([]);
    await dialog.getByRole('button').click();
    await dialog.waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('S1 E1 confirming stores the time: not before 24 h it shows again', async () => {
    await site.exchange.operate('/operator/notice/set', {
      ...NOTICE,
      locale: 'fa-ir',
      button: 'می‌دانم',
      title: 'در محل شما نه',
    });
    const { page, context } = await site.visit({ width: 390, height: 844, theme: 'light' });
    await page.goto('/fa-ir/market');
    await page.getByRole('button', { name: 'می‌دانم' }).waitFor();
    await picture(page, 'location-notice-fa-phone');
    const before = Date.now();
    await page.getByRole('button', { name: 'می‌دانم' }).click();
    const readTime = () => page.evaluate(() => Number(localStorage.getItem('limitedAccessTime')));
    expect(await readTime()).toBeGreaterThanOrEqual(before);
    await page.reload({ waitUntil: 'networkidle' });
    await page.waitForTimeout(500);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.evaluate((ms) => localStorage.setItem('limitedAccessTime', String(Date.now() - ms + 60_000)), DAY_MS);
    await page.reload({ waitUntil: 'networkidle' });
    await page.waitForTimeout(500);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.evaluate((ms) => localStorage.setItem('limitedAccessTime', String(Date.now() - ms)), DAY_MS);
    await page.reload();
    await page.getByRole('alertdialog').waitFor();
    await context.close();
  });

  test('S1 C36 no notice shows unless the server says so; a crawler does not ask', async () => {
    await site.exchange.operate('/operator/notice/set', { ...NOTICE, display: false });
    const { page, context } = await site.visit();
    const answered = page.waitForResponse('**/web/api/v1/compliance');
    await page.goto('/market');
    expect(await (await answered).json()).toMatchObject({ code: 0, data: { display: false } });
    await page.waitForTimeout(500);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await context.close();
    const crawler = await site.browser.newContext({ baseURL: site.exchange.url, userAgent: 'Googlebot/2.1' });
    const visited = await crawler.newPage();
    const asked: string[] = [];
    visited.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visited.goto('/market', { waitUntil: 'networkidle' });
    expect(asked).toContain('/market');
    expect(asked).not.toContain('/web/api/v1/compliance');
    await crawler.close();
  });
});

describe('the warning of old browsers', () => {
  const withoutAt = (context: BrowserContext) =>
    context.addInitScript(() => void delete (Array.prototype as { at?: unknown }).at);

  test('S3 K1 browser warning 10,000: it stands in the corner that long, over everything', async () => {
    const { page, context } = await site.visit();
    await withoutAt(context);
    // The page's own clock stands still and is moved by hand: a busy machine may take ten seconds to open the page.
    const openedAt = Date.now();
    await page.clock.install({ time: openedAt });
    await page.clock.pauseAt(openedAt + 1_000);
    await page.goto('/market', { waitUntil: 'commit' });
    const warning = page.locator('.browser-warning');
    await warning.waitFor();
    const box = (await warning.boundingBox())!;
    expect([box.y < 60, box.x + box.width > 1_380]).toEqual([true, true]);
    await expect.poll(() => zOf(page, '.browser-warning')).toBeGreaterThanOrEqual(5_000);
    await picture(page, 'browser-warning');
    await page.clock.runFor(9_999);
    await expect.poll(() => warning.count()).toBe(1);
    await page.clock.runFor(1);
    await warning.waitFor({ state: 'detached' });
    await page.reload({ waitUntil: 'commit' });
    await warning.waitFor();
    await context.close();
  });

  test('S3 a browser of 2023 that is not warned can run the site', async () => {
    const { page, context, troubles } = await site.visit();
    await context.addInitScript(() => {
      delete (URL as { parse?: unknown }).parse;
      delete (Promise as { withResolvers?: unknown }).withResolvers;
      delete (Object as { groupBy?: unknown }).groupBy;
    });
    await page.goto('/');
    await page.getByRole('link', { name: 'Markets' }).first().click();
    await page.waitForURL('**/market');
    expect([await page.getByRole('heading', { level: 1 }).count(), troubles]).toEqual([1, []]);
    await context.close();
  });

  test('S3 once closed it never comes again; other browsers never see it', async () => {
    const { page, context } = await site.visit();
    await withoutAt(context);
    await page.goto('/fa-ir/market', { waitUntil: 'commit' });
    const warning = page.locator('.browser-warning');
    await warning.getByRole('button').click();
    await warning.waitFor({ state: 'detached' });
    await page.reload({ waitUntil: 'networkidle' });
    expect(await warning.count()).toBe(0);
    await context.close();
    const modern = await site.visit();
    await modern.page.goto('/market', { waitUntil: 'networkidle' });
    expect(await modern.page.locator('.browser-warning').count()).toBe(0);
    await modern.context.close();
  });
});

describe('pages that fail', () => {
  const follow = (page: Page) => page.locator('header a[href="/market"]').first().click();

  test('S4 the full-page error says so, and Refresh clears it', async () => {
    const { page, context } = await site.visit();
    await page.goto('/login', { waitUntil: 'networkidle' });
    await page.route('**/market.data*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.goto('/', { waitUntil: 'networkidle' });
    await follow(page);
    await page.getByRole('heading', { name: '500 Server Error' }).waitFor();
    await page.getByText('Sorry, something went wrong').waitFor();
    await picture(page, 'server-error');
    await page.unroute('**/market.data*');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('heading', { name: '500 Server Error' }).waitFor({ state: 'detached' });
    await page.locator('h1').first().waitFor({ state: 'attached' });
    expect(await page.getByText('Sorry, something went wrong').count()).toBe(0);
    await context.close();
  });

  test('N14 a crawler gets no error page, and its console says what failed', async () => {
    const userAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    const { page, context } = await site.visit({ userAgent });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto('/login', { waitUntil: 'networkidle' });
    await page.route('**/market.data*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.goto('/', { waitUntil: 'networkidle' });
    await follow(page);
    await page.locator('main:empty').waitFor({ state: 'attached' });
    expect(await page.getByText('Sorry, something went wrong').count()).toBe(0);
    expect(await page.locator('h1').count()).toBe(0);
    await expect.poll(() => said.some((line) => line.startsWith('The page failed:'))).toBe(true);
    await context.close();
  });

  test('T10 K1 reload guard 10,000: a page whose file is gone is loaded anew once, then says that it failed', async () => {
    const { page, context } = await site.visit();
    await page.goto('/', { waitUntil: 'networkidle' });
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
    });
    let isGone = true;
    await page.route('**/static/market-*.js', (route) => (isGone ? route.abort() : route.continue()));
    await follow(page);
    await page.waitForURL('**/market');
    await page.waitForTimeout(3_000);
    expect(loads).toEqual(['/market']);
    await page.evaluate(() => {
      const note = JSON.parse(sessionStorage.getItem('chunkReload') ?? '{}') as { expires: number };
      sessionStorage.setItem('chunkReload', JSON.stringify({ ...note, expires: Date.now() }));
    });
    isGone = false;
    await page.reload({ waitUntil: 'networkidle' });
    await expect.poll(() => page.locator('h1').count()).toBe(1);
    expect(loads).toEqual(['/market', '/market']);
    await context.close();
  });

  test('T10 a server that is away is waited for: the page stays, says so, and goes on when it is back', async () => {
    const { page, context } = await site.visit();
    await page.goto('/', { waitUntil: 'networkidle' });
    const away = '**/{static,healthz,tripartite-coin,web}**';
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Coins issued by others' });
    // A link that the page has not taken over yet is the browser's own.
    await link.scrollIntoViewIfNeeded();
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('footer a')!).some((key) => key.startsWith('__reactFiber')),
    );
    await page.route(away, (route) => route.abort('connectionrefused'));
    await link.click();
    await page.locator('[data-toast=error]').waitFor();
    await page.waitForTimeout(3_000);
    expect(new URL(page.url()).pathname).toBe('/');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('An exchange');
    await page.unroute(away);
    await page.waitForURL('**/tripartite-coin');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.close();
  });

  test('T10 the app’s own first files: one reload, no more', async () => {
    const { page, context } = await site.visit();
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
    });
    await page.route('**/static/entry.client-*.js', (route) => route.abort());
    await page.goto('/market', { waitUntil: 'commit' });
    await page.waitForTimeout(4_000);
    expect(loads).toEqual(['/market', '/market']);
    await context.close();
  });
});

test('S7 a page that takes its time shows the line until it is there', async () => {
  const { page, context } = await site.visit();
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.route('**/market.data*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.locator('header a[href="/market"]').first().click();
  await page.getByRole('progressbar').waitFor();
  await expect.poll(() => zOf(page, '[data-loading]')).toBe(5_000);
  await picture(page, 'loading-line');
  await page.waitForURL('**/market');
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await context.close();
});

test('S7 a link that is pointed at is loaded before it is pressed', async () => {
  const { page, context } = await site.visit();
  await page.goto('/login', { waitUntil: 'networkidle' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.locator('a[href="/register"], a[href^="/register?"]').first().hover();
  await expect.poll(() => asked.filter((path) => /register/.test(path)).length).toBeGreaterThan(1);
  expect(page.url()).toContain('/login');
  await context.close();
});

describe('a question before something that cannot be undone', () => {
  test('T2 K1 z bases 1000/5000: it holds the focus, gives it back, stays when its hook fails, and toasts lie over it', async () => {
    const user = await site.exchange.createUser();
    const { page, context } = await site.visit({ session: user.token });
    await page.goto('/account/api', { waitUntil: 'networkidle' });
    const opener = page.locator('table button:has(svg.lucide-trash-2)').first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await picture(page, 'confirm');
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab');
      await expect.poll(() => holdsFocus(page, '[role=alertdialog]')).toBe(true);
    }
    await expect.poll(() => barriers(page, '[role=alertdialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    let isAway = true;
    await page.route('**/web/user/api-key/delete', (route) => (isAway ? route.abort() : route.continue()));
    await opener.click();
    await question.getByRole('button').last().click();
    await page.locator('[data-toast=error]').waitFor();
    await picture(page, 'confirm-failed');
    await expect.poll(() => question.count()).toBe(1);
    await expect.poll(() => zOf(page, '[role=alertdialog]')).toBeGreaterThanOrEqual(1_000);
    await expect.poll(() => zOf(page, '[data-toast=error]')).toBe(5_000);
    await expect.poll(() => isOnTop(page, '[data-toast=error]')).toBe(true);
    isAway = false;
    await question.getByRole('button').last().click();
    await page.locator('[data-toast=success]').waitFor();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => opener.count()).toBe(0);
    await context.close();
  });
});
