/** The columns of the files that the histories of perpetuals are saved as. */
import type { Receipt } from '@agio/contracts/http/futures-shapes';
import type {
  ClosedPosition,
  EndedOrder,
  EndedStopOrder,
  FundingPayment,
  FuturesFill,
} from '../../../api/calls/futures.ts';
import { type FileColumn, setOrEmpty, timeColumn } from '../../../terminal/tables/history-file.ts';
import { firedAt } from './fired-stop.ts';
import { closedEntry, closedReturn, closedSize, netResult, tradingFees } from './closed-return.ts';

export const ORDER_FILE: readonly FileColumn<EndedOrder>[] = [
  timeColumn('time', ({ createdAt }) => createdAt),
  { head: 'market', text: ({ symbol }) => symbol },
  { head: 'side', text: ({ side }) => side },
  { head: 'position_side', text: ({ positionSide }) => positionSide },
  { head: 'type', text: ({ type }) => type },
  { head: 'price', text: ({ price }) => setOrEmpty(price) },
  { head: 'average_price', text: ({ averagePrice }) => setOrEmpty(averagePrice) },
  { head: 'quantity', text: ({ quantity }) => quantity },
  { head: 'filled', text: ({ filledQuantity }) => filledQuantity },
  { head: 'status', text: ({ status }) => status },
  { head: 'reason', text: ({ reason }) => reason },
  { head: 'origin', text: ({ origin }) => origin },
  { head: 'stop_type', text: ({ stop }) => stop?.type ?? '' },
  { head: 'trigger_source', text: ({ stop }) => stop?.source ?? '' },
  { head: 'trigger_price', text: ({ stop }) => setOrEmpty(stop?.triggerPrice) },
  { head: 'callback_rate', text: ({ stop }) => setOrEmpty(stop?.callbackRate) },
  { head: 'activation_price', text: ({ stop }) => setOrEmpty(stop?.activationPrice) },
  { head: 'order_id', text: ({ orderId }) => String(orderId) },
  { head: 'client_order_id', text: ({ clientOrderId }) => clientOrderId },
];

export const STOP_FILE: readonly FileColumn<EndedStopOrder>[] = [
  timeColumn('time', ({ createdAt }) => createdAt),
  { head: 'market', text: ({ symbol }) => symbol },
  { head: 'side', text: ({ side }) => side },
  { head: 'position_side', text: ({ positionSide }) => positionSide },
  { head: 'type', text: ({ type }) => type },
  { head: 'group', text: ({ group }) => group },
  { head: 'trigger_source', text: ({ source }) => source },
  { head: 'trigger_price', text: ({ triggerPrice }) => setOrEmpty(triggerPrice) },
  { head: 'callback_rate', text: ({ callbackRate }) => setOrEmpty(callbackRate) },
  { head: 'activation_price', text: ({ activationPrice }) => setOrEmpty(activationPrice) },
  { head: 'price', text: ({ price }) => setOrEmpty(price) },
  { head: 'quantity', text: ({ quantity }) => setOrEmpty(quantity) },
  { head: 'reduce_only', text: ({ reduceOnly }) => String(reduceOnly) },
  { head: 'status', text: ({ status }) => status },
  { head: 'reason', text: ({ reason }) => reason },
  {
    head: 'triggered',
    text: (stop) => {
      const time = firedAt(stop);
      return time === null ? '' : new Date(time).toISOString();
    },
  },
  { head: 'order_id', text: ({ orderId }) => (orderId === 0 ? '' : String(orderId)) },
  { head: 'order_status', text: ({ order }) => order?.status ?? '' },
  { head: 'order_average_price', text: ({ order }) => setOrEmpty(order?.averagePrice) },
  { head: 'stop_order_id', text: ({ stopOrderId }) => String(stopOrderId) },
  { head: 'client_order_id', text: ({ clientOrderId }) => clientOrderId },
];

export const FILL_FILE: readonly FileColumn<FuturesFill>[] = [
  timeColumn('time', ({ time }) => time),
  { head: 'market', text: ({ symbol }) => symbol },
  { head: 'side', text: ({ side }) => side },
  { head: 'position_side', text: ({ positionSide }) => positionSide ?? '' },
  { head: 'price', text: ({ price }) => price },
  { head: 'quantity', text: ({ quantity }) => quantity },
  { head: 'amount', text: ({ amount }) => amount },
  { head: 'fee', text: ({ fee }) => fee },
  { head: 'realized', text: ({ realised }) => realised },
  { head: 'role', text: ({ isMaker }) => (isMaker ? 'MAKER' : 'TAKER') },
  { head: 'sent_by', text: ({ sentBy }) => sentBy ?? '' },
  { head: 'liquidation', text: ({ isLiquidation }) => String(isLiquidation) },
  { head: 'trade_id', text: ({ tradeId }) => String(tradeId) },
  { head: 'order_id', text: ({ orderId }) => String(orderId) },
];

export const POSITION_FILE: readonly FileColumn<ClosedPosition>[] = [
  timeColumn('closed', ({ updatedAt }) => updatedAt),
  timeColumn('opened', ({ openedAt }) => openedAt),
  { head: 'market', text: ({ symbol }) => symbol },
  { head: 'direction', text: ({ direction }) => direction },
  { head: 'leverage', text: ({ leverage }) => String(leverage) },
  { head: 'margin_mode', text: ({ marginMode }) => marginMode },
  { head: 'quantity', text: (position) => closedSize(position) ?? '' },
  { head: 'entry_price', text: (position) => closedEntry(position) ?? '' },
  { head: 'exit_price', text: ({ exitPrice }) => setOrEmpty(exitPrice) },
  { head: 'net_realized', text: netResult },
  { head: 'roe_percent', text: (position) => closedReturn(position) ?? '' },
  { head: 'realized_before_fees', text: ({ realised }) => realised },
  { head: 'fees', text: tradingFees },
  { head: 'liquidation_fee', text: ({ liquidationFee }) => liquidationFee },
  { head: 'funding', text: ({ funding }) => funding },
  { head: 'ended_by', text: ({ endedBy }) => endedBy },
  { head: 'position_id', text: ({ positionId }) => String(positionId) },
];

export const FUNDING_FILE: readonly FileColumn<FundingPayment>[] = [
  timeColumn('time', ({ time }) => time),
  { head: 'market', text: ({ symbol }) => symbol },
  { head: 'position_side', text: ({ positionSide }) => positionSide },
  { head: 'quantity', text: ({ quantity }) => quantity },
  { head: 'mark_price', text: ({ markPrice }) => setOrEmpty(markPrice) },
  { head: 'rate', text: ({ rate }) => rate },
  { head: 'amount', text: ({ amount }) => amount },
];

export const LIQUIDATION_FILE: readonly FileColumn<Receipt>[] = [
  timeColumn('time', ({ time }) => time),
  { head: 'kind', text: ({ kind }) => kind },
  { head: 'market', text: ({ symbol }) => symbol },
  { head: 'position_side', text: ({ positionSide }) => positionSide },
  { head: 'step', text: ({ step }) => step },
  { head: 'quantity', text: ({ quantity }) => quantity },
  { head: 'mark_price', text: ({ markPrice }) => setOrEmpty(markPrice) },
  { head: 'traded_value', text: ({ tradedValue }) => tradedValue },
  { head: 'fee', text: ({ fee }) => fee },
  { head: 'realized', text: ({ realised }) => realised },
  { head: 'price', text: ({ price }) => setOrEmpty(price) },
  { head: 'direction', text: ({ direction }) => direction ?? '' },
  { head: 'receipt_id', text: ({ receiptId }) => receiptId },
];
