/** Prizes that wait: when they open, in which order, and what closing them does. */
import { describe, expect, test } from 'vitest';
import { picture } from './browser.ts';
import { barriers, holdsFocus } from './probes.ts';
import { visitExchange } from './exchange-visit.ts';

const site = visitExchange();

/** No page that opens prizes by itself is built yet, and no reward is given yet: this browser gets the flag and a list. */
describe('prizes that wait', () => {
  const coin = (id: number, prizeAmount: string, prizeCoin = 'USDT') => ({
    id,
    bizType: 'GIFT_COIN',
    popContent: JSON.stringify({ prizeAmount, prizeCoin }),
  });
  const box = (id: number) => ({
    id,
    bizType: 'BOX',
    popContent: JSON.stringify({
      prizeCount: 1,
      prizeType: 'VIP',
      prize: { vipLevel: 3 },
      rateSavePercent: '25',
    }),
  });

  async function openWithPrizes(lists: Record<string, { id: number }[]>, options: object, path = '/market') {
    const user = await site.exchange.createUser();
    const visit = await site.visit({ ...options, session: user.token });
    const { context, page } = visit;
    await context.route('**/static/*.js', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({ response: answer, body: text.replaceAll('opensPrizes:!1', 'opensPrizes:!0') });
    });
    const closed: string[] = [];
    const asked: number[] = [];
    await context.route('**/prize/query-wait-pop-record', (route) => {
      asked.push(Date.now());
      const data = Object.fromEntries(
        Object.entries(lists).map(([kind, records]) => [
          kind,
          records.filter(({ id }) => !closed.includes(String(id))),
        ]),
      );
      return route.fulfill({ json: { code: 0, msg: '', data } });
    });
    page.on('request', (request) => {
      if (!request.url().endsWith('/prize/close-pop')) return;
      closed.push(...(request.postDataJSON() as { idList: string[] }).idList);
    });
    /** Messages received from the message centre. */
    const frames: unknown[] = [];
    page.on('websocket', (socket) => {
      if (socket.url().includes('/ws-old/message')) socket.on('framereceived', (frame) => frames.push(frame));
    });
    await page.clock.install();
    await page.goto(path);
    const leave = async () => {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    };
    return { ...visit, closed, asked, frames, leave, uid: user.uid, lists };
  }

  test('T8 S5 C34 the first opens by itself; closing marks it, asks anew and shows the next; a box opens the mystery pop-up', async () => {
    const prizes = { GIFT_COIN: [coin(12, '5')], BOX: [box(7)] };
    const { page, leave, closed, asked, troubles } = await openWithPrizes(prizes, {});
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Mystery box' }).last().waitFor();
    // It opens by itself after a second, which a busy machine may need for the picture alone.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 400));
    await picture(page, 'prize-box-closed');
    await dialog.getByRole('button', { name: 'Open the box' }).click();
    await page.clock.resume();
    await dialog.getByText('VIP 3 trial').last().waitFor();
    await picture(page, 'prize-box-open');
    await expect.poll(() => barriers(page, '[role=dialog]')).toEqual([]);
    await expect.poll(() => holdsFocus(page, '[role=dialog]')).toBe(true);
    const before = asked.length;
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.getByText('You got a reward').last().waitFor();
    await expect.poll(async () => [closed, asked.length > before, await dialog.count()]).toEqual([['7'], true, 1]);
    await expect.poll(() => holdsFocus(page, '[role=dialog]')).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => closed).toEqual(['7', '12']);
    await page.waitForTimeout(500);
    expect(await dialog.count()).toBe(0);
    expect(troubles).toEqual([]);
    await leave();
  });

  test('T8 a jump marks it and shows no other', async () => {
    const look = { width: 390, height: 844, theme: 'light', isPhone: true };
    const prizes = { GIFT_COIN: [coin(1, '0.002', 'BTC'), coin(2, '6')] };
    const { page, leave, closed } = await openWithPrizes(prizes, look, '/fa-ir/market');
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(400);
    await picture(page, 'prize-coin-fa-phone');
    await page.getByRole('dialog').getByRole('button', { name: 'معامله' }).click();
    await page.waitForURL('**/fa-ir/spot-trade/BTCUSDT');
    await expect.poll(() => closed).toEqual(['1']);
    await leave();
  });

  test('T8 W2 messages prize_pop refetch the list once, 100 ms after the last, and the new prize opens', async () => {
    const { page, asked, frames, leave, uid, lists } = await openWithPrizes({}, {});
    await expect.poll(() => asked.length).toBe(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    const before = asked.length;
    const { notices } = site.exchange.exchange;
    // The message centre may still be on its way: until it has heard, one message after the other.
    lists.GIFT_COIN = [coin(5, '7')];
    await expect
      .poll(() => (notices.notify(uid, 'prize_pop', {}), asked.length), { interval: 500 })
      .toBeGreaterThan(before);
    await page.getByRole('dialog').getByText('You got a reward').last().waitFor();
    await page.waitForTimeout(700);
    const calm = asked.length;
    // The page's clock stands but for what this test lets pass: how late the machine is does not count.
    await page.clock.install();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    for (let i = 0; i < 4; i++) {
      const heard = frames.length;
      notices.notify(uid, 'prize_pop', {});
      await expect.poll(() => frames.length).toBeGreaterThan(heard);
      // The browser tells of a frame before the page's own code has it.
      await page.waitForTimeout(200);
      await page.clock.runFor(i < 3 ? 60 : 99);
    }
    await page.waitForTimeout(500);
    expect(asked.length).toBe(calm);
    await page.clock.runFor(1);
    await expect.poll(() => asked.length).toBe(calm + 1);
    await page.clock.runFor(500);
    await page.waitForTimeout(500);
    expect(asked.length).toBe(calm + 1);
    await leave();
  });

  test('T8 none beside the notice, none in a web view', async () => {
    const notice = { countries: [], title: 'Not here', content: 'Text', button: 'I know' };
    await site.exchange.operate('/operator/notice/set', notice);
    const { page, leave } = await openWithPrizes({ GIFT_COIN: [coin(1, '5')] }, {});
    await page.getByRole('alertdialog').waitFor();
    await page.waitForTimeout(1_500);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'I know' }).click();
    await page.getByRole('dialog').waitFor();
    await site.exchange.operate('/operator/notice/clear', { countries: [] });
    await leave();
    const webView = await openWithPrizes({ GIFT_COIN: [coin(1, '5')] }, { userAgent: 'Mozilla/5.0 AgioApp/1.4.0' });
    await webView.page.waitForLoadState('networkidle');
    await webView.page.waitForTimeout(500);
    expect([webView.asked.length, await webView.page.getByRole('dialog').count()]).toEqual([0, 0]);
    await webView.leave();
  });
});
