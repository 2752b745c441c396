/**
 * Receipts: what a fill, a funding payment, a step of a liquidation or a deleveraging was computed from, what was booked, and where in
 * the log it stands. With the formulas of core/formulas/receipts.ts anybody computes it again.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { decimal, side, signedDecimal, symbol, timeMs } from '../types.ts';
import { marginMode, positionSide } from './futures-shapes.ts';
import { DIRECTIONS, LIQUIDATION_STEPS } from '@agio/core/words';

export const RECEIPT_KINDS = ['SPOT_FILL', 'PERP_FILL', 'FUNDING', 'LIQUIDATION', 'ADL'] as const;

const direction = z.enum(DIRECTIONS);

const common = {
  id: z.string(),
  time: timeMs,
  /** Of the command that caused it: its place in the log. */
  seq: z.int(),
  /** Place among what that command caused. */
  eventIndex: z.int(),
  /** The unit of the log that holds the command; null when it is not in the data folder any more. */
  unit: z
    .object({
      firstSeq: z.int(),
      lastSeq: z.int(),
      rulesVersion: z.int(),
      /** SHA-256 of the SHA-256 of the unit's bytes, in hex. */
      hash: z.string(),
    })
    .nullable(),
};

const fill = {
  symbol,
  orderId: z.int(),
  tradeId: z.int(),
  side,
  isMaker: z.boolean(),
  price: decimal,
  quantity: decimal,
  /** Price times quantity. */
  amount: decimal,
  /** Negative: a rebate. */
  fee: signedDecimal,
  feeAsset: z.string(),
  feeRate: signedDecimal,
};

const spotFill = z.object({
  kind: z.literal('SPOT_FILL'),
  ...common,
  ...fill,
  base: z.string(),
  quote: z.string(),
  /** Decimals in which the ledger counts each. */
  baseScale: z.int(),
  quoteScale: z.int(),
  /** In 10^-8 of a unit, what the order's earlier fees left over; null where each fill is charged by itself. */
  feeRest: z.int().nullable(),
  /** The part of the fee that a voucher paid, in quote. */
  voucher: decimal,
});

const perpFill = z.object({
  kind: z.literal('PERP_FILL'),
  ...common,
  ...fill,
  settle: z.string(),
  isLiquidation: z.boolean(),
  feeRest: z.int(),
  /** Of a liquidation: what was left to pay the fee from. */
  feeLimit: signedDecimal.nullable(),
  /** Gain or loss of the part that it closed. */
  realised: signedDecimal,
  /** The position before; null where there was none. */
  before: z.object({ direction, quantity: decimal, cost: signedDecimal }).nullable(),
});

const funding = z.object({
  kind: z.literal('FUNDING'),
  ...common,
  symbol,
  settle: z.string(),
  positionSide,
  direction,
  quantity: decimal,
  markPrice: decimal,
  rate: signedDecimal,
  /** What the position owed (negative) or was owed. */
  due: signedDecimal,
  /** Negative: paid; less than due where there was no more to pay from. */
  amount: signedDecimal,
});

const liquidation = z.object({
  kind: z.literal('LIQUIDATION'),
  ...common,
  /** Empty for a whole cross account. */
  symbol: z.string(),
  settle: z.string(),
  positionSide,
  marginMode,
  step: z.enum(LIQUIDATION_STEPS),
  equity: signedDecimal,
  maintenanceMargin: signedDecimal,
  /** Isolated margin, or the wallet with bonus. */
  scopeBalance: signedDecimal,
  /** The positions that were liquidated as one, before the step. */
  scope: z.array(
    z.object({
      symbol,
      positionSide,
      direction,
      quantity: decimal,
      cost: signedDecimal,
      markPrice: decimal,
      tierRate: decimal,
      tierDeduction: decimal,
    }),
  ),
  quantity: decimal,
  bankruptcyValue: signedDecimal,
  tradedValue: signedDecimal,
  fee: signedDecimal,
  /** The rate of the fee, and what all its fills together had left to pay it from; both null of a step without an order. */
  feeRate: signedDecimal.nullable(),
  feeLimit: signedDecimal.nullable(),
  fundBefore: decimal,
  fundAfter: decimal,
});

const deleveraging = z.object({
  kind: z.literal('ADL'),
  ...common,
  symbol,
  settle: z.string(),
  positionSide,
  direction,
  /** 1: first in the ranking. */
  rank: z.int(),
  score: signedDecimal,
  quantity: decimal,
  value: signedDecimal,
  realised: signedDecimal,
  markPrice: decimal,
  /** The position before, and the margin by which it was ranked. */
  positionQuantity: decimal,
  positionCost: signedDecimal,
  margin: signedDecimal,
  /** The position that the engine had taken over, before. */
  inventoryQuantity: decimal,
  inventoryCost: signedDecimal,
  fund: decimal,
});

export const receiptOfMine = endpoint({
  method: 'GET',
  path: '/web/receipt',
  summary: 'A receipt of one’s own: what was booked, what it was computed from, and where in the log it stands',
  query: z.object({
    kind: z.enum(RECEIPT_KINDS),
    /** Of a fill SYMBOL-TRADE-MAKER or -TAKER; of anything else, and of a fill too, its place in the log: SEQ-INDEX. */
    id: z
      .string()
      .regex(/^(?:[A-Z0-9]{2,20}-[0-9]{1,15}-(?:MAKER|TAKER)|[0-9]{1,15}-[0-9]{1,9})$/, 'must name a fill or a place'),
  }),
  data: z.object({ receipt: z.discriminatedUnion('kind', [spotFill, perpFill, funding, liquidation, deleveraging]) }),
  weight: 1,
});
export type Receipt = z.output<typeof receiptOfMine.data>['receipt'];
