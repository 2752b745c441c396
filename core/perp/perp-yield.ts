import type { Misfit } from '../protocol/parameter-changes.ts';
import type { PerpOrderView } from '../protocol/perp-events.ts';
import type { StopOrder } from './contract/stop-table.ts';

const NO_STOPS: readonly StopOrder[] = [];
const NONE_CANCELLED: readonly PerpOrderView[] = [];
const NO_MISFITS: readonly Misfit[] = [];

/** What the last command yielded, beside its answer. */
export class PerpYield {
  order = 0;
  stops = NO_STOPS;
  cancelled = NONE_CANCELLED;
  misfits = NO_MISFITS;

  /** Makes no lists: most commands yield an order only. */
  clear(): void {
    this.order = 0;
    this.stops = NO_STOPS;
    this.cancelled = NONE_CANCELLED;
    this.misfits = NO_MISFITS;
  }
}
