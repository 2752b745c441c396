/** Receipts of a user's own fills, funding, liquidations and deleveragings (decision 070). */
import { implement } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/receipts';
import type { FindUnit } from '../../engine/index.ts';
import type { Module } from '../module.ts';
import type { Db, Store } from '../../store/index.ts';
import type { LiveMarkets, Markets } from '../markets/index.ts';
import { answeredOf } from '../../commands/answered.ts';
import * as repo from './receipt-repo.ts';
import * as views from './receipt-views.ts';

export interface ReceiptsOptions {
  readonly store: Store;
  readonly markets: Markets;
  readonly findUnit: FindUnit;
}

type Kind = contract.Receipt['kind'];

export function createReceipts({ store, markets, findUnit }: ReceiptsOptions): Module {
  const answered = answeredOf(store);
  return {
    routes: [
      implement(contract.receiptOfMine, async ({ query: { kind, id }, caller: { uid } }) => {
        await answered.wait(uid);
        const body = await bodyOf(store.db, markets.live, uid, kind, nameOf(id));
        // Another user's is no different from one that does not exist.
        if (body === undefined) throw new Refusal('UNKNOWN_ID');
        if (body === null) throw new Refusal('NOT_FOUND');
        const place = await findUnit(body.seq);
        const unit = place && {
          firstSeq: place.firstSeq,
          lastSeq: place.lastSeq,
          rulesVersion: place.rulesVersion,
          hash: place.receiptHash,
        };
        return { receipt: { ...body, id, unit } };
      }),
    ],
  };
}

/** Undefined: the user has no such thing. Null: it is older than receipts. */
async function bodyOf(
  db: Db,
  live: LiveMarkets,
  uid: number,
  kind: Kind,
  name: repo.ReceiptName,
): Promise<views.ReceiptBody | null | undefined> {
  switch (kind) {
    case 'SPOT_FILL': {
      const row = await repo.spotFill(db, uid, name);
      const market = row && live.markets.get(row.symbol);
      return market && views.spotReceipt(row, { ...market.view, ...market });
    }
    case 'PERP_FILL': {
      const row = await repo.perpFill(db, uid, name);
      return row && views.perpReceipt(row);
    }
    case 'FUNDING': {
      const row = await repo.funding(db, uid, name);
      return row && views.fundingReceipt(row);
    }
    case 'LIQUIDATION': {
      const row = await repo.step(db, uid, 'Liquidated', name);
      return row && views.liquidationReceipt(row, await repo.fillsOfStep(db, row));
    }
    case 'ADL': {
      const row = await repo.step(db, uid, 'Deleveraged', name);
      return row && views.deleveragingReceipt(row);
    }
  }
}

/** The contract has checked the shape. */
function nameOf(id: string): repo.ReceiptName {
  const [first = '', second = '', side] = id.split('-');
  if (side === undefined) return { seq: Number(first), eventIndex: Number(second) };
  return { symbol: first, tradeId: Number(second), isMaker: side === 'MAKER' };
}
