/** What events move into and out of SPOT besides deposits, transfers, fills and corrections, whose rows are in tables of their own. */
import type { CoreEvent } from '@agio/core';
import { insertRows, type Tx } from '../../store/index.ts';

export interface SpotEntry {
  readonly uid: number;
  readonly type: string;
  /** Empty where no market is concerned. */
  readonly symbol: string;
  /** Empty: the quote of the market. */
  readonly asset: string;
  /** Units; negative for what left. */
  readonly amount: bigint;
}

interface SpotEntryRow extends SpotEntry {
  readonly seq: number;
  readonly eventIndex: number;
  readonly place: number;
  readonly timeMs: number;
}

/** Told by AccountCorrected, with their reasons. */
const CORRECTIONS: ReadonlySet<string> = new Set(['CORRECTION', 'PROFIT_WITHHELD']);

export function spotEntryRows(events: readonly CoreEvent[]): SpotEntryRow[] {
  return events.flatMap((event) => {
    const { seq, index: eventIndex, timeMs } = event;
    return entriesOf(event)
      .filter(({ amount }) => amount !== 0n)
      .map((entry, place) => ({ ...entry, seq, eventIndex, place, timeMs }));
  });
}

function entriesOf(event: CoreEvent): SpotEntry[] {
  if (event.kind === 'Traded') {
    const { symbol, makerUid, takerUid, makerVoucher = 0, takerVoucher = 0 } = event;
    const paid = { type: 'FEE_VOUCHER', symbol, asset: '' };
    return [
      { ...paid, uid: makerUid, amount: BigInt(makerVoucher) },
      { ...paid, uid: takerUid, amount: BigInt(takerVoucher) },
    ];
  }
  if (event.kind !== 'Posted' || CORRECTIONS.has(event.posting)) return [];
  const { posting: type, asset } = event;
  return event.entries
    .filter(({ uid, account }) => uid !== 0 && account === 'SPOT')
    .map(({ uid, amount }) => ({ uid, type, symbol: '', asset, amount }));
}

export async function insertSpotEntries(tx: Tx, entries: readonly SpotEntryRow[]): Promise<void> {
  const rows = entries.map(({ eventIndex, timeMs, amount, ...same }) => ({
    ...same,
    event_index: eventIndex,
    amount: amount.toString(),
    time_ms: timeMs,
  }));
  await insertRows(tx, 'spot_entries', rows);
}
