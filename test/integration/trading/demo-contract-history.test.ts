/** The past of a demo exchange's contracts: as long as the spot markets', of the same prices, there before the first trade. */
import type { FuturesTicker } from '@agio/contracts/http/futures-shapes';
import type { DataOf } from '@agio/contracts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootExchange, type TestExchange } from '../../exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await bootExchange({ demoMarket: true });
});
afterAll(() => exchange?.close());

const get = async <Data>(path: string): Promise<Data> => {
  const answer = await exchange.call<Data>('GET', path);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};
type Klines = DataOf<'GET /futures/market/klines'>['klines'];
const klinesOf = async (priceType: string, interval: string): Promise<Klines> =>
  (
    await get<{ klines: Klines }>(
      `/futures/market/klines?symbol=BTCUSDT&interval=${interval}&source=${priceType}&limit=500`,
    )
  ).klines;

test('C31 a fresh demo’s contract has candles of weeks, and of its mark and index too', async () => {
  for (const source of ['LAST', 'MARK', 'INDEX']) {
    const klines = await klinesOf(source, '1h');
    expect(klines).toHaveLength(500);
  }
  expect((await klinesOf('LAST', '1m')).length).toBe(500);
});

test('C31 its day tells what spot’s day tells: within half a percent, with a volume', async () => {
  const { tickers } = await get<{ tickers: FuturesTicker[] }>('/futures/market/tickers/aggregate');
  expect(tickers).toHaveLength(5);
  for (const { symbol, changePercent, volume } of tickers) {
    const spot = await fetch(`${exchange.url}/api/v3/ticker/24hr?symbol=${symbol}`);
    const { priceChangePercent } = (await spot.json()) as { priceChangePercent: string };
    expect(Math.abs(Number(changePercent) - Number(priceChangePercent)), symbol).toBeLessThan(0.5);
    expect(Number(volume), symbol).toBeGreaterThan(1);
  }
});
