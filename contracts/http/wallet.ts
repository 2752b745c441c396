/** A user's own funds: spot balances, moves between wallets, deposits, and the demo's test funds. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { asset, decimal, page, pageSize, timeMs, wallet } from '../types.ts';

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
  body: z.object({ asset, from: wallet, to: wallet, amount: decimal }),
  data: z.object({ transferId: z.int() }),
});

const fundsMove = z.object({
  transferId: z.int(),
  kind: z.enum(['DEPOSIT', 'TRANSFER']),
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
  query: z.object({ kind: z.enum(['DEPOSIT', 'TRANSFER']).optional(), page, pageSize }),
  data: z.object({ items: z.array(fundsMove), total: z.int() }),
});

export const faucet = endpoint({
  method: 'POST',
  path: '/web/demo/faucet',
  summary: 'Test funds of a demo exchange, once in 24 hours',
  data: z.object({ credited: z.array(z.object({ asset: z.string(), amount: decimal })) }),
});
