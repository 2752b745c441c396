/** The site for a first-time visitor: on small screens, with large text, in Persian, without a script. */
import { request } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootExchange, type CalledExchange, type TestExchange } from '../exchange.ts';
import { startMisbehavingProxy } from '../misbehaving-proxy.ts';
import { goInside, picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

/** Texts of elements that are wider than the place they have. */
const cutTexts = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)]
        .filter((element) => element.getClientRects().length > 0)
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return element.scrollWidth > element.clientWidth + 1 || left < -1 || right > window.innerWidth + 1;
        })
        .map((element) => element.textContent ?? ''),
    selector,
  );

const served = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(site.exchange.url + path, { redirect: 'manual', ...init });

describe('small screens and large text', () => {
  test('S9 a phone shows the names of the figures of a market in full', async () => {
    for (const javaScript of [false, true]) {
      const { page, context } = await site.visit({ isPhone: true, javaScript });
      for (const [locale, width] of [
        ['de-de', 320],
        ['ru-ru', 320],
        ['fa-ir', 375],
        ['en-us', 390],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${locale === 'en-us' ? '' : `/${locale}`}/spot-trade/BTCUSDT`);
        if (javaScript) await page.locator('main h1 ~ div button[aria-haspopup=dialog]').click();
        const place = javaScript ? '[role=dialog]' : 'main';
        await expect.poll(() => page.locator(`${place} dt:visible`).count()).toBe(5);
        await expect.poll(() => cutTexts(page, `${place} dt, ${place} dd`)).toEqual([]);
        if (locale === 'de-de') await picture(page, `phone-figures-${javaScript ? 'button' : 'no-script'}`);
      }
      await context.close();
    }
  });

  test('S9 with large text a phone shows the change of every market', async () => {
    const { page, context } = await site.visit({ isPhone: true, javaScript: false });
    for (const [locale, width, size] of [
      ['de-de', 375, 150],
      ['ja-jp', 320, 150],
      ['fa-ir', 390, 150],
      ['ru-ru', 390, 125],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await context.addCookies([{ name: 'text-size', value: String(size), url: site.exchange.url }]);
      await page.goto(`/${locale}/market`);
      await expect.poll(() => page.locator('main tbody tr').count()).toBeGreaterThan(5);
      await expect.poll(() => cutTexts(page, 'main td, main th, main section:first-child li a')).toEqual([]);
    }
    await context.close();
  });

  test('S6 on a phone the button of the support gives way while the page is scrolled down', async () => {
    const { page, context } = await site.visit({ width: 375, height: 700, isPhone: true });
    await page.goto('/market');
    const button = page.getByRole('button', { name: 'Support chat' });
    await button.waitFor();
    const opacity = () => button.evaluate((element) => getComputedStyle(element).opacity);
    await expect.poll(() => opacity()).toBe('1');
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect.poll(opacity).toBe('0');
    await page.evaluate(() => window.scrollTo(0, 200));
    await expect.poll(opacity).toBe('1');
    await context.close();
  });
});

describe('a demo says that it is one', () => {
  test('every page carries the mark with its explanation, also without a script and on the narrowest screen', async () => {
    const { page, context } = await site.visit({ width: 320, isPhone: true, javaScript: false });
    for (const path of ['/', '/market', '/spot-trade/BTCUSDT', '/login', '/register', '/coin-introduce/BTC']) {
      await page.goto(path);
      const mark = page.locator('summary:visible', { hasText: 'Demo' });
      const sentence = page.getByText('the coins here have no value').filter({ visible: true });
      expect([await mark.count(), await sentence.count()]).toEqual([1, 0]);
      await mark.click();
      await sentence.waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      await picture(page, `demo-mark${path.replaceAll('/', '-')}`);
    }
    await context.close();
  });

  test('Escape closes the explanation', async () => {
    const { page, context } = await site.visit();
    await page.goto('/market');
    await page.getByRole('banner').locator('summary').click();
    const sentence = page.getByText('the coins here have no value').filter({ visible: true });
    await sentence.waitFor();
    await page.keyboard.press('Escape');
    await sentence.waitFor({ state: 'hidden' });
    await context.close();
  });
});

describe('an exchange with real money, behind https', () => {
  let real: TestExchange;
  beforeAll(async () => {
    real = await bootExchange({
      environment: { DEMO: '0', RATE_LIMITS: '1', SECRET_KEY: '7'.repeat(64), PUBLIC_URL: 'https://trade.example' },
    });
  });
  afterAll(() => real?.close());

  interface Answer {
    readonly status: number;
    readonly contentType: string;
    readonly body: Buffer;
  }

  /** A request as a proxy sends it that keeps the visitor's Host header. */
  const ask = (of: CalledExchange, path: string, host: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: of.port, path, headers: { host } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const { statusCode: status = 0, headers } = answer;
          resolve({ status, contentType: headers['content-type'] ?? '', body: Buffer.concat(parts) });
        });
      })
        .on('error', reject)
        .end();
    });

  const page = async (of: CalledExchange, path: string, host: string): Promise<string> =>
    (await ask(of, path, host)).body.toString();

  /** A browser that comes to the exchange under this name, with TLS before it. */
  const comeBy = (context: BrowserContext, host: string) =>
    context.route(`https://${host}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill(await ask(real, pathname + search, host));
    });

  test('a real exchange does not mention a demo', async () => {
    for (const path of ['/', '/market', '/login']) {
      const html = await page(real, path, 'trade.example');
      expect(html).toContain('<h1');
      expect(html).not.toMatch(/<summary/);
      expect(await page(site.exchange, path, `127.0.0.1:${site.exchange.port}`)).toMatch(/<summary/);
    }
  });

  test('the address beside the log-in is the site’s own; on https, asked for by its own name, it has a padlock', async () => {
    const demo = `127.0.0.1:${site.exchange.port}`;
    for (const path of ['/login', '/register']) {
      const shown = async (of: CalledExchange, host: string, own: string) => {
        const html = await page(of, path, host);
        expect(html).toContain(`>${own}${path}<`);
        if (host !== own) expect(html).not.toContain(`>${host}${path}<`);
        return html.includes('lucide-lock');
      };
      expect(await shown(real, 'trade.example', 'trade.example')).toBe(true);
      expect(await shown(real, `127.0.0.1:${real.port}`, 'trade.example')).toBe(false);
      expect(await shown(real, 'evil.example', 'trade.example')).toBe(false);
      expect(await shown(site.exchange, demo, demo)).toBe(false);
    }
  });

  test('a name that is not the site’s gets no padlock from the browser either, though it is https', async () => {
    for (const [host, hasPadlock] of [
      ['trade.example', true],
      ['evil.example', false],
    ] as const) {
      const { page: tab, context } = await site.visit({}, `https://${host}`);
      await comeBy(context, host);
      for (const path of ['/login', '/register']) {
        await tab.goto(path);
        const aside = tab.getByRole('complementary', { name: 'Check before you type' });
        await expect.poll(() => aside.locator('p bdi').innerText()).toBe(`trade.example${path}`);
        await tab.waitForTimeout(500);
        expect([host, await aside.locator('.lucide-lock').count()]).toEqual([host, hasPadlock ? 1 : 0]);
      }
      await context.close();
    }
  });
});

test('L2 V1 the price on a coin’s page runs from left to right in Persian, with the digits of every other page', async () => {
  const { page, context } = await site.visit({ javaScript: false });
  await page.goto('/fa-ir/coin-introduce/BTC');
  const price = page.locator('article > p bdi');
  await expect.poll(() => price.innerText()).toMatch(/^[\d,.]+ USDT$/);
  await expect.poll(() => price.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  await expect.poll(() => page.locator('body').innerText()).not.toMatch(/[۰-۹]/);
  await context.close();
});

test('without scripts the place of the chart says that it needs them', async () => {
  const { page, context } = await site.visit({ javaScript: false });
  await page.goto('/spot-trade/BTCUSDT');
  const words = page.locator('main noscript p');
  await expect.poll(() => words.innerText()).toContain('The chart needs JavaScript');
  const isOnTop = await words.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
  expect(isOnTop).toBe(true);
  await context.close();
});

test('L7 an address with a slash at its end leads to the one without for good, with its query', async () => {
  for (const [from, target] of [
    ['/market/?tab=all', '/market?tab=all'],
    ['/de-de/market/', '/de-de/market'],
    ['/de-de/', '/de-de'],
  ] as const) {
    const answer = await served(from);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, target]);
  }
  expect((await served('/')).status).toBe(200);
  expect((await served('/web/spot/tickers/')).status).toBe(200);
  const crawler = await served('/market/', { headers: { 'user-agent': 'Googlebot/2.1' } });
  expect(crawler.status).toBe(200);
  expect(await crawler.text()).toMatch(/rel="canonical" href="[^"]*\/market"/);
  const { page, context } = await site.visit();
  await page.goto('/market');
  await goInside(page, '/coin-introduce/?q=1');
  await page.waitForURL('**/coin-introduce?q=1');
  await context.close();
});

test('/favicon.ico is an icon', async () => {
  const answer = await served('/favicon.ico');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^image\//);
  expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 4)]).toEqual([0, 0, 1, 0]);
});

test('T4 the list of markets and the assets show a lost connection, and no message before it', async () => {
  const { token } = await site.exchange.createUser({ USDT: '10' });
  for (const path of ['/market', '/assets']) {
    const proxy = await startMisbehavingProxy(site.exchange.url);
    const { page, context } = await site.visit({ width: 375, isPhone: true }, proxy.url);
    await context.addCookies([{ name: 'agio-token', value: token, url: proxy.url }]);
    const said: string[] = [];
    await page.exposeFunction('told', (text: string) => said.push(text));
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('p[role=status] svg.lucide-wifi-off'))
          // Given to the page by `exposeFunction` above.
          (window as unknown as { told(text: string): void }).told('lost');
      };
      setInterval(look, 20);
    });
    await page.goto(path);
    const mark = page.getByRole('status').filter({ hasText: 'Reconnecting' });
    await expect.poll(() => proxy.connections).toBeGreaterThan(0);
    await page.waitForTimeout(1_000);
    expect(said).toEqual([]);
    const place = () => page.locator('h1').evaluate((element) => element.getBoundingClientRect().top);
    const before = await place();
    proxy.sockets = 'refuse';
    proxy.cut();
    await mark.waitFor();
    expect(await place()).toBe(before);
    await picture(page, `lost${path.replaceAll('/', '-')}`);
    proxy.sockets = 'pass';
    await mark.waitFor({ state: 'detached', timeout: 20_000 });
    await context.close();
    await proxy.close();
  }
});

describe('own assets', () => {
  test('values have a head that names their currency, a transfer begins with what can be moved', async () => {
    const { token } = await site.exchange.createUser({ BTC: '1', USDT: '5' });
    const { page, context } = await site.visit({ session: token });
    await page.goto('/assets');
    await page.getByRole('columnheader', { name: 'Value, USD', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel('Coin').inputValue()).toBe('USDT');
    await context.close();
  });

  test('who asks for test funds again hears in hours when there are more', async () => {
    const { token } = await site.exchange.createUser();
    expect((await site.exchange.call('POST', '/web/demo/faucet', {}, { token })).code).toBe(0);
    const { page, context } = await site.visit({ session: token });
    await page.goto('/assets');
    await page.getByRole('button', { name: 'Get test funds' }).click();
    await page.getByText(/Try again in 2[34] hours/).waitFor();
    await context.close();
  });
});
