/** The operator's calls: what the command line asks of a running server. They take the operator token of DATA_DIR. */
import { POOLS } from '@agio/core/words';
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';
import { asset, decimal, signedDecimal, symbol, timeMs } from '../types.ts';
import { contractStatus } from './futures-shapes.ts';
import { marketStatus } from './markets.ts';

const operator: Permission = { kind: 'operator' };
const fund = z.object({ asset, amount: decimal });

const newUser = z.object({
  email: z.email().max(254),
  password: z.string().min(8).max(256),
  fund: z.array(fund).max(50).default([]),
  fundFutures: z.array(fund).max(50).default([]),
  apiKey: z.boolean().default(false),
});
export type NewUser = z.output<typeof newUser>;

export const operatorCreateUser = endpoint({
  method: 'POST',
  path: '/operator/user/create',
  summary: 'Makes a user who can trade at once; funds come from outside, only on a demo exchange',
  permission: operator,
  body: newUser,
  data: z.object({ uid: z.int(), apiKey: z.string(), apiSecret: z.string() }),
  weight: 25,
});

export const operatorUserToken = endpoint({
  method: 'POST',
  path: '/operator/user/token',
  summary: 'A fresh session of a user, for the token header',
  permission: operator,
  body: z.object({ email: z.email().max(254) }),
  data: z.object({ token: z.string() }),
});

/** Fractions as text: "0.001" is 0.1 %. A maker's may be negative: a rebate. */
const feeRates = z.object({
  spotMaker: signedDecimal,
  spotTaker: decimal,
  futuresMaker: signedDecimal,
  futuresTaker: decimal,
});
export type FeeRateTexts = z.output<typeof feeRates>;

export const operatorFeeTier = endpoint({
  method: 'POST',
  path: '/operator/user/fee-tier',
  summary: 'Sets a user’s own fee rates and trial rates; null is the market’s own, which no rate exceeds',
  permission: operator,
  body: z.object({
    email: z.email().max(254),
    own: feeRates.nullable(),
    trial: feeRates.nullable().default(null),
    /** Fills before this moment take the trial rates; 0 without a trial. */
    trialEnd: timeMs.default(0),
  }),
  data: z.object({ uid: z.int(), seq: z.int() }),
});

export const operatorState = endpoint({
  method: 'GET',
  path: '/operator/state',
  summary: 'The live state hash and the position it belongs to',
  permission: operator,
  data: z.object({ seq: z.int(), hash: z.string() }),
  weight: 4,
});

export const operatorLedger = endpoint({
  method: 'GET',
  path: '/operator/ledger',
  summary: 'The sum of all accounts of each asset (always zero) and what it is made of',
  permission: operator,
  data: z.object({
    seq: z.int(),
    sums: z.array(
      z.object({ asset: z.string(), sum: z.string(), users: z.string(), house: z.string(), external: z.string() }),
    ),
  }),
});

export const operatorShock = endpoint({
  method: 'POST',
  path: '/operator/demo/shock',
  summary: 'Moves the demo’s outside price of a contract for a while: how a demo shows a crash',
  permission: operator,
  body: z.object({
    symbol,
    /** -20 takes a fifth off. */
    percent: z.number().min(-90).max(300),
    forSeconds: z.int().min(1).max(3600).default(30),
  }),
  data: z.object({}),
});

const houseAccount = z.object({ name: z.string(), asset: z.string(), balance: signedDecimal });

export const operatorFundPool = endpoint({
  method: 'POST',
  path: '/operator/pool/fund',
  summary: 'Brings capital of the house into a pool, such as the insurance fund (Idempotency-Key)',
  permission: operator,
  body: z.object({
    pool: z.enum(POOLS),
    asset,
    amount: decimal,
  }),
  data: z.object({ accounts: z.array(houseAccount) }),
});

export const operatorPools = endpoint({
  method: 'GET',
  path: '/operator/pool/list',
  summary: 'What the house holds: its capital, the pools, the clearing of the contracts',
  permission: operator,
  data: z.object({ accounts: z.array(houseAccount) }),
});

export const operatorMarketStatus = endpoint({
  method: 'POST',
  path: '/operator/market/status',
  summary: 'Halts a spot market, opens it again, puts it into maintenance',
  permission: operator,
  body: z.object({ symbol, status: marketStatus.exclude(['PRE_OPEN']) }),
  data: z.object({}),
});

export const operatorContractStatus = endpoint({
  method: 'POST',
  path: '/operator/contract/status',
  summary: 'Opens a contract, restricts it, settles it at the mark',
  permission: operator,
  body: z.object({
    symbol,
    status: contractStatus,
  }),
  data: z.object({}),
});

export const operatorTradeGroup = endpoint({
  method: 'POST',
  path: '/operator/user/trade-group',
  summary: 'Users of one trade group do not trade with each other; 0 takes a user out of his',
  permission: operator,
  body: z.object({ email: z.email().max(254), tradeGroupId: z.int().nonnegative() }),
  data: z.object({ uid: z.int() }),
});

export const operatorRestrict = endpoint({
  method: 'POST',
  path: '/operator/user/restrict',
  summary: 'Lets a futures wallet only close what is open, and cancels its opening orders; or lifts that',
  permission: operator,
  body: z.object({ email: z.email().max(254), closeOnly: z.boolean() }),
  data: z.object({ uid: z.int() }),
});
