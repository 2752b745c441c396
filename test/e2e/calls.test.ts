/** Effects of a failed or refused call on the page: toasts, log-out, jumps, verification. The network fails where a test says so. */
import { createHash } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type TestUser } from '../exchange.ts';
import { picture, type Visit } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';

const FAUCET = '**/web/demo/faucet';
const site = visitExchange();

async function openAssets(prefix = ''): Promise<Visit & { user: TestUser; press: () => Promise<void> }> {
  const user = await site.exchange.createUser();
  const visit = await site.visit({ session: user.token });
  await visit.page.goto(`${prefix}/assets`, { waitUntil: 'networkidle' });
  const button = visit.page.locator('main button:has(svg.lucide-flask-conical)');
  return { ...visit, user, press: () => button.click() };
}
const toasts = (page: Page) => page.locator('[data-toast=error]');
const answerWith =
  (status: number, body: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
const pathOf = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).search;

test('X1 X5 a call says who asks and in which language; its refusal is a toast in that language', async () => {
  const { page, context, press } = await openAssets('/fa-ir');
  const sent = page.waitForRequest(FAUCET);
  await press();
  const headers = await (await sent).allHeaders();
  expect(headers).toMatchObject({ 'client-type': 'pc', language: 'fa_IR' });
  await page.locator('[data-toast=success]').waitFor();
  await press();
  await toasts(page).waitFor();
  await expect.poll(() => toasts(page).innerText()).toMatch(/[؀-ۿ].*\d+/);
  await expect.poll(() => page.locator('[role=alert] [data-toast=error]').count()).toBe(1);
  await toasts(page).waitFor({ state: 'detached' });
  await context.close();
});

test('X7 errors within 500 ms are one toast, the newest; each status has its own text', async () => {
  const { page, context, press } = await openAssets();
  let status = 500;
  await page.route(FAUCET, (route) => answerWith(status, { code: 1, msg: 'raw', data: null })(route));
  const pressAndAnswer = () => Promise.all([page.waitForResponse(FAUCET), press()]);
  // The page's clock stands between both presses, however slow this machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await pressAndAnswer();
  status = 503;
  await pressAndAnswer();
  await page.clock.resume();
  await toasts(page).waitFor();
  expect(await toasts(page).allInnerTexts()).toEqual(['The request failed. The service is not available now.']);
  status = 599;
  await press();
  await page.getByText('The request failed. Error 599.').waitFor();
  await context.close();
});

test('X7 a network that is away is told as such', async () => {
  const { page, context, press } = await openAssets();
  await page.route(FAUCET, (route) => route.abort());
  await press();
  await page.getByText('No connection to the server').waitFor();
  await picture(page, 'toast-network');
  await context.close();
});

test('X5 with tips off there is no toast: the form shows the error', async () => {
  const { page, context } = await site.visit();
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.locator('input[type=email]').fill('nobody@test.agio.example');
  await page.locator('input[autocomplete=current-password]').fill('a wrong password');
  await page.locator('form button[type=submit]').click();
  await page
    .locator('form')
    .getByText(/password/i)
    .and(page.locator('[role=alert], p'))
    .first()
    .waitFor();
  await page.waitForTimeout(1_000);
  expect(await page.locator('[data-toast]').count()).toBe(0);
  await context.close();
});

describe('answers that end the session', () => {
  test('X2 a session that ended elsewhere: log-out, then /login with the way back', async () => {
    const { page, context, press, user } = await openAssets('/fa-ir');
    await site.exchange.call('POST', '/auth-v2/api/v2/auth/logout', {}, { token: user.token });
    await press();
    await page.waitForURL('**/login?**');
    expect(pathOf(page)).toBe(`/fa-ir/login?redirect=${encodeURIComponent('/fa-ir/assets')}`);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('agio-token');
    expect(await page.locator('[data-toast]').count()).toBe(0);
    await context.close();
  });

  test('X2 10002 with a target goes there, and the server has forgotten the session', async () => {
    const { page, context, press, user } = await openAssets();
    await page.route(FAUCET, answerWith(200, { code: 10_002, msg: '', data: { redirect: '/market' } }));
    await press();
    await page.waitForURL('**/market');
    const info = await site.exchange.call('GET', '/web/api/v1/userCenter/getUserInfo', undefined, {
      token: user.token,
    });
    expect(info.code).toBe(10_021);
    await context.close();
  });

  test('X2 with log-out handling off the page stays as it is', async () => {
    const { page, context } = await openAssets();
    await page.route('**/auth-v2/api/v2/auth/logout', answerWith(200, { code: 10_021, msg: '', data: null }));
    await page
      .getByRole('button', { name: /account|profile/i })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /log out/i }).click();
    await page.locator('[data-toast=error]').waitFor();
    expect(pathOf(page)).toBe('/assets');
    await context.close();
  });

  test('X3 50048 logs out and goes home', async () => {
    const { page, context, press } = await openAssets();
    await page.route(FAUCET, answerWith(200, { code: 50_048, msg: '', data: { redirect: '/market' } }));
    await press();
    await page.waitForURL(`${site.exchange.url}/`);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('agio-token');
    await context.close();
  });

  test('X4 503 with a target goes there and stays logged in; one off the site goes home', async () => {
    const { page, context, press } = await openAssets();
    await page.route(FAUCET, answerWith(503, { code: 503, msg: '', data: { redirect: '/market?from=assets' } }));
    await press();
    await page.waitForURL('**/market?from=assets');
    expect((await context.cookies()).map(({ name }) => name)).toContain('agio-token');
    await page.goto('/assets', { waitUntil: 'networkidle' });
    await page.unroute(FAUCET);
    await page.route(FAUCET, answerWith(503, { code: 503, msg: '', data: { redirect: 'https://evil.example/' } }));
    await press();
    await page.waitForURL(`${site.exchange.url}/`);
    await context.close();
  });
});

describe('human verification', () => {
  const PASSWORD = 'correct horse battery staple';
  const AFTER = 3;
  let email: string;

  async function logInUntilAsked(prefix = '', options = {}): Promise<Visit> {
    email = `person-${crypto.randomUUID()}@test.agio.example`;
    await site.exchange.call('POST', '/auth-v2/api/v2/auth/register', { email, password: PASSWORD });
    await site.exchange.operate('/operator/verification/set', { loginAfterFailures: AFTER });
    const visit = await site.visit(options);
    await visit.page.goto(`${prefix}/login?redirect=/market`, { waitUntil: 'networkidle' });
    for (let i = 0; i < AFTER; i++)
      await site.exchange.call('POST', '/auth-v2/api/v2/auth/login', { email, password: 'a wrong password' });
    await visit.page.locator('input[type=email]').fill(email);
    await visit.page.locator('input[autocomplete=current-password]').fill(PASSWORD);
    await visit.page.locator('form button[type=submit]').click();
    await visit.page.getByRole('dialog').waitFor();
    return visit;
  }

  test('S2 X1 code 8001 opens it; Escape and the mask leave it open; one press, and the log-in goes on by itself', async () => {
    const { page, context, troubles } = await logInUntilAsked();
    const dialog = page.getByRole('dialog');
    await picture(page, 'human-verification');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.waitForTimeout(400);
    await expect.poll(() => dialog.count()).toBe(1);
    expect(await dialog.locator('footer').count()).toBe(0);
    await expect
      .poll(() => dialog.evaluate((element) => Number(getComputedStyle(element).zIndex)))
      .toBeGreaterThanOrEqual(1_000);
    const repeated = page.waitForRequest(
      (request) => request.url().endsWith('/auth/login') && 'captcha-verify-token' in request.headers(),
    );
    await dialog.getByRole('button', { name: 'I am human' }).click();
    expect((await repeated).headers()['captcha-verify-token']).toMatch(/\S{8,}/);
    await page.waitForURL(`${site.exchange.url}/market`);
    expect((await context.cookies()).map(({ name }) => name)).toContain('agio-token');
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('T7 the status is polled every 2 s; its cross closes the dialog, the form shows that the log-in failed, and the focus is back', async () => {
    const { page, context } = await logInUntilAsked('/fa-ir', { width: 390, height: 844, theme: 'light' });
    const times: number[] = [];
    page.on('request', (request) => request.url().includes('bizStatus') && times.push(Date.now()));
    await page.waitForTimeout(5_000);
    await picture(page, 'human-verification-fa-phone');
    expect(times.length).toBeGreaterThanOrEqual(2);
    expect(Math.abs(times[1]! - times[0]! - 2_000)).toBeLessThan(700);
    const isInside = () =>
      page.evaluate(() => document.querySelector('[role=dialog]')?.contains(document.activeElement));
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('Tab');
      // From the end of the dialog the focus comes back to its beginning one frame later.
      await expect.poll(isInside).toBe(true);
    }
    await page.getByRole('dialog').getByRole('button', { name: 'بستن' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('تأیید کنید که ربات نیستید').waitFor();
    const asked = times.length;
    await page.waitForTimeout(3_000);
    expect(times.length).toBe(asked);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true);
    await context.close();
  });

  test('T7 a verification that failed elsewhere says so for 2 s, then closes', async () => {
    const { page, context } = await logInUntilAsked();
    const polled = await page.waitForRequest((request) => request.url().includes('bizStatus'));
    const bizId = new URL(polled.url()).searchParams.get('bizId') ?? '';
    const { data } = await site.exchange.call<{ salt: string; challenge: string; maxNumber: number }>(
      'POST',
      '/auth/api/v1/humancode/challenge',
      { bizId },
    );
    const isRight = (number: number) =>
      createHash('sha256').update(`${data.salt}${number}`).digest('hex') === data.challenge;
    const wrong = isRight(1) ? 2 : 1;
    for (let i = 0; i < 3; i++)
      await site.exchange.call('POST', '/auth/api/v1/humancode/solve', { bizId, number: wrong });
    await page.getByText('Validate Faild').waitFor();
    const shownAt = Date.now();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(Math.abs(Date.now() - shownAt - 2_000)).toBeLessThan(700);
    await context.close();
  });
});
