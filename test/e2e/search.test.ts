/** The search of the header, by keys alone. */
import { expect, test } from 'vitest';
import { visitSharedExchange } from './exchange-visit.ts';

const site = visitSharedExchange();

test('C30 what is typed right after the key that opens the search is searched, also while its code is on its way', async () => {
  const { page, context } = await site.visit();
  await page.goto('/market');
  await page.waitForLoadState('networkidle');
  let letGo = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/static/search-panel-*.js', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('etx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('h');
  letGo();
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect.poll(() => field.inputValue()).toBe('eth');
  await page.keyboard.type(' ');
  await expect.poll(() => field.inputValue()).toBe('eth ');
  await context.close();
});

test.each(['/', 'Control+k'])(
  'C30 %s and what is typed after it are kept until the code of the page runs',
  async (key) => {
    const { page, context } = await site.visit();
    let letGo = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/static/*.js', async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.goto('/spot-trade/ETHUSDT', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press(key);
    await page.keyboard.type('dogx');
    await page.keyboard.press('Backspace');
    letGo();
    const field = page.getByRole('combobox', { name: 'Search' });
    await expect.poll(() => field.inputValue().catch(() => ''), { timeout: 15_000 }).toBe('dog');
    await field.press('e');
    await expect.poll(() => field.inputValue()).toBe('doge');
    // It was taken once: closed, it stays closed.
    await page.keyboard.press('Escape');
    await expect.poll(() => field.count()).toBe(0);
    await context.close();
  },
);

test('C30 a market that is typed and chosen before the search is there is the one that opens, not the one that has the focus', async () => {
  const { page, context } = await site.visit();
  await page.goto('/spot-trade/ETHUSDT');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  // The code, and then the answer: each is let go when keys were pressed before it.
  const held = async (address: string) => {
    let letGo = (): void => undefined;
    const isFree = new Promise<void>((resolve) => (letGo = resolve));
    const asked = new Promise<void>((resolve) => {
      void page.route(address, async (route) => {
        resolve();
        await isFree;
        await route.continue();
      });
    });
    return { asked, letGo };
  };
  const code = await held('**/static/search-panel-*.js');
  const answer = await held('**/web/global/search/all*');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dog');
  await code.asked;
  code.letGo();
  // Nobody waits for the field: what comes between is not lost either.
  await page.keyboard.type('ecoi', { delay: 40 });
  await answer.asked;
  await page.keyboard.type('n');
  await expect.poll(() => page.getByRole('combobox', { name: 'Search' }).inputValue()).toBe('dogecoin');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).pathname).toContain('ETHUSDT');
  answer.letGo();
  await page.waitForURL('**/spot-trade/DOGEUSDT');
  await context.close();
});

test('C30 the search finds markets, contracts, coins and pages, by keys alone, and remembers them on the device', async () => {
  const { page, context } = await site.visit();
  await page.goto('/market');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('eth');
  const groups = () => page.getByRole('listbox').getByRole('group').locator('> :first-child').allInnerTexts();
  await expect.poll(groups).toEqual(['Spot', 'Futures', 'Coins']);
  const active = () => page.getByRole('option', { selected: true }).innerText();
  await field.press('ArrowUp');
  await expect.poll(active).toContain('ETH/USDT');
  for (let step = 0; step < 9; step++) await field.press('ArrowDown');
  await expect.poll(active).toMatch(/ETH\s*Ethereum/);
  await field.press('Enter');
  await page.waitForURL('**/coin-introduce/ETH');

  await page.keyboard.press('Control+k');
  await expect.poll(groups).toEqual(['Recent', 'Spot', 'Futures']);
  await page.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect.poll(groups).toEqual(['Spot', 'Futures']);
  await field.fill('insur');
  await expect.poll(groups).toEqual(['Pages']);
  await field.fill('nothing like it');
  await page.getByText('Nothing matches “nothing like it”.').waitFor();
  await field.fill('insur');
  await field.press('Enter');
  await page.waitForURL('**/service/insurance-fund');
  await context.close();
});

test.each([
  ['ru-ru', 'Лайткоин'],
  ['zh-cn', '莱特币'],
])('C30 in %s the search finds a coin by its name in that language: %s', async (locale, name) => {
  const { page, context } = await site.visit();
  await page.goto(`/${locale}/market`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill(name);
  await page
    .getByRole('option', { name: /LTC\/USDT/ })
    .first()
    .waitFor();
  await context.close();
});
