/** Rules of the event stream that a reader of it can check alone: numbering, time, and who trades first. */
import type { Command, CoreEvent, OrderView } from '@agio/core';
import { demand } from './violation.ts';

type Trade = Extract<CoreEvent, { kind: 'Traded' }>;

export class EventRules {
  private readonly counters = new Map<string, number>();
  private readonly resting = new Map<number, OrderView>();
  private timeMs = 0;

  check(command: Command, events: readonly CoreEvent[]): void {
    demand(command.timeMs >= this.timeMs, () => `command ${command.seq} is older than the one before`);
    this.timeMs = command.timeMs;
    events.forEach((event, index) => {
      demand(
        event.seq === command.seq && event.index === index,
        () => `event ${index} of ${command.seq} is misnumbered`,
      );
      demand(event.timeMs === command.timeMs, () => `an event of ${command.seq} has a time of its own`);
      this.follow(event);
    });
  }

  private follow(event: CoreEvent): void {
    if ('userSeq' in event) this.next(`user ${event.uid}`, event.userSeq);
    if (event.kind === 'DepthChanged') this.next(`depth of ${event.symbol}`, event.updateId);
    if (event.kind === 'Traded') {
      this.next(`trades of ${event.symbol}`, event.tradeId);
      this.checkPrice(event);
    }
    if (event.kind !== 'OrderChanged') return;
    const isResting = event.status === 'NEW' || event.status === 'PARTIALLY_FILLED';
    if (isResting && event.price > 0) this.resting.set(event.orderId, event);
    else this.resting.delete(event.orderId);
  }

  private next(name: string, number: number): void {
    const last = this.counters.get(name) ?? 0;
    demand(number === last + 1, () => `${name}: ${number} follows ${last}`);
    this.counters.set(name, number);
  }

  /** Nobody's better price is passed over, but for one's own. */
  private checkPrice(trade: Trade): void {
    for (const order of this.resting.values()) {
      if (order.symbol !== trade.symbol || order.side === trade.takerSide || order.uid === trade.takerUid) continue;
      if (order.orderId === trade.makerOrderId) continue;
      const isBetter = trade.takerSide === 'BUY' ? order.price < trade.price : order.price > trade.price;
      demand(!isBetter, () => `trade ${trade.tradeId} of ${trade.symbol} passes over order ${order.orderId}`);
    }
  }
}
