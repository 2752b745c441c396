/** A user's own funds: spot balances, moves between wallets, deposits, and the demo's test funds. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { asset, decimal, page, pageSize, signedDecimal, timeMs, wallet } from '../types.ts';

export const balance = z.object({ asset: z.string(), wallet, available: decimal, locked: decimal });
export type Balance = z.output<typeof balance>;

export const balances = endpoint({
  method: 'GET',
  path: '/web/spot/account/balances',
  summary: 'What the user has, per asset and wallet',
  /** `seq`: the position in the log this shows at least. */
  data: z.object({ seq: z.int(), balances: z.array(balance) }),
});

export const transfer = endpoint({
  method: 'POST',
  path: '/web/account/transfer',
  summary: 'Moves funds between two wallets of the user (Idempotency-Key)',
  body: z.object({
    asset,
    from: wallet,
    to: wallet,
    amount: decimal,
    /** Out of FUTURES while there is bonus: its loss is accepted. */
    confirmForfeit: z.boolean().default(false),
  }),
  data: z.object({ transferId: z.int() }),
});

const fundsMoveKind = z.enum(['DEPOSIT', 'TRANSFER']);
const fundsMove = z.object({
  transferId: z.int(),
  kind: fundsMoveKind,
  asset: z.string(),
  amount: decimal,
  from: z.string(),
  to: z.string(),
  time: timeMs,
});
export type FundsMove = z.output<typeof fundsMove>;

export const transferList = endpoint({
  method: 'GET',
  path: '/web/account/transfer/list',
  summary: 'Deposits and moves between wallets, newest first',
  query: z.object({ kind: fundsMoveKind.optional(), page, pageSize }),
  data: z.object({ items: z.array(fundsMove), total: z.int() }),
});

export const corrections = endpoint({
  method: 'GET',
  path: '/web/account/correction/list',
  summary: 'What was put right in the user’s accounts by an operator, and why; newest first',
  query: z.object({ page, pageSize }),
  data: z.object({
    items: z.array(
      z.object({
        /** WITHHOLDING: a profit that was made by an abuse of bonus. */
        kind: z.enum(['CORRECTION', 'WITHHOLDING']),
        /** Unique within its kind only: a correction and a withholding may have the same id. */
        correctionId: z.int(),
        wallet,
        asset: z.string(),
        /** Negative: taken. */
        amount: signedDecimal,
        /** The transfer that was wrong, by kind and id. */
        corrects: z.string(),
        reason: z.string(),
        time: timeMs,
      }),
    ),
    total: z.int(),
  }),
});

export const faucet = endpoint({
  method: 'POST',
  path: '/web/demo/faucet',
  summary: 'Test funds of a demo exchange, once in 24 hours',
  data: z.object({ credited: z.array(z.object({ asset: z.string(), amount: decimal })) }),
  weight: 4,
});
