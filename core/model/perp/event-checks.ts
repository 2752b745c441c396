/** Checks the events of a whole run against trading C4 by computing them again. Each function answers what is wrong, one line each. */
import type { Core } from '../../protocol/core.ts';
import type { CoreEvent } from '../../protocol/events.ts';

/** C4.16: the events of each user, of each book and of each command are numbered without gaps. */
export function misnumbered(events: readonly CoreEvent[]): string[] {
  const wrong: string[] = [];
  const last = new Map<string, number>();
  const next = (stream: string, number: number): void => {
    const wanted = (last.get(stream) ?? 0) + 1;
    if (number !== wanted) wrong.push(`${stream}: ${number} after ${wanted - 1}`);
    last.set(stream, number);
  };
  let [seq, index] = [0, 0];
  for (const event of events) {
    if ('userSeq' in event) next(`user ${event.uid}`, event.userSeq);
    if (event.kind === 'PerpDepthChanged') next(`depth of ${event.symbol}`, event.updateId);
    if (event.kind === 'PerpTraded') next(`trades of ${event.symbol}`, event.tradeId);
    if (event.seq < seq || (event.seq === seq && event.index <= index)) wrong.push(`event ${event.seq}.${event.index}`);
    [seq, index] = [event.seq, event.index];
  }
  return wrong;
}

/** C4.10: an order has filled the sum of its trades, and no more than its quantity. C4.11: only a maker may get a negative fee. */
export function wronglyFilled(core: Core, events: readonly CoreEvent[]): string[] {
  const wrong: string[] = [];
  const filled = new Map<number, number>();
  for (const trade of events) {
    if (trade.kind !== 'PerpTraded') continue;
    for (const id of [trade.makerOrderId, trade.takerOrderId]) filled.set(id, (filled.get(id) ?? 0) + trade.quantity);
    if (trade.takerFee < 0n || -trade.makerFee > trade.amount) wrong.push(`fees of trade ${trade.tradeId}`);
  }
  filled.delete(0);
  for (const [id, quantity] of filled) {
    const order = core.perpOrder(id);
    if (order === null) continue;
    if (order.filledQuantity !== quantity || quantity > order.quantity) wrong.push(`order ${id} filled ${quantity}`);
  }
  return wrong;
}

/**
 * C4.13: at a funding settlement receivers get no more than payers owe. They get less (by more than a unit each, which is rounding) only
 * if a payer's margin ran out.
 */
export function wronglyFunded(events: readonly CoreEvent[]): string[] {
  const wrong: string[] = [];
  let due: { readonly quantity: bigint; readonly amount: bigint }[] = [];
  for (const event of events) {
    if (event.kind === 'FundingPaid') due.push(event);
    if (event.kind !== 'FundingSettled') continue;
    const paid = due.reduce((sum, { amount }) => sum + (amount < 0n ? -amount : 0n), 0n);
    const received = due.reduce((sum, { amount }) => sum + (amount > 0n ? amount : 0n), 0n);
    const [payers, receivers] = [due.filter(({ amount }) => amount < 0n), due.filter(({ amount }) => amount > 0n)];
    const sizeOf = (parts: typeof due): bigint => parts.reduce((sum, { quantity }) => sum + quantity, 0n);
    // Long and short quantities differ only by the takeover inventory.
    const isEven = sizeOf(payers) === sizeOf(receivers);
    const isMore = paid - received >= BigInt(due.length) && due.length > 0;
    if (paid !== event.paid || received !== event.received || (isEven && isMore)) wrong.push(`funding ${event.seq}`);
    due = [];
  }
  return wrong;
}
