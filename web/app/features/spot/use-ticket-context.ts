import { useStore } from '../../use-store.ts';
import type { Balance } from '../../api/types.ts';
import { useSpotMarket } from './spot-market.ts';
import type { TicketContext } from './ticket-model.ts';
import { useLastPrice } from './use-last-price.ts';

export function useTicketContext(): TicketContext {
  const { pair, market, account } = useSpotMarket();
  const book = useStore(market.book);
  const balances = useStore(account.balances);
  const { price } = useLastPrice();
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
