/** The two sides of a trade as fills, and the fills of the newest commands, for answers that list them. */
import type { CoreEvent, TradeView } from '@agio/core';
import type { FillRow, ProvenFill } from './repo.ts';

/** Commands whose trades are remembered: far more than can be under way at once. */
const REMEMBERED = 20_000;
/** And their trades: one order may take hundreds. About 80 MB. */
const REMEMBERED_TRADES = 200_000;

export function takerFill(trade: TradeView): FillRow {
  const { symbol, tradeId, price, quantity, amount, timeMs } = trade;
  const shared = { symbol, tradeId, price, quantity, amount, timeMs };
  return {
    ...shared,
    isMaker: false,
    uid: trade.takerUid,
    orderId: trade.takerOrderId,
    side: trade.takerSide,
    fee: trade.takerFee,
    feeAsset: trade.takerFeeAsset,
  };
}

export function makerFill(trade: TradeView): FillRow {
  return {
    ...takerFill(trade),
    isMaker: true,
    uid: trade.makerUid,
    orderId: trade.makerOrderId,
    side: trade.takerSide === 'BUY' ? 'SELL' : 'BUY',
    fee: trade.makerFee,
    feeAsset: trade.makerFeeAsset,
  };
}

/** Both sides of a trade. */
export function provenFills(trade: Extract<CoreEvent, { kind: 'Traded' }>): ProvenFill[] {
  const place = { seq: trade.seq, eventIndex: trade.index };
  const { makerRate, takerRate, makerFeeRest = null, takerFeeRest = null, makerVoucher = 0, takerVoucher = 0 } = trade;
  return [
    { ...takerFill(trade), ...place, feeRate: takerRate, feeRest: takerFeeRest, voucher: takerVoucher },
    { ...makerFill(trade), ...place, feeRate: makerRate, feeRest: makerFeeRest, voucher: makerVoucher },
  ];
}

export interface RecentFills {
  remember(events: readonly CoreEvent[]): void;
  /** The trades in which the command with this seq was the taker. Its events are known before its answer. */
  takenBy(seq: number, orderId: number): FillRow[];
}

export function createRecentFills(): RecentFills {
  const bySeq = new Map<number, TradeView[]>();
  let count = 0;
  return {
    remember(events) {
      for (const event of events) {
        if (event.kind !== 'Traded') continue;
        const trades = bySeq.get(event.seq);
        if (trades) trades.push(event);
        else bySeq.set(event.seq, [event]);
        count += 1;
      }
      for (const [seq, trades] of bySeq) {
        // The newest command stays, however many trades it made: its answer lists them and is not given yet.
        if (bySeq.size <= 1 || (bySeq.size <= REMEMBERED && count <= REMEMBERED_TRADES)) break;
        bySeq.delete(seq);
        count -= trades.length;
      }
    },
    takenBy: (seq, orderId) => (bySeq.get(seq) ?? []).filter((trade) => trade.takerOrderId === orderId).map(takerFill),
  };
}
