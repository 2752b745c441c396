/**
 * The operator's calls about what the house gives a user and takes back: bonus, fee vouchers, voucher positions, corrections.
 * The caller gives each thing its id and each call an Idempotency-Key: a repeat of the same is answered again and does nothing.
 */
import {
  BONUS_MODES,
  CAPITAL_ACCOUNT,
  FEE_ACCOUNT,
  MARKET_KINDS,
  OUTSIDE_ACCOUNT,
  POOLS,
  USER_WALLETS,
} from '@agio/core/words';
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';
import { asset, decimal, freeText, side, signedDecimal, symbol, timeMs } from '../types.ts';
import { futuresOrder } from './futures-shapes.ts';

const operator: Permission = { kind: 'operator' };
const email = z.email().max(254);
const id = z.int().positive();
const symbols = z.array(symbol).max(1_000);
const reason = freeText(200).min(1);
/** How much changed hands, in the asset of the call. */
const moved = z.object({ amount: decimal });

const bonus = z.strictObject({
  grantId: id,
  email,
  asset,
  amount: decimal,
  mode: z.enum(BONUS_MODES).default('BONUS_FIRST'),
  /** The share that bonus pays in mode RATIO, a fraction; left out in other modes. */
  ratio: decimal.default('0'),
  expiresAt: timeMs,
  /** What the futures wallet must hold at this moment. */
  minOwnFunds: decimal.default('0'),
  /** 0: no limit. */
  maxLeverage: z.int().nonnegative().default(0),
  /** Empty: every contract. */
  symbols: symbols.default([]),
  /** Where it comes from, for the user's history. */
  source: freeText(64).default(''),
});
export type BonusTerms = z.output<typeof bonus>;

export const operatorGrantBonus = endpoint({
  method: 'POST',
  path: '/operator/bonus/grant',
  summary: 'Gives a user bonus from BONUS_POOL (Idempotency-Key)',
  permission: operator,
  body: bonus,
  data: moved,
});

export const operatorRevokeBonus = endpoint({
  method: 'POST',
  path: '/operator/bonus/revoke',
  summary: 'Ends a grant: what is left goes back to BONUS_POOL (Idempotency-Key)',
  permission: operator,
  body: z.strictObject({ grantId: id, reason: freeText(64).min(1) }),
  data: moved,
});

const feeVoucher = z.strictObject({
  voucherId: id,
  email,
  /** The asset of the fees that it pays. */
  asset,
  amount: decimal,
  /** The share of a fee that it pays, a fraction. */
  ratio: decimal.default('1'),
  /** "0": no such limit. */
  maxPerUse: decimal.default('0'),
  products: z
    .array(z.enum(MARKET_KINDS))
    .min(1)
    .max(2)
    .refine((products) => new Set(products).size === products.length, 'must name each product once')
    .default([...MARKET_KINDS]),
  /** Empty: every market. */
  symbols: symbols.default([]),
  expiresAt: timeMs,
});
export type FeeVoucherTerms = z.output<typeof feeVoucher>;

export const operatorGrantFeeVoucher = endpoint({
  method: 'POST',
  path: '/operator/fee-voucher/grant',
  summary: 'Gives a user a voucher that pays trading fees, from PRIZE_POOL (Idempotency-Key)',
  permission: operator,
  body: feeVoucher,
  data: moved,
});

export const operatorCancelFeeVoucher = endpoint({
  method: 'POST',
  path: '/operator/fee-voucher/cancel',
  summary: 'Ends a fee voucher: what is left goes back to PRIZE_POOL (Idempotency-Key)',
  permission: operator,
  body: z.strictObject({ voucherId: id }),
  data: z.object({}),
});

const voucherPosition = z.strictObject({
  voucherId: id,
  email,
  symbol,
  side,
  leverage: z.int().min(1).max(1_000),
  /** Its face: the margin, which the platform bears. */
  amount: decimal,
});

export const operatorOpenVoucherPosition = endpoint({
  method: 'POST',
  path: '/operator/voucher-position/open',
  summary: 'Opens the position of a voucher with margin from BONUS_POOL, by market (Idempotency-Key)',
  permission: operator,
  body: voucherPosition,
  data: z.object({ order: futuresOrder }),
});

/** Beside the wallets of a user, who is named by email: the accounts of the house, and the world outside. */
const HOUSE_ACCOUNTS = [CAPITAL_ACCOUNT, FEE_ACCOUNT, OUTSIDE_ACCOUNT, ...POOLS] as const;

const correctionEntry = z.strictObject({
  email: email.optional(),
  account: z.enum([...USER_WALLETS, ...HOUSE_ACCOUNTS]),
  /** Negative for what the account gives. */
  amount: signedDecimal,
});
export type CorrectionEntryText = z.output<typeof correctionEntry>;

const correction = z.strictObject({
  correctionId: id,
  /** The transfer that was wrong, by kind and id, for those who read it. */
  corrects: reason,
  reason,
  asset,
  /** They add up to zero. */
  entries: z.array(correctionEntry).min(2).max(32),
});

export const operatorPostCorrection = endpoint({
  method: 'POST',
  path: '/operator/correction',
  summary: 'Puts a wrong transfer right by a new one, with its reason, which its users read (Idempotency-Key)',
  permission: operator,
  body: correction,
  data: moved,
});

const withholding = z.strictObject({ withholdingId: id, email, grantId: id, amount: decimal, reason });

export const operatorWithholdProfit = endpoint({
  method: 'POST',
  path: '/operator/profit/withhold',
  summary: 'After a grant was revoked: takes what its user won with it, as far as it may leave (Idempotency-Key)',
  permission: operator,
  body: withholding,
  data: moved,
});
