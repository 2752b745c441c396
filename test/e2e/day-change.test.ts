/** The change of the day beside a price is that of the price, and its high and low are as far as the price. */
import { beforeAll, expect, test } from 'vitest';
import { hydrated, picture } from './browser.ts';
import { visitExchange } from './exchange-visit.ts';
import { futuresPeople } from './futures-people.ts';

const site = visitExchange({ environment: { INDEX_SOURCES: 'demo' } });
const { done, near, ticker, trader } = futuresPeople(site);

const BTC = { symbol: 'BTCUSDT', quantity: '0.1' };

/** One trade at this share of the mark. */
async function trade(factor: number): Promise<void> {
  const [maker, taker] = [await trader('200000'), await trader('20000')];
  const offer = { ...BTC, side: 'SELL', type: 'LIMIT', price: await near(factor) };
  await done(maker, '/futures/order/place', offer);
  await done(taker, '/futures/order/place', { ...BTC, side: 'BUY', type: 'MARKET' });
}

/** What rounds to nothing has no sign. */
const signed = (change: number, digits: number): string => {
  const shown = Math.abs(change).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (!/[1-9]/.test(shown)) return shown;
  return `${change < 0 ? '−' : '+'}${shown}`;
};

beforeAll(() => trade(1.001));

test('A10 when the price jumps, the change and the high of the day in the strip jump in the same frame', async () => {
  const { page, context, troubles } = await site.visit({
    session: (await trader('1')).token,
    width: 1440,
    height: 900,
  });
  await page.goto('/contract-trade/BTCUSDT');
  await hydrated(page);
  const open = Number((await ticker()).openPrice);
  // What each frame shows, until it has shown the new price for a while.
  const shown = page.evaluate(async () => {
    const strip = document.querySelector('section[data-toast-clear]')!;
    const figures = [...strip.querySelectorAll('dl > div')];
    const [change, high] = ['24h change', '24h high'].map((name) =>
      figures.find((figure) => figure.querySelector('dt')!.textContent === name)!,
    );
    const seen: [price: string, change: string, high: string][] = [];
    const until = performance.now() + 6_000;
    while (performance.now() < until) {
      await new Promise(requestAnimationFrame);
      const now: [string, string, string] = [
        strip.querySelector('.text-20')!.textContent,
        change!.querySelector('dd')!.textContent,
        high!.querySelector('dd')!.textContent,
      ];
      if (String(seen.at(-1)) !== String(now)) seen.push(now);
    }
    return seen;
  });
  await trade(1.004);
  const seen = await shown;
  await picture(page, 'day-change');
  expect(new Set(seen.map(([text]) => text)).size).toBeGreaterThan(1);
  const numberIn = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''));
  for (const [text, change, high] of seen) {
    const last = numberIn(text);
    const wanted = [signed(last - open, 1), `${signed(((last - open) / open) * 100, 2)}%`];
    expect(change, `${text} of ${open}`).toBe(wanted.join(' · '));
    expect(numberIn(high), `high of ${text}`).toBeGreaterThanOrEqual(last);
  }
  expect(troubles).toEqual([]);
  await context.close();
});
