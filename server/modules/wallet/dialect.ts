/** The calls about funds in the Binance dialect: moves between wallets, deposits. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { DialectError, Refusal, type RefusalName } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/binance';
import type { Wallet } from '@agio/core';
import {
  countOf,
  decimalText,
  integer,
  limitOf,
  missing,
  type Parameters,
  required,
} from '../../dialect/parameters.ts';
import { translateRefusals } from '../../dialect/refusals.ts';
import type { Db } from '../../store/index.ts';
import type { Markets } from '../markets/index.ts';
import type { Answered } from '../../commands/answered.ts';
import { MOVES_IN_TEN_MINUTES } from './move-rate.ts';
import { type FundsMoveRow, listMoves } from './repo.ts';
import { amountText, type Funds, type TransferOrder } from './service.ts';

const TYPES: Readonly<Record<string, { readonly from: Wallet; readonly to: Wallet }>> = {
  MAIN_UMFUTURE: { from: 'SPOT', to: 'FUTURES' },
  UMFUTURE_MAIN: { from: 'FUTURES', to: 'SPOT' },
};
const REFUSED: Partial<Record<RefusalName, readonly [status: number, code: number, message: string]>> = {
  INSUFFICIENT_BALANCE: [400, -5013, 'Asset transfer failed: insufficient balance'],
  UNKNOWN_ASSET: [400, -5002, 'Asset not exist.'],
  TOO_MANY_ATTEMPTS: [429, -1003, `Too many transfers; at most ${MOVES_IN_TEN_MINUTES.TRANSFER} in ten minutes.`],
};

export function dialectRoutes(db: Db, markets: Markets, funds: Funds, answered: Answered): Route[] {
  const { transfer } = translateRefusals(transferError, { transfer: (order: TransferOrder) => funds.transfer(order) });
  return [
    implement(contract.assetTransfer, async ({ query, caller }) => {
      const amount = decimalText(query, 'amount') ?? required(query, 'amount');
      const order = { uid: caller.uid, asset: required(query, 'asset'), amount, ...typeOf(query), key: '' };
      return { tranId: (await transfer(order)).transferId };
    }),
    implement(contract.assetTransferList, async ({ query, caller }) => {
      const between = typeOf(query);
      const range = {
        ...rangeOf(query),
        page: countOf(query, 'current', 1, Number.MAX_SAFE_INTEGER),
        pageSize: countOf(query, 'size', 10, 100),
      };
      await answered.wait(caller.uid);
      const { total, items } = await listMoves(db, caller.uid, { kind: 'TRANSFER', between, ...range });
      const type = required(query, 'type');
      return {
        total,
        rows: items.map((move) => ({
          asset: move.asset,
          amount: amountText(markets, move.asset, move.amount),
          type,
          status: 'CONFIRMED' as const,
          tranId: move.transferId,
          timestamp: move.timeMs,
        })),
      };
    }),
    implement(contract.depositHistory, async ({ query, caller }) => {
      await answered.wait(caller.uid);
      const { items } = await listMoves(db, caller.uid, {
        kind: 'DEPOSIT',
        ...rangeOf(query),
        page: 1,
        pageSize: 1000,
      });
      const wanted = items.filter((move) => !query.coin || move.asset === query.coin);
      return wanted.slice(0, limitOf(query, 1000, 1000)).map((move) => depositOf(markets, move));
    }),
    implement(contract.withdrawHistory, async () => []),
    implement(contract.fundingAsset, async () => []),
  ];
}

/** Any other refusal is about the amount: the one field whose faults REFUSED does not name. */
function transferError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const answer = REFUSED[error.refusal];
  return answer ? new DialectError(...answer) : missing('amount');
}

function depositOf(markets: Markets, move: FundsMoveRow) {
  return {
    id: String(move.transferId),
    amount: amountText(markets, move.asset, move.amount),
    coin: move.asset,
    network: 'DEMO',
    status: 1 as const,
    address: '',
    addressTag: '',
    txId: String(move.transferId),
    insertTime: move.timeMs,
    transferType: 0 as const,
    confirmTimes: '1/1',
  };
}

function typeOf(params: Parameters): { readonly from: Wallet; readonly to: Wallet } {
  const type = Object.hasOwn(TYPES, required(params, 'type')) ? TYPES[required(params, 'type')] : undefined;
  if (!type) throw missing('type');
  return type;
}

function rangeOf(params: Parameters): { fromMs: number | undefined; toMs: number | undefined } {
  return {
    fromMs: integer(params, 'startTime') ?? undefined,
    toMs: integer(params, 'endTime') ?? undefined,
  };
}
