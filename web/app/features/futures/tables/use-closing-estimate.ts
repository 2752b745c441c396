import type { Contract, Position } from '../../../api/calls/futures.ts';
import { useSlowStore, useStore } from '../../../live-views/use-store.ts';
import { useFuturesMarket, useMarks } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { feeRatesOf } from '../ticket/use-ticket-context.ts';
import {
  type Closing,
  closingEstimate,
  type ClosingEstimate,
  type EstimatePrices,
  reversalEstimate,
  type ReversalEstimate,
} from './closing.ts';
import { othersBook } from './others-book.ts';

/** Tells what closing a position comes to at the prices of now; null while there is nothing to count. */
export function useClosingEstimate(): (
  position: Position,
  contract: Contract,
  closing: Closing,
) => ClosingEstimate | null {
  const pricesOf = useOthersPrices();
  return (position, contract, closing) => closingEstimate(position, contract, closing, pricesOf(position, contract));
}

/** The same of turning all of a position round. */
export function useReversalEstimate(): (position: Position, contract: Contract) => ReversalEstimate | null {
  const pricesOf = useOthersPrices();
  return (position, contract) => reversalEstimate(position, contract, pricesOf(position, contract));
}

/** The prices at which others trade: own orders of the book are none of them. */
function useOthersPrices(): (position: Position, contract: Contract) => EstimatePrices {
  const { account } = useFuturesMarket();
  const orders = useStore(account.orders) ?? [];
  const pricesOf = useEstimatePrices();
  return (position, contract) => {
    const prices = pricesOf(position, contract);
    return prices.book === null ? prices : { ...prices, book: othersBook(prices.book, orders, contract) };
  };
}

/** What is known of the prices of a position's contract; its book only where that is on the screen. */
export function useEstimatePrices(): (position: Position, contract: Contract) => EstimatePrices {
  const { contract: shown, feed, userRate } = useFuturesMarket();
  const book = useSlowStore(feed.book, 300);
  const marks = useMarks();
  return (position, contract) => {
    const ticker = marks.get(position.symbol);
    return {
      ticker,
      book: shown.symbol === position.symbol ? book : null,
      mark: unitsOf(ticker?.markPrice ?? position.markPrice),
      feeRates: feeRatesOf(contract, userRate),
    };
  };
}
