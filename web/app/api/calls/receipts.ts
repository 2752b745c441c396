/** The call of receipts. */
import type { DataOf } from '@agio/contracts/calls';
import { request, type Call } from '../request.ts';

export type Receipt = DataOf<'GET /web/receipt'>['receipt'];
export type ReceiptKind = Receipt['kind'];

/** By which a receipt is asked for. */
export interface ReceiptName {
  readonly kind: ReceiptKind;
  readonly id: string;
}

export async function getReceipt(call: Call, { kind, id }: ReceiptName): Promise<Receipt> {
  return (await request(call, 'GET /web/receipt', { query: { kind, id } })).receipt;
}

interface Fill {
  readonly symbol: string;
  readonly tradeId: number;
  readonly isMaker: boolean;
}

/** The receipt of a fill; a trade has one for each side. */
export function receiptOfFill(kind: 'SPOT_FILL' | 'PERP_FILL', { symbol, tradeId, isMaker }: Fill): ReceiptName {
  return { kind, id: `${symbol}-${tradeId}-${isMaker ? 'MAKER' : 'TAKER'}` };
}
