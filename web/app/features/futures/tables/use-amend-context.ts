import type { Contract } from '../../../api/calls/futures.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { useMarks } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import type { TicketContext } from '../ticket/ticket-preview.ts';
import { useTicketContext } from '../ticket/use-ticket-context.ts';

/** The book is known only of the terminal's own contract; of others the engine makes the checks that need it. */
export function useAmendContext(contract: Contract): { readonly context: TicketContext; readonly last: string } {
  const context = useTicketContext();
  const tickers = useMarks();
  const isOwn = contract.symbol === context.state.contract.symbol;
  const last = tickers.get(contract.symbol)?.lastPrice ?? '';
  if (isOwn) return { context, last };
  const mark = unitsOf(tickers.get(contract.symbol)?.markPrice ?? '0');
  const index = unitsOf(tickers.get(contract.symbol)?.indexPrice ?? '0');
  const state = { ...context.state, contract, mark, orders: [] };
  const book = { ...context.book, bids: [], asks: [] };
  return { context: { ...context, state, book, index, lastPrice: isSet(last) ? last : '0' }, last };
}
