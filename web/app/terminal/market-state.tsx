import { CirclePause } from 'lucide-react';
import { restrictionOf, type Restriction } from '@agio/contracts/market-restrictions';
import { firesNow } from '../figures/market-status.ts';
import { useTranslation } from '../i18n/use-translation.tsx';
import { useDerived } from '../live-views/use-store.ts';
import { marketRefusal } from './market-refusal.ts';
import { useTerminalMarket, type DayPrices } from './terminal-market.ts';

/** What the market of the terminal does not take now; null: it takes everything. It changes while the page is open. */
export function useRestriction(): Restriction | null {
  const { instrument, tickers } = useTerminalMarket();
  return useDerived(tickers, (now) => restrictionOf(now.get(instrument.symbol)?.status));
}

/** The same of any market of the terminal's kind. */
export function useRestrictionOf(symbol: string): Restriction | null {
  return useDerived(useTerminalMarket().tickers, (now) => restrictionOf(now.get(symbol)?.status));
}

/** Those markets of the terminal's kind that do not take everything, as text: a status changes seldom, the prices it comes with all the time. */
function restricted(tickers: ReadonlyMap<string, DayPrices>): string {
  const halted = [...tickers].filter(([, { status }]) => restrictionOf(status) !== null);
  return halted.map(([symbol, { status }]) => `${symbol} ${status}`).join();
}

/** In words why an order of a market was not changed or canceled; the market may be another one than the terminal's. */
export function useMarketRefusal(): (
  error: unknown,
  market: { readonly symbol: string; readonly name: string },
) => string {
  const { t } = useTranslation();
  const { tickers } = useTerminalMarket();
  return (error, { symbol, name }) =>
    marketRefusal(t, error, { name, restriction: restrictionOf(tickers.get().get(symbol)?.status) });
}

/** Over all panels: what is not traded now, and what still works. */
export function MarketState() {
  const { t } = useTranslation();
  const restriction = useRestriction();
  // It stands in the page before it says something: then it is read out when it does.
  return (
    <div role="status" className="flex-none bg-warn-tint text-13 empty:hidden">
      {restriction === null ? null : (
        <p className="flex flex-wrap items-center gap-x-2 px-4 py-1.5">
          <CirclePause aria-hidden className="size-4 flex-none text-warn" />
          <span className="font-medium">{t(`terminal.state.lead_${restriction}`)}</span>
          <span className="min-w-0 text-muted">{t(`terminal.state.rest_${restriction}`)}</span>
        </p>
      )}
    </div>
  );
}

/** Beside the condition of an order that waits: that its price alone does not wake it now. Null where it does. */
export function useHeldWords(): (symbol: string) => string | null {
  const { t } = useTranslation();
  const { tickers } = useTerminalMarket();
  useDerived(tickers, restricted);
  return (symbol) => {
    const restriction = restrictionOf(tickers.get().get(symbol)?.status);
    return firesNow(restriction) ? null : t('terminal.state.held', { state: t(`common.market_${restriction}`) });
  };
}

export function HeldNote({ symbol }: { readonly symbol: string }) {
  const words = useHeldWords()(symbol);
  return words === null ? null : <span className="block text-12 text-warn">{words}</span>;
}
