/** A worked example, shown as such: its figures are computed again where it is shown, as those of a real receipt are. */
import type { Receipt } from '../api/calls/receipts.ts';

export const EXAMPLE = {
  kind: 'SPOT_FILL',
  id: '',
  time: 0,
  seq: 0,
  eventIndex: 0,
  unit: null,
  symbol: 'BTCUSDT',
  orderId: 0,
  tradeId: 0,
  side: 'BUY',
  isMaker: false,
  base: 'BTC',
  quote: 'USDT',
  baseScale: 8,
  quoteScale: 8,
  price: '96880',
  quantity: '0.042',
  amount: '4068.96',
  fee: '0.000042',
  feeAsset: 'BTC',
  feeRate: '0.001',
  feeRest: null,
  voucher: '0',
} as const satisfies Receipt;
