/**
 * The spot terminal in Chromium on the built app, while orders change its book: pictures a second beside those of an empty page in the
 * same run, how long a press waits for its picture, from the click that sends an order to its row, and what is held after minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { DEMO_LOG_INS } from '@agio/contracts/demo';
import { findPageBrowser } from '../../tools/chromium.ts';
import { line, type Measured } from './budgets.ts';
import { logIn } from './log-in.ts';

const SYMBOL = 'BTCUSDT';
/** Updates of the book a second; each is an order that is placed or canceled. */
const RATES = [20, 200];
const ORDERS = 20;

export interface TerminalFigures {
  readonly emptyPagePerSecond: number;
  readonly figures: readonly Measured[];
}

/** `isQuick`: seconds instead of minutes. */
export async function measureTerminal(url: string, isQuick: boolean): Promise<TerminalFigures> {
  const executablePath = findPageBrowser();
  if (!executablePath) throw new Error('The terminal is measured in Chromium. Install it or set CHROMIUM to its path.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await measureIn(browser, url, isQuick);
  } finally {
    await browser.close();
  }
}

async function measureIn(browser: Browser, url: string, isQuick: boolean): Promise<TerminalFigures> {
  const seconds = isQuick ? 10 : 60;
  const empty = await browser.newPage();
  const emptyPagePerSecond = await picturesPerSecond(empty, isQuick ? 5 : 20);
  await empty.close();
  const [trader, other] = await Promise.all(DEMO_LOG_INS.map((person) => logIn(url, person)));
  const { page, session } = await openTerminal(browser, url, trader!);
  const figures: Measured[] = [];
  for (const rate of RATES) {
    const updates = startUpdates(url, other!, rate);
    await sleep(2_000);
    const pictures = await picturesPerSecond(page, seconds);
    const delay = await pressDelay(page);
    const done = await updates.stop();
    const name = `${rate}/s (${Math.round(done)} done)`;
    figures.push(
      {
        name: `pictures, ${name}`,
        value: pictures / emptyPagePerSecond,
        limit: 0.9,
        unit: 'of empty',
        isFloor: true,
      },
      { name: `press to picture, ${rate}/s, p95`, value: delay, limit: 100, unit: 'ms' },
    );
  }
  figures.push({ name: 'click to row, median', value: await clickToRow(page), limit: 200, unit: 'ms' });
  const before = await heldBytes(session);
  const updates = startUpdates(url, other!, RATES[0]!);
  await sleep(isQuick ? 30_000 : 600_000);
  await updates.stop();
  const grown = ((await heldBytes(session)) - before) / 1_000_000;
  figures.push({ name: `held after ${isQuick ? '30 s' : '10 min'}, more`, value: grown, limit: 10, unit: 'MB' });
  return { emptyPagePerSecond, figures };
}

export function terminalReport({ emptyPagePerSecond, figures }: TerminalFigures): string[] {
  return [
    `\nThe spot terminal in Chromium without a GPU; an empty page: ${emptyPagePerSecond.toFixed(1)} pictures a second`,
    'page       figure                            value        limit  ratio',
    ...figures.map((figure) => line('spot', figure)),
  ];
}

async function openTerminal(
  browser: Browser,
  url: string,
  cookie: string,
): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', ...value] = cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url }]);
  const page = await context.newPage();
  await page.goto(`${url}/spot-trade/${SYMBOL}`);
  await page.getByRole('img', { name: /candles|chart/i }).waitFor();
  await sleep(3_000);
  return { page, session: await context.newCDPSession(page) };
}

/** Counted by the page itself, by what asks for each picture. */
function picturesPerSecond(page: Page, seconds: number): Promise<number> {
  return page.evaluate(async (ms) => {
    const begin = performance.now();
    let count = 0;
    while (performance.now() - begin < ms) {
      await new Promise(requestAnimationFrame);
      count++;
    }
    return (count * 1_000) / (performance.now() - begin);
  }, seconds * 1_000);
}

/** From a press on the other side of the ticket to the second picture after it, of twenty presses the 95th of a hundred. */
async function pressDelay(page: Page): Promise<number> {
  const waits: number[] = [];
  for (let i = 0; i < ORDERS; i++) {
    const side = i % 2 === 0 ? 'Sell' : 'Buy';
    waits.push(
      await page.evaluate(async (label) => {
        const radios = [...document.querySelectorAll<HTMLElement>('#ticket [role=radiogroup] label')];
        const begin = performance.now();
        radios.find((radio) => radio.textContent === label)?.click();
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        return performance.now() - begin;
      }, side),
    );
    await sleep(100);
  }
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95) - 1]!;
}

/** Limit orders far below the market: from the click to the row in the table, in the middle of twenty. */
async function clickToRow(page: Page): Promise<number> {
  const ticket = page.locator('section#ticket');
  await ticket.getByText('Buy', { exact: true }).first().click();
  const waits: number[] = [];
  for (let i = 0; i < ORDERS; i++) {
    await ticket.getByLabel('Price', { exact: true }).fill(String(50_000 + i));
    await ticket.getByLabel('Amount', { exact: true }).fill('0.001');
    waits.push(
      await page.evaluate(async () => {
        const rows = () => document.querySelectorAll('table tbody tr').length;
        const before = rows();
        const begin = performance.now();
        document.querySelector<HTMLElement>('#ticket button[type=submit]')?.click();
        while (rows() === before && performance.now() - begin < 5_000) await new Promise(requestAnimationFrame);
        return performance.now() - begin;
      }),
    );
  }
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]!;
}

async function heldBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Places and cancels orders at the edge of the book, `rate` a second, from this process. */
function startUpdates(url: string, cookie: string, rate: number): { stop: () => Promise<number> } {
  let isRunning = true;
  let done = 0;
  const begin = Date.now();
  const call = async (path: string, body: unknown) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: url },
      body: JSON.stringify(body),
    });
    done++;
    return (await answer.json()) as { data?: { order?: { orderId: number; price: string } } };
  };
  const lane = async (number: number, lanes: number) => {
    while (isRunning) {
      const started = Date.now();
      const depth = await fetch(`${url}/web/spot/depth?symbol=${SYMBOL}&limit=5`);
      const { data } = (await depth.json()) as { data: { bids: [string, string][] } };
      const price = (Number(data.bids[0]![0]) * (1 - (number + 1) / 10_000)).toFixed(2);
      const { data: placed } = await call('/web/spot/order/place', {
        symbol: SYMBOL,
        side: 'BUY',
        type: 'LIMIT',
        price,
        quantity: '0.001',
      });
      if (placed?.order) await call('/web/spot/order/cancel', { symbol: SYMBOL, orderId: placed.order.orderId });
      await sleep(Math.max(0, (2_000 * lanes) / rate - (Date.now() - started)));
    }
  };
  const lanes = Math.max(1, Math.ceil(rate / 20));
  const running = Promise.all(Array.from({ length: lanes }, (_, number) => lane(number, lanes)));
  return {
    async stop() {
      isRunning = false;
      await running;
      return (done * 1_000) / (Date.now() - begin);
    },
  };
}
