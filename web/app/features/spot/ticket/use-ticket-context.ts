import { useSlowStore, useStore } from '../../../live-views/use-store.ts';
import { compareDecimals } from '../../../../ui/decimal.ts';
import type { Balance, Pair, UserRate } from '../../../api/types.ts';
import { useSpotMarket } from '../spot-market.ts';
import type { FeeRates, TicketContext } from './ticket.ts';
import { useSlowLastPrice } from '../../../terminal/use-last-price.ts';

/** The preview follows the book at this pace; the order itself is judged by the engine at its own moment. */
const PREVIEW_MS = 300;

export function useTicketContext(): TicketContext {
  const { pair, market, account, userRate } = useSpotMarket();
  const book = useSlowStore(market.book, PREVIEW_MS);
  const balances = useStore(account.balances);
  const rate = useStore(userRate);
  const price = useSlowLastPrice(PREVIEW_MS);
  return {
    pair,
    book,
    lastPrice: price,
    availableBase: availableOf(balances, pair.base),
    availableQuote: availableOf(balances, pair.quote),
    feeRates: feeRatesOf(pair, rate),
  };
}

function availableOf(balances: readonly Balance[] | null, asset: string): string {
  return balances?.find((balance) => balance.asset === asset && balance.wallet === 'SPOT')?.available ?? '0';
}

/** A user's rate never exceeds the market's own (trading A5.7). */
function feeRatesOf(pair: Pair, own: UserRate | null): FeeRates {
  const { makerFeeRate: maker, takerFeeRate: taker } = pair;
  if (own === null || pair.hasFeeException) return { maker, taker };
  const lesser = (a: string, b: string) => (compareDecimals(a, b) < 0 ? a : b);
  return { maker: lesser(maker, own.spotMakerRate), taker: lesser(taker, own.spotTakerRate) };
}
