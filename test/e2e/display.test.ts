/** How the site looks: the theme at the first paint, by setting; colors of prices, size of text, currency; touch and motion. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestUser } from '../exchange.ts';
import { picture } from './browser.ts';
import { visitSharedExchange } from './exchange-visit.ts';
import { turnOf } from './look-seed.ts';

const site = visitSharedExchange();

const CANVAS = { dark: 'rgb(11, 13, 18)', light: 'rgb(246, 247, 249)' };
const lookOf = (page: Page) =>
  page.evaluate(() => ({
    theme: document.documentElement.dataset.theme,
    canvas: getComputedStyle(document.documentElement).backgroundColor,
  }));
const openSettings = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^EN/ }).click();
  await page.getByRole('menuitem', { name: 'Display and currency' }).click();
  await page.getByRole('dialog', { name: 'Display' }).waitFor();
};
const cookie = (name: string, value: string) => ({ name, value, url: site.exchange.url });

test('T9 the theme is right before any script runs: dark unless the cookie says light', async () => {
  for (const theme of [undefined, 'light', 'dark', 'sepia'] as const) {
    const { page, context } = await site.visit({ javaScript: false });
    if (theme) await context.addCookies([cookie('theme', theme)]);
    await page.goto('/market');
    const shown = theme === 'light' ? 'light' : 'dark';
    expect(await lookOf(page)).toEqual({ theme: shown, canvas: CANVAS[shown] });
    await context.close();
  }
});

test('T9 no other theme flashes up while the page starts', async () => {
  const { page, context } = await site.visit({ theme: 'light' });
  await page.addInitScript(() => {
    const seen = new Set<string>();
    (window as { seen?: Set<string> }).seen = seen;
    const look = () => {
      if (document.body) seen.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/market');
  await page.waitForTimeout(1_500);
  expect(await page.evaluate(() => [...((window as { seen?: Set<string> }).seen ?? [])])).toEqual([CANVAS.light]);
  await context.close();
});

test('T9 E1 the setting changes the page at once and stays for a year', async () => {
  const { page, context, troubles } = await site.visit();
  await page.goto('/market');
  await openSettings(page);
  await page.getByText('Light', { exact: true }).click();
  expect(await lookOf(page)).toEqual({ theme: 'light', canvas: CANVAS.light });
  await picture(page, 'display-settings-light');
  await page.reload();
  expect((await lookOf(page)).theme).toBe('light');
  const kept = (await context.cookies()).find(({ name }) => name === 'theme');
  expect(kept).toMatchObject({ value: 'light', httpOnly: false, sameSite: 'Lax', path: '/' });
  expect(kept!.expires * 1_000 - Date.now()).toBeGreaterThan(364 * 86_400_000);
  expect(troubles).toEqual([]);
  await context.close();
});

/** No page with only one theme is built yet: this browser is told that every page has only one. */
for (const { always, before, after } of [
  { always: 'dark', before: 'dark', after: 'light' },
  { always: 'light', before: 'light', after: 'dark' },
] as const) {
  test(`T9 on a ${always} route the switch sets the other pages and says so`, async () => {
    const { page, context } = await site.visit({ theme: before });
    await context.route('**/static/*.js', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      const body = text.replaceAll('isThemeSwitchHidden:!1', `theme:'${always}',isThemeSwitchHidden:!1`);
      await route.fulfill({ response: answer, body });
    });
    await page.goto('/market');
    const words = { dark: 'Dark', light: 'Light' } as const;
    // The button still has the server's label, for a page with both themes; the first press updates it.
    await page
      .getByRole('banner')
      .getByRole('button', { name: `${words[after]} theme` })
      .click();
    await page.getByRole('button', { name: `${words[before]} theme for the other pages` }).waitFor();
    await page.getByText(`This page is always ${always}`).waitFor();
    await page.getByText(`The other pages are ${after} now.`).waitFor();
    expect((await lookOf(page)).theme).toBe(always);
    expect((await context.cookies()).find(({ name }) => name === 'theme')?.value).toBe(after);
    await context.unrouteAll({ behavior: 'wait' });
    await page.goto('/market');
    expect((await lookOf(page)).theme).toBe(after);
    await context.close();
  });
}

test('S9 a touch device has no styles of hovering; a mouse has them', async () => {
  const hoverRules = (page: Page) =>
    page.evaluate(() => {
      const loose: string[] = [];
      const walk = (rules: CSSRuleList, isGuarded: boolean) => {
        for (const rule of rules) {
          const guards = rule instanceof CSSMediaRule && /hover:\s*hover/.test(rule.conditionText);
          if (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover') && !isGuarded)
            if (![...rule.cssRules].some((inner) => inner instanceof CSSMediaRule)) loose.push(rule.selectorText);
          if ('cssRules' in rule) walk(rule.cssRules as CSSRuleList, isGuarded || guards);
        }
      };
      for (const sheet of document.styleSheets) walk(sheet.cssRules, false);
      return loose;
    });
  const colors = async (isPhone: boolean) => {
    const { page, context } = await site.visit({ width: 1_280, isPhone });
    await page.goto('/market');
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Markets' });
    await link.scrollIntoViewIfNeeded();
    const color = () => link.evaluate((element) => getComputedStyle(element).color);
    const before = await color();
    await link.hover();
    await page.waitForTimeout(300);
    const result = { changes: before !== (await color()), loose: await hoverRules(page) };
    await context.close();
    return result;
  };
  expect(await colors(false)).toEqual({ changes: true, loose: [] });
  expect(await colors(true)).toEqual({ changes: false, loose: [] });
});

test('S9 the viewport cannot be zoomed by hand, and the size of text goes to 150 %', async () => {
  const wrong: unknown[] = [];
  const paths = ['/', '/market', '/login', '/spot-trade/BTCUSDT', '/fa-ir', '/de-de/market', '/fr-fr/market'];
  const widths = [320, 390, 1_440].map(async (width, at) => {
    const { page, context } = await site.visit({ width, height: 844, isPhone: width < 800 });
    await context.addCookies([cookie('text-size', '150')]);
    // Each page on two of the three widths.
    for (const path of paths.filter((_, place) => turnOf(place + at, 3) > 0)) {
      await page.goto(path);
      await page.waitForTimeout(700);
      const facts = await page.evaluate(() => ({
        viewport: document.querySelector('meta[name=viewport]')?.getAttribute('content')?.includes('user-scalable=no'),
        size: getComputedStyle(document.body).fontSize,
        sideways: document.documentElement.scrollWidth - window.innerWidth,
        widest: [...document.querySelectorAll('body *')]
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return right > window.innerWidth + 1 || left < -1;
          })
          .map((element) => element.className)
          .slice(0, 4),
      }));
      await picture(page, `text-150-${width}${path.replaceAll('/', '-')}`);
      const { widest, ...rest } = facts;
      const isRight = rest.viewport && rest.size === '21px' && rest.sideways === 0;
      if (!isRight) wrong.push({ width, path, ...rest, widest });
    }
    await context.close();
  });
  await Promise.all(widths);
  expect(wrong).toEqual([]);
});

test('T9 the size of text is chosen in the settings and counts at once', async () => {
  const { page, context } = await site.visit();
  await page.goto('/market');
  await openSettings(page);
  await page.getByText('125%').click();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('17.5px');
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('17.5px');
  await context.close();
});

test('T9 rise and fall have the colors of the chosen pair, at the first paint too', async () => {
  const pairs = {
    'green-up': ['rgb(46, 189, 133)', 'rgb(248, 78, 100)'],
    'red-up': ['rgb(248, 78, 100)', 'rgb(46, 189, 133)'],
    'blue-up': ['rgb(77, 163, 255)', 'rgb(245, 158, 66)'],
    'orange-up': ['rgb(245, 158, 66)', 'rgb(77, 163, 255)'],
  };
  for (const [choice, expected] of Object.entries(pairs)) {
    const { page, context } = await site.visit({ javaScript: false });
    await context.addCookies([cookie('price-colors', choice)]);
    await page.goto('/spot-trade/BTCUSDT');
    const colorOf = (name: string) =>
      page
        .locator(`.text-${name}`)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    expect({ choice, colors: [await colorOf('up'), await colorOf('down')] }).toEqual({ choice, colors: expected });
    await context.close();
  }
});

test('S9 who asked for less motion gets none', async () => {
  const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
    const context = await site.browser.newContext({ baseURL: site.exchange.url, reducedMotion });
    const page = await context.newPage();
    await page.goto('/market');
    const count = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { animationName, transitionDuration, transitionProperty } = getComputedStyle(element);
          return animationName !== 'none' || (transitionProperty !== 'none' && /[1-9]/.test(transitionDuration));
        }).length,
    );
    await context.close();
    return count;
  };
  expect(await moving('reduce')).toBe(0);
  expect(await moving('no-preference')).toBeGreaterThan(0);
});

test('E5 K2 totals are counted in the chosen currency, USD unless chosen', async () => {
  const user = await site.exchange.createUser({ USDT: '1000' });
  const { page, context, troubles } = await site.visit({ session: user.token });
  await page.goto('/assets');
  await page.getByText('$1,000.00').first().waitFor();
  await openSettings(page);
  await page.getByLabel('Currency').selectOption('EUR');
  await page.keyboard.press('Escape');
  await page
    .getByText(/^€[0-9,]+\.\d\d$/)
    .first()
    .waitFor();
  await picture(page, 'assets-in-euro');
  await page.reload();
  await page
    .getByText(/^€[0-9,]+\.\d\d$/)
    .first()
    .waitFor();
  expect(troubles).toEqual([]);
  await context.close();
});

describe('what a person hides', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await site.exchange.createUser({ USDT: '8765.43' });
  });
  const visitLoggedIn = () => site.visit({ session: user.token });

  test('E1 displayUID: the UID is shown, can be hidden beside it, stays hidden, and comes back', async () => {
    const { page, context, troubles } = await visitLoggedIn();
    await page.goto('/assets');
    const menu = page.getByRole('menu');
    const open = () => page.getByRole('button', { name: /^.{2}, Profile of/ }).click();
    const beside = page
      .getByRole('navigation', { name: 'Your account' })
      .locator('..')
      .getByText(/UID \d+/);
    await beside.waitFor();
    await open();
    await menu.getByText(/UID \d+/).waitFor();
    await menu.getByRole('menuitem', { name: 'Hide UID' }).click();
    await menu.getByRole('menuitem', { name: 'Show UID' }).waitFor();
    expect([await menu.getByText(/UID \d+/).count(), await beside.count()]).toEqual([0, 0]);
    await picture(page, 'uid-hidden');
    // A glimpse counts as well.
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (/UID \d/.test(document.body?.innerText ?? '')) (window as { wasShown?: boolean }).wasShown = true;
      });
      watch.observe(document, { childList: true, characterData: true, subtree: true });
    });
    await page.reload();
    await page.waitForFunction(() => '__reactRouterDataRouter' in window);
    await page.waitForTimeout(1_000);
    expect([await beside.count(), await page.evaluate(() => 'wasShown' in window)]).toEqual([0, false]);
    await open();
    // With the keyboard, too: once the menu has the focus, which it takes a moment after it shows.
    await page.locator('[role=menu]:focus').waitFor();
    await menu.getByRole('menuitem', { name: 'Show UID' }).press('Enter');
    await menu.getByText(/UID \d+/).waitFor();
    await beside.waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('E2 assets visibility: amounts are covered by the eye, on the next page from the first paint on', async () => {
    const { page, context, troubles } = await visitLoggedIn();
    await page.goto('/assets');
    const amount = page.getByText('8,765.43').first();
    await amount.waitFor();
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    expect(await page.getByText('8,765.43').count()).toBe(0);
    await picture(page, 'amounts-hidden');
    const served = await (await page.request.get('/assets')).text();
    expect([served.includes('8,765.43'), served.includes('••••')]).toEqual([false, true]);
    await page.reload();
    await page.waitForFunction(() => '__reactRouterDataRouter' in window);
    await page.getByRole('button', { name: 'Show amounts' }).click();
    await amount.waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });
});

const INFORMATION: readonly (readonly [name: string, path: string])[] = [
  ['Trading fees', '/service/handling-fee'],
  ['Funding rates', '/service/funding-rate'],
  ['Insurance fund', '/service/insurance-fund'],
  ['Liquidations', '/service/liquidations'],
  ['Receipts', '/service/receipts'],
  ['API for programs', '/service/api'],
  ['Coins', '/coin-introduce'],
  ['Coins issued by others', '/tripartite-coin'],
  ['On your phone and computer', '/download'],
  ['Official channels', '/social-media'],
  ['User agreement', '/cms/agreement'],
];

test('the footer leads to what the exchange says of itself, the form to register to the agreement', async () => {
  for (const [width, locale] of [
    [390, turnOf(0, 2) === 0 ? '' : '/fa-ir'],
    [1440, turnOf(1, 2) === 0 ? '' : '/fa-ir'],
  ] as const) {
    const { page, context } = await site.visit({ width });
    await page.goto(`${locale}/market`);
    const footer = page.getByRole('contentinfo');
    for (const [name, path] of INFORMATION)
      if (locale === '')
        await expect.poll(() => footer.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
      else await expect.poll(() => footer.locator(`a[href="${locale}${path}"]`).count()).toBe(1);
    await footer.scrollIntoViewIfNeeded();
    await footer.screenshot({ path: `test-results/screenshots/footer-${width}${locale.replace('/', '-')}.png` });
    await page.goto(`${locale}/register`);
    await picture(page, `register-${width}${locale.replace('/', '-')}`);
    await page.locator(`a[href="${locale}/cms/agreement"]`).first().click();
    await page.waitForURL(`**${locale}/cms/agreement`);
    await context.close();
  }
});

test('log-in keeps the whole address with its query for the way back', async () => {
  const { page, context } = await site.visit();
  await page.goto('/market?tab=all&q=a%26b');
  const link = page.getByRole('banner').getByRole('link', { name: 'Log in' });
  // The page as it was sent is one of many; the browser fills the query in when it takes it over.
  const back = async () => new URL((await link.getAttribute('href'))!, site.exchange.url).searchParams.get('redirect');
  await expect.poll(back).toBe('/market?tab=all&q=a%26b');
  await context.close();
});
