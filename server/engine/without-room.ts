/** What the engine takes while the journal has no room for another segment (reliability 1.3.5, FLT-5). */
import type { CommandBody, Core } from '@agio/core';

/**
 * Whether it is a cancel of an order that lives: anything else, a useless cancel as well, would eat the room that the useful ones
 * need.
 */
export function isTakenWithoutRoom(core: Core, body: CommandBody): boolean {
  switch (body.kind) {
    case 'CancelOrder':
      return isLiveOf(
        body.uid,
        body.orderId > 0 ? core.order(body.orderId) : core.orderByClientId(body.uid, body.symbol, body.clientOrderId),
      );
    case 'CancelAllOrders':
      return core.openOrders(body.uid, body.symbol).length > 0;
    case 'CancelPerpOrder':
      return isLiveOf(
        body.uid,
        body.orderId > 0 ? core.perpOrder(body.orderId) : core.perpOrderByClientId(body, body.clientOrderId),
      );
    case 'CancelStopOrder':
      return core
        .openStopOrders(body)
        .some((stop) =>
          body.orderId > 0 ? stop.stopOrderId === body.orderId : stop.clientOrderId === body.clientOrderId,
        );
    case 'CancelAllPerpOrders':
      return core.openPerpOrders(body).length > 0 || core.openStopOrders(body).length > 0;
    default:
      return false;
  }
}

const LIVE: ReadonlySet<string> = new Set(['NEW', 'PARTIALLY_FILLED', 'UNTRIGGERED']);

function isLiveOf(uid: number, order: { readonly uid: number; readonly status: string } | null): boolean {
  return order !== null && order.uid === uid && LIVE.has(order.status);
}
