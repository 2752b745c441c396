/** The calls about a user's funds. */
import { implement, type Route } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/wallet';
import type { BalanceView } from '@agio/core';
import type { EngineHandle } from '../../engine/index.ts';
import type { Db } from '../../store/index.ts';
import type { Markets } from '../markets/index.ts';
import type { Answered } from '../../commands/answered.ts';
import { listCorrections, listMoves } from './repo.ts';
import { amountText, type Funds } from './service.ts';

export function walletRoutes(
  engine: EngineHandle,
  db: Db,
  markets: Markets,
  funds: Funds,
  answered: Answered,
): Route[] {
  return [
    implement(contract.balances, async ({ caller }) => {
      const { durableSeq } = engine;
      const views = await engine.query('balances', { uid: caller.uid });
      return { seq: durableSeq, balances: views.map((view) => balanceOf(markets, view)) };
    }),
    implement(contract.transfer, async ({ body, caller, idempotencyKey: key }) => {
      const { transferId } = await funds.transfer({ ...body, uid: caller.uid, key });
      return { transferId };
    }),
    implement(contract.transferList, async ({ query, caller }) => {
      await answered.wait(caller.uid);
      const { items, total } = await listMoves(db, caller.uid, { ...query, kind: query.kind });
      return {
        total,
        items: items.map(({ transferId, kind, asset, amount, from, to, timeMs }) => ({
          transferId,
          kind,
          asset,
          amount: amountText(markets, asset, amount),
          from,
          to,
          time: timeMs,
        })),
      };
    }),
    implement(contract.corrections, async ({ query, caller }) => {
      await answered.wait(caller.uid);
      const { items, total } = await listCorrections(db, caller.uid, query);
      return {
        total,
        items: items.map(({ kind, correctionId, account, asset, amount, corrects, reason, timeMs }) => ({
          kind,
          correctionId,
          wallet: account,
          asset,
          amount: amountText(markets, asset, amount),
          corrects,
          reason,
          time: timeMs,
        })),
      };
    }),
    implement(contract.faucet, ({ caller }) => funds.faucet(caller.uid)),
  ];
}

export function balanceOf(markets: Markets, view: BalanceView): contract.Balance {
  return {
    asset: view.asset,
    wallet: view.wallet,
    available: amountText(markets, view.asset, view.available),
    locked: amountText(markets, view.asset, view.locked),
  };
}
