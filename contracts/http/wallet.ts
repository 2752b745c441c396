/** A user's own funds: spot balances, moves between wallets, deposits, and the demo's test funds. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { asset, decimal, page, pageSize, signedDecimal, symbol, timeMs, wallet, wholeNumber } from '../types.ts';
import { LEDGER_TYPES } from '../ledger.ts';

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

const dustCoin = z.object({
  asset: z.string(),
  /** All that is free in SPOT. */
  amount: decimal,
  /** Last price in `into`. */
  price: decimal,
  /** What the amount is worth at that price; of it the fee, and what one receives. All three in `into`. */
  value: decimal,
  fee: decimal,
  received: decimal,
});
export type DustCoin = z.output<typeof dustCoin>;

export const dust = endpoint({
  method: 'GET',
  path: '/web/account/dust',
  summary: 'Small balances that no order can sell, and what the exchange gives for each of them now',
  data: z.object({
    /** The coin that they become. */
    into: z.string(),
    /** Share of the value, such as 0.01. */
    feeRate: decimal,
    /** Balances of this worth are never small; in `into`. */
    limit: decimal,
    /** When one may convert again; null: now. */
    waitsUntil: timeMs.nullable(),
    coins: z.array(dustCoin),
  }),
});

export const convertDust = endpoint({
  method: 'POST',
  path: '/web/account/dust/convert',
  summary: 'Converts all that is free of these coins, once in 24 hours: all of it or nothing (Idempotency-Key)',
  body: z.object({
    coins: z.array(asset).min(1).max(100),
    /** The least that one agrees to receive for all of them together, as it was shown. */
    minReceived: decimal,
  }),
  data: z.object({ into: z.string(), received: decimal }),
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
  weight: 4,
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

const ledgerFilter = z.object({
  wallet: wallet.optional(),
  asset: asset.optional(),
  type: z.enum(LEDGER_TYPES).optional(),
  /** Both moments included; without one: open. */
  from: wholeNumber(0).optional(),
  to: wholeNumber(0).optional(),
});

const ledgerEntry = z.object({
  /** Unique within the user's ledger. */
  entryId: z.string(),
  time: timeMs,
  wallet,
  type: z.enum(LEDGER_TYPES),
  asset: z.string(),
  /** Negative: it left the wallet. */
  amount: signedDecimal,
  /** The market or contract; empty where none is concerned. */
  symbol: symbol.or(z.literal('')),
  /** Id of the transfer or the trade; empty where there is none. */
  reference: z.string(),
  /** Why, of a correction; otherwise empty. */
  reason: z.string(),
  /** How many entries it sums up: results and fees of contracts older than a week are one line an hour. */
  parts: z.int(),
});

export const ledgerList = endpoint({
  method: 'GET',
  path: '/web/account/ledger/list',
  summary:
    'All that changed the balances of one’s wallets, newest first; of what is asked for the newest 10,000 entries',
  query: ledgerFilter.extend({ page, pageSize }),
  data: z.object({
    items: z.array(ledgerEntry),
    /** At most 10,000; there are more if `isCut`. */
    total: z.int(),
    isCut: z.boolean(),
  }),
  weight: 10,
});

/** Where a file goes on: behind the entry of this time and id. */
const ledgerCursor = z
  .string()
  .max(80)
  .regex(/^\d{1,16}\.[1-5]\.[A-Z0-9]{0,20}(?:\.\d{1,16}){2}\.\d{1,6}$/, 'must be what `next` of the piece before says');

export const ledgerExport = endpoint({
  method: 'GET',
  path: '/web/account/ledger/export',
  summary:
    'The same, all of it, as a CSV file (RFC 4180, UTF-8, times in UTC) in pieces of 5,000 entries; each names the next one',
  query: ledgerFilter.extend({ after: ledgerCursor.optional() }),
  data: z.object({
    /** The first piece begins with the head of the table. */
    csv: z.string(),
    rows: z.int(),
    /** `after` of the next piece; empty: this is the last. */
    next: z.string(),
  }),
  weight: 40,
});

export const faucet = endpoint({
  method: 'POST',
  path: '/web/demo/faucet',
  summary: 'Test funds of a demo exchange, once in 24 hours',
  data: z.object({ credited: z.array(z.object({ asset: z.string(), amount: decimal })) }),
  weight: 4,
});
