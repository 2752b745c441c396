/** Fills of one order of a coin, for tests of what is told of them. */
import type { Fill } from '@agio/contracts/http/spot';

export const fill = (tradeId: number, part: Partial<Fill> = {}): Fill => ({
  tradeId,
  orderId: 7,
  symbol: 'BTCUSDT',
  side: 'BUY',
  price: '100',
  quantity: '1',
  amount: '100',
  fee: '0.1',
  feeAsset: 'USDT',
  isMaker: true,
  time: 1000 + tradeId,
  ...part,
});

/** What a fill of a coin says of positions. */
export const NO_POSITION = { voucher: '0', realised: '0', closedQuantity: null, sentBy: null, isOfPair: false };
