import type { Direction } from '../../ui/price.tsx';
import { compareDecimals } from '../../ui/decimal.ts';
import { dayChange, type DayChange, dayRange, type DayRange } from '../live/day-change.ts';
import { useDerived, useSlowStore, useStore } from '../live-views/use-store.ts';
import { useTerminalMarket } from './terminal-market.ts';

/** The last price for sums: a few times a second is enough. */
export function useSlowLastPrice(ms: number): string {
  const { instrument, feed, tickers } = useTerminalMarket();
  const deals = useSlowStore(feed.deals, ms);
  const ticker = useSlowStore(tickers, ms).get(instrument.symbol);
  return deals[0]?.price ?? ticker?.lastPrice ?? '0';
}

/** The newest print and whether it moved up or down against the last different one. */
export function useLastPrice(): { readonly price: string; readonly direction: Direction } {
  const { instrument, feed, tickers } = useTerminalMarket();
  const deals = useStore(feed.deals);
  const ticker = useStore(tickers).get(instrument.symbol);
  const price = deals[0]?.price ?? ticker?.lastPrice ?? '0';
  const before = deals.find((deal) => deal.price !== price)?.price ?? ticker?.openPrice ?? price;
  return { price, direction: compareDecimals(price, before) as Direction };
}

/** Of the day, with the newest print: a trade is told before the day's figures are. */
export function useDayChange(): DayChange {
  const { instrument, tickers } = useTerminalMarket();
  const { price } = useLastPrice();
  const openPrice = useDerived(tickers, (now) => now.get(instrument.symbol)?.openPrice ?? null);
  return dayChange(price, openPrice ?? price);
}

const DAY_MS = 86_400_000;

/** The day's high and low: the price beside them is never beyond them. Undefined: nothing of the day is known. */
export function useDayRange(day: (DayRange & { readonly time: number }) | undefined): DayRange | undefined {
  const deals = useStore(useTerminalMarket().feed.deals);
  if (day === undefined) return undefined;
  // In a quiet market the last deals may be of days before.
  const ofDay = deals.filter(({ time }) => time > day.time - DAY_MS);
  return dayRange(
    day,
    ofDay.map(({ price }) => price),
  );
}
