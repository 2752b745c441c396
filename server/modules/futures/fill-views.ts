/** Fills as the site's calls and channels show them: what of them closed a position, and which conditional order sent them. */
import type { FuturesFill } from '@agio/contracts/http/futures-shapes';
import type { CoreEvent, StopOrderView } from '@agio/core';
import { priceText } from '../markets/index.ts';
import type { SentFill } from './history-repo.ts';
import type { FillRow } from './repo.ts';
import { amountText } from './views.ts';

export type FillSender = NonNullable<FuturesFill['sentBy']>;

export function fillOf(fill: FillRow, sentBy: FillSender | null): FuturesFill {
  return {
    tradeId: fill.tradeId,
    orderId: fill.orderId,
    symbol: fill.symbol,
    side: fill.side,
    price: priceText(fill.price),
    quantity: amountText(fill.quantity),
    amount: amountText(fill.amount),
    fee: amountText(fill.fee),
    voucher: amountText(fill.voucher),
    realised: amountText(fill.realised),
    closedQuantity: fill.closedQuantity === null ? null : amountText(fill.closedQuantity),
    sentBy,
    isMaker: fill.isMaker,
    isLiquidation: fill.isLiquidation,
    time: fill.timeMs,
  };
}

/** The same in the history, which knows its order. */
export function historyFillOf({ fill, stop, positionSide }: SentFill): FuturesFill {
  const shown = fillOf(fill, stop && senderOf(stop));
  return positionSide === null ? shown : { ...shown, positionSide };
}

/** A stop that is an exit of an order or a position is its stop loss; one that belongs to nothing may open as well. */
export function senderOf({ type, group }: Pick<StopOrderView, 'type' | 'group'>): FillSender {
  return type === 'STOP' && group !== 'OWN' ? 'STOP_LOSS' : type;
}

export interface Senders {
  /** Before the fills of these events are told. */
  readonly learn: (events: readonly CoreEvent[]) => void;
  readonly of: (orderId: number) => FillSender | null;
  /** After them: an order that ended fills no more. */
  readonly forget: (events: readonly CoreEvent[]) => void;
}

/**
 * Which conditional order sent the orders that are live, for fills as they happen. After a start it does not know which one sent an order
 * that waits from before; the history does.
 */
export function createSenders(): Senders {
  const byOrder = new Map<number, FillSender>();
  return {
    learn(events) {
      for (const event of events) {
        if (event.kind === 'StopOrderChanged' && event.status === 'TRIGGERED' && event.orderId !== 0)
          byOrder.set(event.orderId, senderOf(event));
      }
      for (const event of events) {
        if (event.kind === 'PerpOrderChanged' && event.origin === 'STOP' && !byOrder.has(event.orderId))
          byOrder.set(event.orderId, 'CONDITIONAL');
      }
    },
    of: (orderId) => byOrder.get(orderId) ?? null,
    forget(events) {
      const live = new Map<number, boolean>();
      for (const event of events) {
        // A conditional order that fired and left no order leaves nothing to remember.
        if (event.kind === 'StopOrderChanged' && !live.has(event.orderId)) live.set(event.orderId, false);
        if (event.kind === 'PerpOrderChanged')
          live.set(event.orderId, event.status === 'NEW' || event.status === 'PARTIALLY_FILLED');
      }
      for (const [orderId, isLive] of live) if (!isLive) byOrder.delete(orderId);
    },
  };
}
