/** Holds the trades of the log against the alerts that wait: in the projections' transaction, so that each crossing counts exactly once. */
import type { CoreEvent } from '@agio/core';
import type { Projection } from '../../store/index.ts';
import { alertsTouched, type PriceRange, settleAlerts, watchedMarkets } from './alert-repo.ts';
import { judge, type Print } from './crossing.ts';
import type { MarketKind } from '@agio/core/words';

export interface AlertProjection {
  readonly projection: Projection;
  /** Before an alert of the market is written: its trades are looked at from now on. */
  watch(market: MarketKind, symbol: string): void;
}

/** `onFired`: crossings were written, in a transaction that has not ended yet. */
export function createAlertProjection(onFired: () => void): AlertProjection {
  /** Null before the first batch: then the table says which. */
  let watched: Set<string> | null = null;
  return {
    watch: (market, symbol) => void watched?.add(keyOf(market, symbol)),
    projection: {
      name: 'price alerts',
      async apply(tx, events) {
        const trades = tradesOf(events);
        if (trades.size === 0) return;
        watched ??= await watchedMarkets(tx);
        const ranges = [...trades.values()].filter(({ market, symbol }) => watched?.has(keyOf(market, symbol)));
        if (ranges.length === 0) return;
        const judged = (await alertsTouched(tx, ranges.map(withoutPrints))).map((alert) => {
          const prints = trades.get(keyOf(alert.market, alert.symbol))?.prints ?? [];
          return { alert, judgement: judge(alert, prints) };
        });
        await settleAlerts(tx, judged);
        if (judged.some(({ judgement }) => judgement.crossings.length > 0)) onFired();
      },
    },
  };
}

interface MarketTrades extends PriceRange {
  readonly prints: Print[];
}

const keyOf = (market: MarketKind, symbol: string): string => `${market} ${symbol}`;

const withoutPrints = ({ market, symbol, least, most }: MarketTrades): PriceRange => ({ market, symbol, least, most });

/** Oldest first, by market. */
function tradesOf(events: readonly CoreEvent[]): Map<string, MarketTrades> {
  const trades = new Map<string, MarketTrades>();
  for (const event of events) {
    if (event.kind !== 'Traded' && event.kind !== 'PerpTraded') continue;
    const market = event.kind === 'Traded' ? 'SPOT' : 'FUTURES';
    const { symbol, price, tradeId, timeMs } = event;
    const key = keyOf(market, symbol);
    const known = trades.get(key);
    const prints = known?.prints ?? [];
    prints.push({ tradeId, price, timeMs });
    const least = Math.min(known?.least ?? price, price);
    trades.set(key, { market, symbol, least, most: Math.max(known?.most ?? price, price), prints });
  }
  return trades;
}
