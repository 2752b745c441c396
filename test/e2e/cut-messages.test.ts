/** On the narrowest phones nothing that matters of a message is cut, in no language, and none lies on what closes a sheet. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '@agio/contracts/errors';
import { ALL_LOCALES } from '@agio/contracts/locales';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { unbroken } from '../../web/ui/unbroken.ts';
import { framesOf, hydrated, picture, reads } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';
import { inTurn } from './look-seed.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, near, trader, quote } = futuresPeople(site);

const LOCALES = ALL_LOCALES.map(({ key }) => key);
const LOCALES_AT = join(import.meta.dirname, '../../web/locales');
/** Longer than a toast takes to its place (web/ui/toast-place.ts). */
const SETTLED_MS = 500;

beforeAll(async () => quote(await trader('5000000'), '4', 0.001));

/** How many lines of its text a toast does not show. */
const cutLines = (toast: Locator): Promise<number> =>
  toast
    .locator('p')
    .first()
    .evaluate((line) => {
      const text = line.parentElement!;
      return Math.round((text.scrollHeight - text.clientHeight) / 16);
    });

const isPressable = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && element.contains(hit);
  });

/** Names of the tabs of a ticket's sheet of which a message covers a part: those that choose the type of order. */
const coveredTabs = async (sheet: Locator): Promise<string[]> => {
  const tabs = sheet.locator('[role=group] :is(button, select)');
  expect(await tabs.count()).toBeGreaterThan(2);
  return tabs.evaluateAll((all) =>
    all
      .filter((tab) => {
        const { left, top, width, height } = tab.getBoundingClientRect();
        return [0.05, 0.5, 0.95].some((part) =>
          document.elementFromPoint(left + width / 2, top + height * part)?.closest('[data-toast]'),
        );
      })
      .map((tab) => tab.ariaLabel ?? tab.textContent),
  );
};

/** Title and description of what may be told in the same place, and is never cut: its description has three lines at most. */
const FAILURES = [
  ['terminal.order.not_placed', 'terminal.order.maybe_placed'],
  ['terminal.order.never_arrived', 'errors.never_arrived'],
  ['terminal.order.not_placed', 'terminal.order.maybe_placed_look'],
  ['frame.fills.liquidated_LONG', 'frame.fills.liquidation_result'],
  ['frame.fills.deleveraged_SHORT', 'frame.fills.closing_result'],
] as const;
const VALUES: Readonly<Record<string, string>> = {
  amount: '0.05 BTC',
  price: '94,442.80 USDT',
  result: '−1,234.56 USDT',
  fee: '2.8332 USDT',
};

type Words = readonly [title: string, description: string];
type Translate = (key: string, values?: Readonly<Record<string, string>>) => string;

/** The function that makes the words of a cancel. By its path, since the types of what is drawn are not those of tests of the whole. */
const { canceledWords } = (await import(join(import.meta.dirname, '../../web/app/terminal/tell-outcome.ts'))) as {
  readonly canceledWords: (t: Translate, ended: object, name: object) => Words;
};

/** What can wait is cut after three lines, of title and description together, where no place is free: what must stand within them. */
function waitingWords(t: Translate): Readonly<Record<string, Words>> {
  const order = { symbol: 'BTCUSDT', side: 'SELL', status: 'CANCELED', quantity: '0.05' } as const;
  const name = { whole: 'BTCUSDT', market: 'BTCUSDT', base: 'BTC' };
  const [title, told] = canceledWords(t, { ...order, filledQuantity: '0.02' }, name);
  const filled = t('frame.fills.lost_filled', { filled: '0.02 BTC' });
  if (!told.includes(filled)) throw new Error(`no filled part in ${told}`);
  return {
    // The rest is in the list of orders: how much had filled is nowhere else in this place.
    'canceled in part': [title, told.slice(0, told.indexOf(filled) + filled.length)],
    averted: [t('frame.fills.averted'), 'BTCUSDT'],
  };
}

function textsOf(locale: string): Readonly<Record<string, string>> {
  const read = (domain: string) =>
    JSON.parse(readFileSync(join(LOCALES_AT, locale, `${domain}.json`), 'utf8')) as Record<string, string>;
  return { ...read('terminal'), ...read('errors'), ...read('frame') };
}

/** How many lines each message would have in this toast, counted as it is cut; of those over three, with their name. */
async function tooLong(toast: Locator, locale: string): Promise<string[]> {
  const texts = textsOf(locale);
  const t: Translate = (key, values = VALUES) =>
    texts[key]!.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name]!);
  const failures = FAILURES.map(([title, description]) => ({
    name: description,
    words: [t(title), t(description)],
    counted: 'description',
  }));
  const waiting = Object.entries(waitingWords(t)).map(([name, words]) => ({ name, words, counted: 'all' }));
  const told = [...failures, ...waiting].map((one) => ({ ...one, words: one.words.map(unbroken) }));
  return toast.evaluate((card, messages) => {
    const parts = [...card.querySelectorAll('p')];
    const linesOf = (part: HTMLElement) =>
      Math.round(part.offsetHeight / parseFloat(getComputedStyle(part).lineHeight));
    return messages.flatMap(({ name, words, counted }) => {
      parts.forEach((part, at) => (part.textContent = words[at]!));
      const lines = parts.slice(counted === 'all' ? 0 : 1).reduce((sum, part) => sum + linesOf(part), 0);
      return lines > 3 ? [`${name}: ${lines}`] : [];
    });
  }, told);
}

/** Orders are refused for want of keys, and without one their answer is lost. */
async function loseAll(page: Page): Promise<void> {
  const { code, text: msg } = REFUSALS.IDEMPOTENCY_FULL;
  await page.route('**/futures/order/place', (route) =>
    route.request().headers()['idempotency-key'] === undefined
      ? route.abort('connectionreset')
      : route.fulfill({ json: { code, msg, data: null } }),
  );
}

/** Languages by turns: of three that follow each other one in each run, all of them where this file is run by name. */
test.each(inTurn(LOCALES, 3))(
  'E2 at 320 px the messages of a lost order and of a fill that closed are whole: %s',
  async (locale) => {
    const user = await trader('20000');
    const isDark = LOCALES.indexOf(locale) % 2 === 0;
    const { page, context, troubles } = await site.visit({
      session: user.token,
      width: 320,
      height: isDark ? 568 : 640,
      isPhone: true,
      theme: isDark ? 'dark' : 'light',
    });
    const trade = (side: 'BUY' | 'SELL') =>
      done(user, '/futures/order/place', { symbol: 'BTCUSDT', type: 'MARKET', side, quantity: '0.05' });
    await trade('BUY');
    const frames = framesOf(page);
    await page.goto(`/${locale}/contract-trade/BTCUSDT`);
    await hydrated(page);
    await reads(frames, 'user_deal', 2);
    const toast = page.locator('[data-toast]').first();
    await trade('SELL');
    await toast.waitFor();
    await page.waitForTimeout(SETTLED_MS);
    expect(await cutLines(toast)).toBe(0);
    await picture(page, `cut-messages-closed-${locale}`);
    await toast.waitFor({ state: 'detached' });
    await page.locator('[data-toast-above] button').first().click();
    const sheet = page.getByRole('dialog');
    await sheet.locator('button[type=submit]').waitFor();
    await sheet.locator('[role=group] button, button[aria-pressed=false]').nth(1).click();
    await sheet.locator('input[inputmode=decimal]').first().fill('0.01');
    await loseAll(page);
    await sheet.locator('button[type=submit]').click();
    await page.locator('[data-toast=error]').waitFor();
    await page.waitForTimeout(SETTLED_MS);
    await picture(page, `cut-messages-lost-${locale}`);
    expect(await cutLines(toast)).toBe(0);
    expect((await toast.boundingBox())!.height).toBeLessThan(112);
    // However far the sheet is scrolled, what closes it can be pressed.
    await sheet.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.waitForTimeout(SETTLED_MS);
    await picture(page, `cut-messages-scrolled-${locale}`);
    expect(await isPressable(sheet.locator('header button').first())).toBe(true);
    await sheet.evaluate((element) => element.scrollTo(0, 0));
    await page.waitForTimeout(SETTLED_MS);
    await picture(page, `cut-messages-sheet-${locale}`);
    expect(await isPressable(sheet.locator('header button').first())).toBe(true);
    expect(await isPressable(sheet.locator('button[type=submit]'))).toBe(true);
    expect(await coveredTabs(sheet)).toEqual([]);
    expect(await tooLong(toast, locale)).toEqual([]);
    expect(troubles.filter((trouble) => !trouble.includes('ERR_CONNECTION_RESET'))).toEqual([]);
    await context.close();
  },
);

/** Whether a press on the last line of the text is not one of the button below, and whether that is large enough for a finger. */
const pressedOf = (toast: Locator) =>
  toast.evaluate((card) => {
    const text = [...card.querySelectorAll('p')].at(-1)!.getBoundingClientRect();
    const button = card.querySelector('p')!.parentElement!.nextElementSibling!;
    const { left, width } = button.getBoundingClientRect();
    const isPressed = (y: number) => document.elementFromPoint(left + width / 2, y) === button;
    let high = 0;
    for (let y = text.top; y < text.bottom + 60; y += 1) if (isPressed(y)) high += 1;
    return { isTextFree: !isPressed(text.bottom - 2), isLargeEnough: high >= 44 };
  });

/** Names of the buttons in the panels of which messages cover a part. */
const coveredIn = (page: Page): Promise<string[]> =>
  page.locator('[data-toast-clear] button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return [0.05, 0.5, 0.95].some(
          (part) =>
            document.elementFromPoint(left + width / 2, top + height * part)?.closest('[data-toast]') instanceof
            Element,
        );
      })
      .map((button) => button.ariaLabel ?? button.textContent),
  );

const LIQUIDATED = [
  ['fa-ir', 568, 'light'],
  ['fa-ir', 640, 'dark'],
  ['vi-vn', 568, 'dark'],
  ['ru-ru', 640, 'light'],
] as const;

// The last test of this file: the market stands elsewhere afterwards.
test('E2 R24 at 320 px the message of a liquidation is whole and covers no button, also while lines move in the chart', async () => {
  const symbol = 'BTCUSDT';
  const visits = await Promise.all(
    LIQUIDATED.map(async ([locale, height, theme]) => {
      const user = await trader('3000');
      await done(user, '/futures/account/margin-mode', { symbol, marginMode: 'ISOLATED' });
      await done(user, '/futures/account/leverage', { symbol, leverage: 50 });
      await done(user, '/futures/order/place', { symbol, type: 'MARKET', side: 'BUY', quantity: '0.05' });
      const visit = await site.visit({ session: user.token, width: 320, height, isPhone: true, theme });
      const frames = framesOf(visit.page);
      await visit.page.goto(`/${locale}/contract-trade/${symbol}`);
      await hydrated(visit.page);
      await reads(frames, 'user_deal', 2);
      return { ...visit, user, name: `${locale}-${height}` };
    }),
  );
  await site.exchange.operate('/operator/demo/shock', { symbol, percent: -15, forSeconds: 20 });
  await Promise.all(
    visits.map(async ({ page, user, name }) => {
      const toast = page.locator('[data-toast=error]').first();
      await toast.waitFor({ timeout: 40_000 });
      // Its line lies below the picture: the button at the edge comes up under the message.
      const far = { symbol, type: 'LIMIT', side: 'BUY', quantity: '0.01', price: await near(0.8) };
      await done(user, '/futures/order/place', far);
      await page.locator('[data-part=more]:not(:empty)').first().waitFor();
      for (let look = 0; look < 4; look += 1) {
        await page.waitForTimeout(1_500);
        await picture(page, `cut-messages-liquidated-${name}-${look}`);
        expect([name, look, await coveredIn(page)]).toEqual([name, look, []]);
        expect(await cutLines(toast)).toBe(0);
      }
      expect(await pressedOf(toast)).toEqual({ isTextFree: true, isLargeEnough: true });
      // Pressed, it stays until it is closed: also while the ticket's sheet is open.
      await toast.locator('p').last().click();
      await page.locator('[data-toast-above] button').first().click();
      const sheet = page.getByRole('dialog');
      await sheet.locator('button[type=submit]').waitFor();
      await page.waitForTimeout(SETTLED_MS);
      await picture(page, `cut-messages-liquidated-sheet-${name}`);
      expect([name, await coveredTabs(sheet)]).toEqual([name, []]);
      for (const part of ['header button', 'button[type=submit]'])
        expect([name, part, await isPressable(sheet.locator(part).first())]).toEqual([name, part, true]);
    }),
  );
  for (const { context } of visits) await context.close();
});
