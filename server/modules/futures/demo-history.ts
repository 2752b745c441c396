/**
 * Past klines of the contracts of a demo exchange on its first start, as the spot markets have them: prints along the demo's reference
 * price, made into klines by the same rules as real trades, and marked as demo in the table. A contract that has any kline is left alone.
 */
import { PERP_SCALE } from '@agio/core';
import { inParts, type Store } from '../../store/index.ts';
import { demoKlines, type HistorySource } from '../markets/index.ts';
import {
  type KlineSource,
  MARK_MINUTES_KEPT_MS,
  mergeIntoKlines,
  newestContractPrice,
  type StoredKline,
} from './kline-repo.ts';
import type { LiveContract } from './live.ts';

/** Answers how many klines were written. */
export async function importContractHistory(
  store: Store,
  contracts: ReadonlyMap<string, LiveContract>,
  sources: readonly HistorySource[],
  nowMs: number,
): Promise<number> {
  let written = 0;
  for (const source of sources) {
    const contract = contracts.get(source.symbol);
    if (contract === undefined) continue;
    const isWritten = await store.db.transaction().execute(async (tx) => {
      if ((await newestContractPrice(tx, source.symbol)) !== undefined) return 0;
      const klines = contractKlines(source, contract, nowMs);
      await inParts(klines, (part) => mergeIntoKlines(tx, part));
      await tx.updateTable('futures_klines').set({ is_demo: true }).where('symbol', '=', source.symbol).execute();
      return klines.length;
    });
    written += isWritten;
  }
  return written;
}

/** Last prices as the prints make them; mark and index went the same way, and nothing is traded in them. */
export function contractKlines(
  source: HistorySource,
  { view }: Pick<LiveContract, 'view'>,
  nowMs: number,
): StoredKline[] {
  const { tickSize, stepSize } = view.parameters;
  const klines = demoKlines(source, { tickSize, stepSize, baseScale: PERP_SCALE }, nowMs);
  const nothing = { baseVolume: 0n, quoteVolume: 0n, takerBuyBaseVolume: 0n, takerBuyQuoteVolume: 0n };
  const as = (name: KlineSource): StoredKline[] =>
    klines.map((kline) => ({ ...kline, ...(name === 'LAST' ? {} : nothing), source: name }));
  const isKept = ({ base, openTimeMs }: StoredKline): boolean =>
    base !== '1m' || openTimeMs >= nowMs - MARK_MINUTES_KEPT_MS;
  return [...as('LAST'), ...[...as('MARK'), ...as('INDEX')].filter(isKept)];
}
