/** Rows as receipts. A row from before receipts lacks what it was computed from and gives null. */
import type { Receipt } from '@agio/contracts/http/receipts';
import { type AdlReceipt, type LiquidationReceipt, PERP_SCALE, type PerpFillTerms, SIDES } from '@agio/core';
import { formatUnits, RATE_SCALE } from '@agio/core/fixed';
import { readWord } from '../../store/index.ts';
import { SETTLE_ASSET } from '../futures/index.ts';
import { priceText, rateText } from '../markets/index.ts';
import type { FundingRow, PerpFillRow, SpotFillRow, StepRow } from './receipt-repo.ts';
import { DIRECTIONS } from '@agio/core/words';

/** A value of the core as JSON: its big integers are text. */
type Written<T> = T extends bigint ? string : T extends object ? { readonly [Key in keyof T]: Written<T[Key]> } : T;
type Common = 'id' | 'unit';
/** All of a receipt but its name and what the journal's files say. */
export type ReceiptBody = Receipt extends infer Each ? (Each extends Receipt ? Omit<Each, Common> : never) : never;

export interface SpotMarketFacts {
  readonly base: string;
  readonly quote: string;
  readonly baseScale: number;
  readonly quoteScale: number;
}

const units = (value: string | number): string => formatUnits(BigInt(value), PERP_SCALE);

export function spotReceipt(row: SpotFillRow, market: SpotMarketFacts): ReceiptBody | null {
  const { seq, event_index: eventIndex, fee_rate: feeRate, voucher } = row;
  if (seq === null || eventIndex === null || feeRate === null || voucher === null) return null;
  const { base, quote, baseScale, quoteScale } = market;
  const side = readWord('side', row.side, SIDES);
  return {
    kind: 'SPOT_FILL',
    time: row.time_ms,
    seq,
    eventIndex,
    symbol: row.symbol,
    orderId: row.order_id,
    tradeId: row.trade_id,
    side,
    isMaker: row.is_maker,
    price: priceText(row.price),
    quantity: formatUnits(row.quantity, baseScale),
    amount: formatUnits(row.amount, quoteScale),
    fee: formatUnits(row.fee, row.fee_asset === base ? baseScale : quoteScale),
    feeAsset: row.fee_asset,
    feeRate: rateText(feeRate),
    base,
    quote,
    baseScale,
    quoteScale,
    feeRest: row.fee_rest,
    voucher: formatUnits(voucher, quoteScale),
  };
}

export function perpReceipt(row: PerpFillRow): ReceiptBody | null {
  const { seq, event_index: eventIndex } = row;
  const terms = row.terms as Written<PerpFillTerms> | null;
  if (seq === null || eventIndex === null || terms === null) return null;
  const { before, feeLimit } = terms;
  return {
    kind: 'PERP_FILL',
    time: row.time_ms,
    seq,
    eventIndex,
    symbol: row.symbol,
    orderId: row.order_id,
    tradeId: row.trade_id,
    side: readWord('side', row.side, SIDES),
    isMaker: row.is_maker,
    price: priceText(row.price),
    quantity: units(row.quantity),
    amount: units(row.amount),
    fee: units(row.fee),
    feeAsset: SETTLE_ASSET,
    feeRate: rateText(terms.feeRate),
    settle: SETTLE_ASSET,
    isLiquidation: row.is_liquidation,
    feeRest: terms.feeRest,
    feeLimit: feeLimit === null ? null : units(feeLimit),
    realised: units(row.realised),
    before: before && { direction: before.direction, quantity: units(before.quantity), cost: units(before.cost) },
  };
}

export function fundingReceipt(row: FundingRow): ReceiptBody | null {
  if (row.direction === null || row.due === null) return null;
  return {
    kind: 'FUNDING',
    time: row.time_ms,
    seq: row.seq,
    eventIndex: row.event_index,
    symbol: row.symbol,
    settle: SETTLE_ASSET,
    positionSide: row.position_side as 'BOTH',
    direction: readWord('direction', row.direction, DIRECTIONS),
    quantity: units(row.quantity),
    markPrice: priceText(row.mark_price),
    rate: rateText(row.rate),
    due: units(row.due),
    amount: units(row.amount),
  };
}

/**
 * What each fill of a liquidation had left is what those before it had not taken: all of them together had that of the last one and what was
 * taken before it.
 */
function feeTermsOf(fills: readonly PerpFillRow[]): Pick<LiquidationBody, 'feeRate' | 'feeLimit'> {
  const last = fills.at(-1);
  const terms = (last?.terms ?? null) as Written<PerpFillTerms> | null;
  if (terms === null || terms.feeLimit === null) return { feeRate: null, feeLimit: null };
  const taken = fills.slice(0, -1).reduce((sum, { fee }) => sum + BigInt(fee), 0n);
  return { feeRate: rateText(terms.feeRate), feeLimit: formatUnits(BigInt(terms.feeLimit) + taken, PERP_SCALE) };
}
type LiquidationBody = Extract<ReceiptBody, { kind: 'LIQUIDATION' }>;

/** `fills`: those of the order that the step sent. */
export function liquidationReceipt(row: StepRow, fills: readonly PerpFillRow[]): ReceiptBody | null {
  const step = row.body as Written<LiquidationReceipt>;
  // Older rows have no such field.
  if ((step.scope as unknown) === undefined) return null;
  return {
    kind: 'LIQUIDATION',
    time: row.time_ms,
    seq: row.seq,
    eventIndex: row.event_index,
    symbol: step.symbol,
    settle: SETTLE_ASSET,
    positionSide: step.positionSide,
    marginMode: step.marginMode,
    step: step.step,
    equity: units(step.equity),
    maintenanceMargin: units(step.maintenanceMargin),
    scopeBalance: units(step.scopeBalance),
    scope: step.scope.map((part) => ({
      symbol: part.symbol,
      positionSide: part.positionSide,
      direction: part.direction,
      quantity: units(part.quantity),
      cost: units(part.cost),
      markPrice: units(part.markPrice),
      tierRate: formatUnits(BigInt(part.tierRate), RATE_SCALE),
      tierDeduction: units(part.tierDeduction),
    })),
    quantity: units(step.quantity),
    bankruptcyValue: units(step.bankruptcyValue),
    tradedValue: units(step.tradedValue),
    fee: units(step.fee),
    ...feeTermsOf(fills),
    fundBefore: units(step.fundBefore),
    fundAfter: units(step.fundAfter),
  };
}

export function deleveragingReceipt(row: StepRow): ReceiptBody | null {
  const one = row.body as Written<AdlReceipt>;
  // Older rows have no such field.
  if ((one.positionCost as unknown) === undefined) return null;
  return {
    kind: 'ADL',
    time: row.time_ms,
    seq: row.seq,
    eventIndex: row.event_index,
    symbol: one.symbol,
    settle: SETTLE_ASSET,
    positionSide: one.positionSide,
    direction: one.direction,
    rank: one.rank,
    score: formatUnits(BigInt(one.score), RATE_SCALE),
    quantity: units(one.quantity),
    value: units(one.value),
    realised: units(one.realised),
    markPrice: units(one.markPrice),
    positionQuantity: units(one.positionQuantity),
    positionCost: units(one.positionCost),
    margin: units(one.margin),
    inventoryQuantity: units(one.inventoryQuantity),
    inventoryCost: units(one.inventoryCost),
    fund: units(one.fund),
  };
}
