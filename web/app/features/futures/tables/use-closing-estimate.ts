import type { Contract, Position } from '../../../api/calls/futures.ts';
import { useSlowStore } from '../../../live-views/use-store.ts';
import { useFuturesMarket, useMarks } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { feeRatesOf } from '../ticket/use-ticket-context.ts';
import { type Closing, closingEstimate, type ClosingEstimate } from './closing.ts';

type Estimate = (position: Position, contract: Contract, closing: Closing) => ClosingEstimate | null;

/** Tells what closing a position comes to at the prices of now; null while there is nothing to count. */
export function useClosingEstimate(): Estimate {
  const { contract: shown, feed, userRate } = useFuturesMarket();
  const book = useSlowStore(feed.book, 300);
  const marks = useMarks();
  return (position, contract, closing) => {
    const ticker = marks.get(position.symbol);
    return closingEstimate(position, contract, closing, {
      ticker,
      book: shown.symbol === position.symbol ? book : null,
      mark: unitsOf(ticker?.markPrice ?? position.markPrice),
      feeRates: feeRatesOf(contract, userRate),
    });
  };
}
