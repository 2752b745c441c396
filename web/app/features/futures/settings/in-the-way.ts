/** What keeps a mode from changing: it can while no position and no order is open that it concerns (trading B3). Pure. */
import type { FuturesOrder, Position, StopOrder } from '../../../api/calls/futures.ts';

/** As far as they are known. */
interface Open {
  readonly positions: readonly Position[] | null;
  readonly orders: readonly FuturesOrder[] | null;
  readonly stops: readonly StopOrder[] | null;
}

export interface InTheWay {
  readonly positions: readonly Position[];
  readonly orders: readonly FuturesOrder[];
  readonly stops: readonly StopOrder[];
  readonly isNothing: boolean;
}

/** Of this contract, or of all where none is named. */
export function inTheWay(open: Open, symbol: string | undefined): InTheWay {
  const isMeant = (one: { readonly symbol: string }) => symbol === undefined || one.symbol === symbol;
  const positions = (open.positions ?? []).filter(isMeant);
  const orders = (open.orders ?? []).filter(isMeant);
  const stops = (open.stops ?? []).filter(isMeant);
  return { positions, orders, stops, isNothing: positions.length + orders.length + stops.length === 0 };
}
