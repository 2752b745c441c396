import { useSlowStore, useStore } from '../../use-store.ts';
import type { Balance } from '../../api/types.ts';
import { useSpotMarket } from './spot-market.ts';
import type { TicketContext } from './ticket-model.ts';
import { useSlowLastPrice } from './use-last-price.ts';

/** The preview follows the book at this pace; the order itself is judged by the engine at its own moment. */
const PREVIEW_MS = 300;

export function useTicketContext(): TicketContext {
  const { pair, market, account } = useSpotMarket();
  const book = useSlowStore(market.book, PREVIEW_MS);
  const balances = useStore(account.balances);
  const price = useSlowLastPrice(PREVIEW_MS);
  return {
    pair,
    book,
    lastPrice: price,
    availableBase: availableOf(balances, pair.base),
    availableQuote: availableOf(balances, pair.quote),
  };
}

function availableOf(balances: readonly Balance[] | null, asset: string): string {
  return balances?.find((balance) => balance.asset === asset && balance.wallet === 'SPOT')?.available ?? '0';
}
