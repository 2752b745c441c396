/** Orders, fills, positions, funding, receipts and klines from the engine's events. */
import { HOUR_MS } from '@agio/contracts/durations';
import { type CoreEvent, type EventKind, foldTrades, type KlineTrade } from '@agio/core';
import { inParts, KEPT_UNFILLED_MS, partedByAccepted, type Projection } from '../../store/index.ts';
import { type KlineSource, deleteOldKlines, mergeIntoKlines, type StoredKline } from './kline-repo.ts';
import { insertLiquidations, liquidationsOf } from './liquidations.ts';
import { markOf, tradeOf } from './live.ts';
import * as repo from './repo.ts';
import { entryRowsOf, insertEntries, sumUpOldEntries } from './statement-repo.ts';

type Event<K extends EventKind> = Extract<CoreEvent, { kind: K }>;

/** Only the last state of each is written. */
export function lastOf<K extends EventKind>(
  events: readonly CoreEvent[],
  kind: K,
  keyOf: (event: Event<K>) => number | string,
): Event<K>[] {
  const last = new Map<number | string, Event<K>>();
  for (const event of events) if (event.kind === kind) last.set(keyOf(event as Event<K>), event as Event<K>);
  return [...last.values()];
}

export function ofKind<K extends EventKind>(events: readonly CoreEvent[], kind: K): Event<K>[] {
  return events.filter((event): event is Event<K> => event.kind === kind);
}

export function createFuturesProjection(): Projection {
  let cleanedHour = -1;
  return {
    name: 'futures',
    async apply(tx, events) {
      const orders = lastOf(events, 'PerpOrderChanged', (order) => order.orderId);
      const { accepted, known } = partedByAccepted(orders, events, 'PerpOrderChanged');
      await inParts(accepted, (part) => repo.insertOrders(tx, part));
      await inParts(known, (part) => repo.upsertOrders(tx, part));
      await inParts(
        lastOf(events, 'StopOrderChanged', (stop) => stop.stopOrderId),
        (part) => repo.upsertStopOrders(tx, part),
      );
      await inParts(repo.provenFills(events), (part) => repo.insertFills(tx, part));
      await inParts(ofKind(events, 'PositionChanged'), (part) => repo.upsertPositions(tx, part));
      await inParts(ofKind(events, 'FundingSettled'), (part) => repo.insertFundingRates(tx, part));
      await inParts(ofKind(events, 'FundingPaid'), (part) => repo.insertPayments(tx, part));
      const receipts = events.filter((event) => event.kind === 'Liquidated' || event.kind === 'Deleveraged');
      await inParts(receipts, (part) => repo.insertReceipts(tx, part));
      await inParts(liquidationsOf(events), (part) => insertLiquidations(tx, part));
      await inParts(entryRowsOf(events), (part) => insertEntries(tx, part));
      await inParts(klinesOf(events), (part) => mergeIntoKlines(tx, part));
      // By the hour of the log's own time: however the log is cut into batches, a rebuild leaves out the same rows.
      const hour = Math.floor((events.at(-1)?.timeMs ?? 0) / HOUR_MS);
      if (hour > cleanedHour) {
        await repo.deleteEndedUnfilled(tx, hour * HOUR_MS - KEPT_UNFILLED_MS);
        await deleteOldKlines(tx, hour * HOUR_MS);
        await sumUpOldEntries(tx, hour);
      }
      cleanedHour = Math.max(cleanedHour, hour);
    },
  };
}

type Print = KlineTrade & { readonly symbol: string; readonly source: KlineSource };

/** Klines of last prices, marks and indexes. */
function klinesOf(events: readonly CoreEvent[]): StoredKline[] {
  return foldTrades(printsOf(events), ({ symbol, source }) => ({ symbol, source }));
}

function printsOf(events: readonly CoreEvent[]): Print[] {
  return events.flatMap((event): Print[] => {
    if (event.kind === 'PerpTraded') return [{ ...tradeOf(event), symbol: event.symbol, source: 'LAST' }];
    if (event.kind !== 'MarkPriceChanged' || event.markPrice === 0) return [];
    const { seq, symbol, timeMs } = event;
    return [
      { ...markOf(seq, event.markPrice, timeMs), symbol, source: 'MARK' },
      { ...markOf(seq, event.indexPrice, timeMs), symbol, source: 'INDEX' },
    ];
  });
}
