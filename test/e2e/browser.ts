/** Opens pages in the system's Chromium and keeps the pictures that tests take. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, errors, type Page } from 'playwright-core';
import { expect, onTestFailed, TestRunner } from 'vitest';
import { findPageBrowser } from '../../tools/chromium.ts';
import { lendContext } from './kept-contexts.ts';

/** No test is about speed: these only end what hangs, also on a machine that does much else. */
const WITHIN_MS = 30_000;
const OPEN_WITHIN_MS = 60_000;
const PICTURES = join(import.meta.dirname, '../../test-results/screenshots');

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findPageBrowser();
  if (!executablePath)
    throw new Error(
      'The browser tests need Chromium. `npm test` installs it on Debian; else set CHROMIUM to its path.',
    );
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page wrote to the console or threw. */
  readonly troubles: string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'dark' | 'light';
  readonly javaScript?: boolean;
  readonly isPhone?: boolean;
  readonly userAgent?: string;
  /** The token of who is logged in. */
  readonly session?: string;
}

/** Opens a browser for one person: whoever used it before is forgotten, and files that it loaded are there already (kept-contexts.ts). */
export async function newVisit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const context = await lendContext(browser, {
    baseURL: url,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    javaScriptEnabled: options.javaScript ?? true,
    ...(options.isPhone ? { isMobile: true, hasTouch: true } : {}),
    ...(options.userAgent ? { userAgent: options.userAgent } : {}),
  });
  if (options.theme) await context.addCookies([{ name: 'theme', value: options.theme, url }]);
  if (options.session) await context.addCookies([{ name: 'agio-token', value: options.session, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  page.setDefaultNavigationTimeout(OPEN_WITHIN_MS);
  const troubles: string[] = [];
  if (options.javaScript ?? true) waitForHydration(page);
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  showWhenFailed(page, troubles);
  return { page, context, troubles };
}

/** A test that fails once in many runs leaves what its page looked like, where it was and what it said. */
function showWhenFailed(page: Page, troubles: readonly string[]): void {
  if (!isInTest()) return;
  onTestFailed(async ({ task }) => {
    if (page.isClosed()) return;
    process.stderr.write(`${task.name}: the page was ${page.url()}, its errors ${JSON.stringify(troubles)}\n`);
    const name = task.name.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 80);
    await picture(page, `failed-${name}`).catch(() => null);
  });
}

/** Hooks open pages too, and cannot wait for the end of a test. */
function isInTest(): boolean {
  return TestRunner.getCurrentTest() !== undefined;
}

/** Scripts begin after the first paint: `goto` also waits until the router runs and React has taken over the page. */
function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...target) => {
    const answer = await goto(...target);
    // A test that waits for 'commit' alone wants to see the page before the router runs.
    if (target[1]?.waitUntil === 'commit' || (await page.locator('script#texts').count()) === 0) return answer;
    await hydrated(page);
    return answer;
  };
}

/** Waits for hydration after a page that was not opened by `goto`: a press before it may be lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      '__reactRouterDataRouter' in window && Object.keys(document.body).some((name) => name.startsWith('__reactFiber')),
  );
}

/** The frames that the page's sockets bring from now on, as text. */
export function framesOf(page: Page): readonly string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return frames;
}

/** Waits until the page reads a channel on that many sockets: what happens from then on reaches it. */
export async function reads(frames: readonly string[], channel: string, sockets: number): Promise<void> {
  const isFirst = (frame: string) => frame.includes(`"${channel}"`) && frame.includes('"snapshot":true');
  await expect.poll(() => frames.filter(isFirst).length, { timeout: WITHIN_MS }).toBeGreaterThanOrEqual(sockets);
}

/** Goes on to a path as a click on a link of the app does, whatever the path is. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // React Router puts its router there for its own tools, without a type.
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(path: string): Promise<void> };
    };
    return router.navigate(to);
  }, path);
}

/** Path and query of the page. */
export function where(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Opens a page and waits until it is alive. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
}

/** Follows a link of the app to a path, whatever it is; fails where that would load the page anew. Answers where it leads. */
export async function follow(page: Page, path: string): Promise<string> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await goInside(page, path);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  return where(page);
}

/** A browser that draws beside others sometimes never answers with a picture; asked once more it does. A page that hangs does not. */
export async function picture(page: Page, name: string, isWhole = false): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const shot = { path: join(PICTURES, `${name}.png`), fullPage: isWhole };
  try {
    await page.screenshot(shot);
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    process.stderr.write(`no picture of ${name} in time; asking once more\n`);
    await page.screenshot(shot);
  }
}
