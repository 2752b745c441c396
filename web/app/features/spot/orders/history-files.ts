/** The columns of the files that the spot histories are saved as. */
import { formatUnits } from '../../../../ui/decimal.ts';
import type { Fill, Order } from '../../../api/types.ts';
import { type FileColumn, setOrEmpty, timeColumn } from '../../../terminal/tables/history-file.ts';

export const ORDER_FILE: readonly FileColumn<Order>[] = [
  timeColumn('time', ({ createdAt }) => createdAt),
  { head: 'market', text: ({ symbol }) => symbol },
  { head: 'side', text: ({ side }) => side },
  { head: 'type', text: ({ type }) => type },
  { head: 'price', text: ({ price }) => setOrEmpty(price) },
  { head: 'trigger_price', text: ({ stopPrice }) => setOrEmpty(stopPrice) },
  { head: 'callback_percent', text: ({ deltaBips }) => (deltaBips === 0 ? '' : formatUnits(BigInt(deltaBips), 2)) },
  { head: 'activation_price', text: ({ activationPrice }) => setOrEmpty(activationPrice) },
  { head: 'average_price', text: ({ averagePrice }) => setOrEmpty(averagePrice) },
  { head: 'quantity', text: ({ quantity }) => setOrEmpty(quantity) },
  { head: 'quote_amount', text: ({ quoteAmount }) => setOrEmpty(quoteAmount) },
  { head: 'filled', text: ({ filledQuantity }) => filledQuantity },
  { head: 'filled_amount', text: ({ filledAmount }) => filledAmount },
  { head: 'status', text: ({ status }) => status },
  { head: 'reason', text: ({ reason }) => reason },
  { head: 'order_id', text: ({ orderId }) => String(orderId) },
  { head: 'client_order_id', text: ({ clientOrderId }) => clientOrderId },
];

export const FILL_FILE: readonly FileColumn<Fill>[] = [
  timeColumn('time', ({ time }) => time),
  { head: 'market', text: ({ symbol }) => symbol },
  { head: 'side', text: ({ side }) => side },
  { head: 'price', text: ({ price }) => price },
  { head: 'quantity', text: ({ quantity }) => quantity },
  { head: 'amount', text: ({ amount }) => amount },
  { head: 'fee', text: ({ fee }) => fee },
  { head: 'fee_asset', text: ({ feeAsset }) => feeAsset },
  { head: 'role', text: ({ isMaker }) => (isMaker ? 'MAKER' : 'TAKER') },
  { head: 'sent_by', text: ({ sentBy }) => sentBy ?? '' },
  { head: 'trade_id', text: ({ tradeId }) => String(tradeId) },
  { head: 'order_id', text: ({ orderId }) => String(orderId) },
];
