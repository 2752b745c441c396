/** The calls about funds in the Binance dialect: moves between wallets, deposits. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { DialectError, Refusal, type RefusalName } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/binance';
import type { Wallet as WalletName } from '@agio/core';
import type { Db } from '../../store/index.ts';
import type { Markets } from '../markets/index.ts';
import type { Answered } from './answered.ts';
import { type FundsMoveRow, listMoves } from './repo.ts';
import { amountText, type Funds } from './service.ts';

const TYPES: Readonly<Record<string, { readonly from: WalletName; readonly to: WalletName }>> = {
  MAIN_UMFUTURE: { from: 'SPOT', to: 'FUTURES' },
  UMFUTURE_MAIN: { from: 'FUTURES', to: 'SPOT' },
};
const REFUSED: Partial<Record<RefusalName, DialectError>> = {
  INSUFFICIENT_BALANCE: new DialectError(400, -5013, 'Asset transfer failed: insufficient balance'),
  UNKNOWN_ASSET: new DialectError(400, -5002, 'Asset not exist.'),
  TOO_MANY_ATTEMPTS: new DialectError(429, -1003, 'Too many transfers; at most 60 in ten minutes.'),
};

type Params = Readonly<Record<string, string | undefined>>;

export function dialectRoutes(db: Db, markets: Markets, funds: Funds, answered: Answered): Route[] {
  return [
    implement(contract.assetTransfer, async ({ query, caller }) => {
      const amount = required(query, 'amount');
      if (!/^(?:0|[1-9][0-9]{0,19})(?:\.[0-9]{1,20})?$/.test(amount)) throw malformed('amount');
      const order = { uid: caller.uid, asset: required(query, 'asset'), amount, ...typeOf(query), key: '' };
      try {
        return { tranId: (await funds.transfer(order)).transferId };
      } catch (error) {
        throw error instanceof Refusal ? (REFUSED[error.refusal] ?? malformed('amount')) : error;
      }
    }),
    implement(contract.assetTransferList, async ({ query, caller }) => {
      const between = typeOf(query);
      const range = {
        ...rangeOf(query),
        page: number(query, 'current', 1),
        pageSize: Math.min(number(query, 'size', 10), 100),
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
      return wanted.slice(0, number(query, 'limit', 1000)).map((move) => depositOf(markets, move));
    }),
    implement(contract.withdrawHistory, async () => []),
    implement(contract.fundingAsset, async () => []),
  ];
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

function malformed(name: string): DialectError {
  return new DialectError(400, -1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
}

function required(params: Params, name: string): string {
  const value = params[name];
  if (!value) throw malformed(name);
  return value;
}

function typeOf(params: Params): { readonly from: WalletName; readonly to: WalletName } {
  const type = Object.hasOwn(TYPES, required(params, 'type')) ? TYPES[required(params, 'type')] : undefined;
  if (!type) throw malformed('type');
  return type;
}

function rangeOf(params: Params): { fromMs: number | undefined; toMs: number | undefined } {
  return {
    fromMs: params['startTime'] ? number(params, 'startTime', 0) : undefined,
    toMs: params['endTime'] ? number(params, 'endTime', 0) : undefined,
  };
}

function number(params: Params, name: string, otherwise: number): number {
  const value = params[name];
  if (!value) return otherwise;
  if (!/^[1-9][0-9]{0,14}$/.test(value)) throw malformed(name);
  return Number(value);
}
