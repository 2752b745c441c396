/** The calls about a user's ledger: as pages, and as a file. */
import { csvOf } from '@agio/contracts/csv';
import { implement, type Route } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/wallet';
import type { Db } from '../../store/index.ts';
import type { Markets } from '../markets/index.ts';
import type { Answered } from '../../commands/answered.ts';
import type { LongReads } from '../../limits/long-reads.ts';
import { ledgerPiece, type LedgerRow, listLedger, type PairAssets } from './ledger-repo.ts';
import { amountText } from './service.ts';

/** Of a file: however long it is, no more of it is in memory. */
const ROWS_A_PIECE = 5_000;
const HEAD = ['time', 'wallet', 'type', 'asset', 'amount', 'market', 'reference', 'entries', 'reason'];

export function ledgerRoutes(db: Db, markets: Markets, answered: Answered, longReads: LongReads): Route[] {
  const amountOf = ({ asset, amount }: LedgerRow): string => amountText(markets, asset, amount);
  return [
    implement(contract.ledgerList, async ({ query, caller: { uid } }) => {
      await answered.wait(uid);
      const { from: fromMs, to: toMs, page, pageSize, ...filter } = query;
      const range = { offset: (page - 1) * pageSize, limit: pageSize };
      const asked = { ...filter, fromMs, toMs, ...range };
      const { items, total, isCut } = await longReads.run(uid, () => listLedger(db, uid, pairsOf(markets), asked));
      return {
        items: items.map(({ timeMs, ...entry }) => ({
          ...entry,
          time: timeMs,
          amount: amountOf({ ...entry, timeMs }),
        })),
        total,
        isCut,
      };
    }),
    implement(contract.ledgerExport, async ({ query, caller: { uid } }) => {
      await answered.wait(uid);
      const { from: fromMs, to: toMs, after, ...filter } = query;
      const asked = { filter: { ...filter, fromMs, toMs }, after: after ?? null, limit: ROWS_A_PIECE };
      const { items, next } = await longReads.run(uid, () => ledgerPiece(db, uid, pairsOf(markets), asked));
      const rows = items.map((entry) => [
        new Date(entry.timeMs).toISOString(),
        entry.wallet,
        entry.type,
        entry.asset,
        amountOf(entry),
        entry.symbol,
        entry.reference,
        String(entry.parts),
        entry.reason,
      ]);
      return { csv: csvOf(after === undefined ? HEAD : null, rows), rows: rows.length, next: next ?? '' };
    }),
  ];
}

function pairsOf({ live }: Markets): PairAssets[] {
  return [...live.markets.values()].map(({ view: { symbol, base, quote } }) => ({ symbol, base, quote }));
}
