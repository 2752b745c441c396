/** The outcomes of a turn's commands about orders, from what the turn told. */
import type { CoreEvent, OrderView, Outcome } from '../protocol/events.ts';

type OrderChanged = Extract<CoreEvent, { kind: 'OrderChanged' }>;

export class ToldOrders {
  private readonly events: readonly CoreEvent[];
  private at = 0;

  /** Of several turns, one behind the other. */
  constructor(events: readonly CoreEvent[]) {
    this.events = events;
  }

  /**
   * The outcome of a command that is answered with null (TurnAnswer): the order that its first OrderChanged names, as its last one about that order
   * says. To be asked in the order of the commands.
   */
  outcomeOf(seq: number): Outcome {
    const { events } = this;
    while (this.at < events.length && events[this.at].seq < seq) this.at += 1;
    let order: OrderChanged | null = null;
    for (; this.at < events.length && events[this.at].seq === seq; this.at += 1) {
      const event = events[this.at];
      if (event.kind === 'OrderChanged' && (order === null || order.orderId === event.orderId)) order = event;
    }
    if (order === null) throw new Error(`nothing is told of the order of command ${seq}`);
    return { ok: true, seq, repeated: false, result: { kind: 'Order', order: viewOf(order) } };
  }
}

function viewOf({
  kind: _kind,
  cause: _cause,
  userSeq: _user,
  seq: _seq,
  index: _index,
  timeMs: _time,
  ...view
}: OrderChanged): OrderView {
  return view;
}
