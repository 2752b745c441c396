/** Deposits from chains: addresses, what arrives there, and the test coins of a demo's own chain. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { asset, decimal, page, pageSize, timeMs } from '../types.ts';

const network = z.string().regex(/^[A-Z0-9_]{1,16}$/, 'must be the code of a network such as DEMO');

const coin = z.object({
  asset: z.string(),
  name: z.string(),
  /** The most test coins that one sending brings. */
  testAmount: decimal,
  networks: z.array(
    z.object({
      network,
      /** How many blocks, its own included, make a deposit certain: then it is credited. */
      confirmations: z.int(),
      blockSeconds: z.number(),
    }),
  ),
});

export const depositCoins = endpoint({
  method: 'GET',
  path: '/web/deposit/coins',
  summary: 'Which coins can be deposited, over which networks',
  permission: { kind: 'public' },
  data: z.object({
    /** Whether the networks are the demo’s own, whose coins are worth nothing. */
    isDemo: z.boolean(),
    /** Empty: this exchange is attached to no chain. */
    coins: z.array(coin),
  }),
});

export const depositAddress = endpoint({
  method: 'POST',
  path: '/web/deposit/address',
  summary: 'One’s own address for a coin in a network; the same each time',
  body: z.object({ asset, network }),
  data: z.object({ asset: z.string(), network, address: z.string() }),
});

const deposit = z.object({
  depositId: z.int(),
  asset: z.string(),
  network,
  address: z.string(),
  txId: z.string(),
  amount: decimal,
  /** CONFIRMING: seen on the chain and not credited yet. */
  state: z.enum(['CONFIRMING', 'CREDITED']),
  /** So far; of a credited one as many as were needed. */
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  /** Of the deposit in the ledger; null until it is credited. */
  transferId: z.int().nullable(),
  time: timeMs,
});
export type ChainDeposit = z.output<typeof deposit>;

export const depositList = endpoint({
  method: 'GET',
  path: '/web/deposit/list',
  summary: 'One’s deposits from chains and how far they are, newest first',
  query: z.object({ page, pageSize }),
  data: z.object({ items: z.array(deposit), total: z.int() }),
  weight: 4,
});

export const sendTestCoins = endpoint({
  method: 'POST',
  path: '/web/demo/chain/send',
  summary: 'Sends test coins over the demo’s own chain to one’s own address (Idempotency-Key)',
  body: z.object({ asset, network, amount: decimal }),
  data: z.object({ txId: z.string(), address: z.string() }),
  weight: 4,
});
