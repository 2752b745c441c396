/** The outcomes of a turn's commands about orders, from what the turn told. */
import type { CoreEvent, Outcome } from '../protocol/events.ts';

type OrderChanged = Extract<CoreEvent, { kind: 'OrderChanged' | 'PerpOrderChanged' }>;

export class ToldOrders {
  private readonly events: readonly CoreEvent[];
  private at = 0;

  /** Of several turns, one behind the other. */
  constructor(events: readonly CoreEvent[]) {
    this.events = events;
  }

  /**
   * The outcome of a command that is answered with null (TurnAnswer): the order that its first OrderChanged or PerpOrderChanged names, as its last one
   * about that order says. To be asked in the order of the commands.
   */
  outcomeOf(seq: number): Outcome {
    const { events } = this;
    while (this.at < events.length && events[this.at].seq < seq) this.at += 1;
    let order: OrderChanged | null = null;
    for (; this.at < events.length && events[this.at].seq === seq; this.at += 1) {
      const event = events[this.at];
      if (event.kind !== 'OrderChanged' && event.kind !== 'PerpOrderChanged') continue;
      if (order === null || (order.kind === event.kind && order.orderId === event.orderId)) order = event;
    }
    if (order === null) throw new Error(`nothing is told of the order of command ${seq}`);
    const result =
      order.kind === 'OrderChanged'
        ? ({ kind: 'Order', order: viewOf(order) } as const)
        : ({ kind: 'PerpOrder', order: viewOf(order) } as const);
    return { ok: true, seq, repeated: false, result };
  }
}

/** The event without what it has as an event. */
function viewOf<Event extends OrderChanged>(
  event: Event,
): Omit<Event, 'kind' | 'cause' | 'userSeq' | 'seq' | 'index' | 'timeMs'> {
  const { kind: _kind, cause: _cause, userSeq: _user, seq: _seq, index: _index, timeMs: _time, ...view } = event;
  return view;
}
