/** The market monitor when the sources of an index fail (trading A12). */
import type { Publisher } from '@agio/contracts/channel';
import { afterEach, expect, test, vi } from 'vitest';
import type { EngineHandle } from '../../engine/index.ts';
import { startJobs } from '../jobs.ts';
import type { LiveMarkets } from '../markets/index.ts';
import type { LiveContracts } from './live.ts';
import { createMarketMonitor } from './market-monitor.ts';

afterEach(() => void vi.useRealTimers());

test('a market is never halted by an index that is only held: it is told as stale', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const book = { bids: [], asks: [], updateId: 0 };
  const market = { view: { symbol: 'BTCUSDT', status: 'TRADING' }, prints: [] as object[], book, klines: { '1m': [] } };
  const contract = { view: { indexPrice: 100 }, timeMs: 0, indexTimeMs: 0 };
  const submit = vi.fn(async () => ({ ok: true }));
  const monitor = createMarketMonitor(
    { submit } as unknown as EngineHandle,
    { markets: new Map([['BTCUSDT', market]]) } as unknown as LiveMarkets,
    { contracts: new Map([['BTCUSDT', contract]]) } as unknown as LiveContracts,
    () => {},
  );
  const told: string[] = [];
  const publisher = {
    publish: (_channel: string, _topic: string, data: { alerts: { kind: string }[] }) =>
      void told.push(...data.alerts.map(({ kind }) => kind)),
  };
  monitor.start(publisher as unknown as Publisher);
  const jobs = startJobs([monitor.job], () => {});
  await vi.advanceTimersByTimeAsync(1_000);
  // The spot price moves away while marks and depth are told as ever; the sources have been silent for a minute.
  market.prints.push({ tradeId: 1, price: 150 });
  contract.indexTimeMs = Date.now() - 60_000;
  for (let second = 0; second < 10; second += 1) {
    contract.timeMs = Date.now();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await jobs.stop();
  expect(told).toEqual(['INDEX_STALE']);
  expect(submit).not.toHaveBeenCalled();
});
