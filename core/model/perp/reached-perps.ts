/** Counts what random commands to the perpetuals reached: kinds, refusals, fields of accepted commands, end reasons, liquidation steps. */
import type { Command } from '../../protocol/commands.ts';
import type { CoreEvent, Outcome } from '../../protocol/events.ts';
import type { Reached } from '../reached.ts';

/** Fields of which each value is counted. */
const WORDS = ['type', 'timeInForce', 'stpMode', 'source', 'mode', 'status', 'positionSide', 'wallet'];
/** Fields that are counted when they are set. */
const FLAGS = [
  'reduceOnly',
  'closePosition',
  'priceProtect',
  'takeProfit',
  'stopLoss',
  'activationPrice',
  'callbackRate',
  'on',
];

export function countReached(reached: Reached, command: Command, outcome: Outcome, events: readonly CoreEvent[]): void {
  reached.count(`${command.kind} ${outcome.ok ? 'ok' : outcome.code}`);
  if (!outcome.ok) {
    reached.count(outcome.code);
    return;
  }
  for (const [name, value] of Object.entries(command)) {
    if (WORDS.includes(name)) reached.count(`${command.kind} ${name} ${String(value).replace(/\d+$/, '')}`.trim());
    if (FLAGS.includes(name) && Boolean(value)) reached.count(`${command.kind} ${name}`);
  }
  if (command.kind === 'SetPositionExits') reached.count(`exits ${command.quantity === 0 ? 'FULL' : 'PARTIAL'}`);
  for (const event of events) countEvent(reached, event);
}

function countEvent(reached: Reached, event: CoreEvent): void {
  reached.count(event.kind);
  switch (event.kind) {
    case 'Liquidated':
      reached.count(`Liquidated ${event.step} ${event.marginMode}`);
      break;
    case 'PerpOrderChanged':
      reached.count(`order ${event.status} ${event.reason}`.trim());
      break;
    case 'StopOrderChanged':
      reached.count(`stop ${event.group} ${event.type} ${event.status}`);
      if (event.reason !== '') reached.count(`stop ${event.status} ${event.reason}`);
      break;
    case 'ContractChanged':
      reached.count(`contract ${event.status}`);
      break;
    default:
  }
}

/**
 * What CI's runs have to reach, by first word. Each is reached so often that it is never missed by chance, even in a hundred
 * runs. Refusals and events are under the empty word.
 */
const BY_WORD: Readonly<Record<string, readonly string[]>> = {
  '': [
    'ACCOUNT_STATE',
    'ALREADY_ENDED',
    'ALREADY_EXISTS',
    'AccountChanged',
    'AccountCorrected',
    'AssetCreated',
    'BAD_CONFIGURATION',
    'BAD_FIELDS',
    'BONUS_FORFEIT',
    'BONUS_MODE',
    'BalanceChanged',
    'CLOSE_ONLY',
    'ClosedAtValue',
    'ContractChanged',
    'ContractParametersChanged',
    'DUPLICATE_CLIENT_ORDER_ID',
    'Deleveraged',
    'FUNDING_NOT_DUE',
    'FeeCovered',
    'FeeTierChanged',
    'FeeVoucherChanged',
    'FundingPaid',
    'FundingSettled',
    'FundsMoved',
    'GrantChanged',
    'INSUFFICIENT_BALANCE',
    'InsuranceChanged',
    'LEVERAGE_RANGE',
    'LEVERAGE_TIER',
    'Liquidated',
    'MARGIN_LIMIT',
    'MARKET_STATUS',
    'MIN_AMOUNT',
    'MarkPriceChanged',
    'NOTHING_TO_AMEND',
    'NOT_FLAT',
    'OPEN_INTEREST_CAP',
    'ORDER_CLOSED',
    'OWN_FUNDS',
    'POOL_SHORT',
    'POSITION_LIMIT',
    'POSITION_SIDE',
    'POST_ONLY',
    'PRICE_OFFSET',
    'PRICE_RANGE',
    'PRICE_TICK',
    'PerpDepthChanged',
    'PerpOrderChanged',
    'PerpTraded',
    'PositionChanged',
    'Posted',
    'PreferenceChanged',
    'QUANTITY_RANGE',
    'QUANTITY_STEP',
    'REDUCE_ONLY_REJECT',
    'STP_MODE',
    'StopOrderChanged',
    'TOO_MANY_ORDERS',
    'UNKNOWN_ID',
    'UNKNOWN_MARKET',
    'UNKNOWN_ORDER',
    'UNKNOWN_POSITION',
    'WOULD_TRIGGER_NOW',
  ],
  AccrueCopyShare: ['ALREADY_EXISTS', 'ok'],
  AmendPerpOrder: ['NOTHING_TO_AMEND', 'UNKNOWN_ORDER', 'ok', 'wallet FUTURES'],
  AmendStopOrder: [
    'BAD_FIELDS',
    'UNKNOWN_ORDER',
    'WOULD_TRIGGER_NOW',
    'activationPrice',
    'callbackRate',
    'ok',
    'wallet FUTURES',
  ],
  AttachCover: ['ALREADY_EXISTS', 'ok'],
  CancelAllPerpOrders: ['ok', 'wallet FUTURES'],
  CancelFeeVoucher: ['UNKNOWN_ID', 'ok'],
  CancelPerpOrder: ['UNKNOWN_ORDER', 'ok', 'wallet FUTURES'],
  CancelStopOrder: ['UNKNOWN_ORDER', 'ok', 'wallet FUTURES'],
  ChangeContract: ['ALREADY_EXISTS', 'BAD_CONFIGURATION', 'UNKNOWN_MARKET', 'ok'],
  ClawBackPrize: ['ok', 'wallet FUTURES', 'wallet SPOT'],
  Clock: ['ok'],
  ContributeCapital: ['ok'],
  CreateAsset: ['ok'],
  CreateContract: ['ok'],
  Deposit: ['ok'],
  EndCover: ['UNKNOWN_ID', 'ok'],
  FundPool: ['ok'],
  GrantBonus: [
    'ALREADY_ENDED',
    'ALREADY_EXISTS',
    'BONUS_MODE',
    'OWN_FUNDS',
    'POOL_SHORT',
    'mode BONUS_FIRST',
    'mode OWN_FIRST',
    'mode RATIO',
    'ok',
    'source task',
    'source welcome',
  ],
  GrantFeeVoucher: ['ALREADY_ENDED', 'ok'],
  Liquidated: ['REDUCED ISOLATED', 'STARTED ISOLATED', 'TAKEN_OVER ISOLATED'],
  MoveMargin: ['INSUFFICIENT_BALANCE', 'MARGIN_LIMIT', 'UNKNOWN_POSITION', 'ok', 'positionSide BOTH', 'wallet FUTURES'],
  OpenVoucherPosition: ['LEVERAGE_TIER', 'MARKET_STATUS', 'POOL_SHORT', 'QUANTITY_RANGE', 'ok'],
  PayCover: ['UNKNOWN_ID', 'ok'],
  PayCopyShare: ['UNKNOWN_ID', 'ok'],
  PayPrize: ['ok', 'wallet FUTURES', 'wallet SPOT'],
  PlacePerpOrder: [
    'BAD_FIELDS',
    'CLOSE_ONLY',
    'DUPLICATE_CLIENT_ORDER_ID',
    'INSUFFICIENT_BALANCE',
    'LEVERAGE_TIER',
    'MARKET_STATUS',
    'MIN_AMOUNT',
    'OPEN_INTEREST_CAP',
    'POSITION_LIMIT',
    'POSITION_SIDE',
    'POST_ONLY',
    'PRICE_OFFSET',
    'PRICE_RANGE',
    'PRICE_TICK',
    'QUANTITY_RANGE',
    'QUANTITY_STEP',
    'REDUCE_ONLY_REJECT',
    'STP_MODE',
    'TOO_MANY_ORDERS',
    'UNKNOWN_POSITION',
    'WOULD_TRIGGER_NOW',
    'closePosition',
    'ok',
    'positionSide BOTH',
    'positionSide LONG',
    'positionSide SHORT',
    'reduceOnly',
    'stopLoss',
    'stpMode',
    'stpMode EXPIRE_BOTH',
    'stpMode EXPIRE_MAKER',
    'stpMode EXPIRE_TAKER',
    'takeProfit',
    'timeInForce FOK',
    'timeInForce GTC',
    'timeInForce GTX',
    'timeInForce IOC',
    'type LIMIT',
    'type MARKET',
    'wallet COPY:',
    'wallet ELITE',
    'wallet FUTURES',
  ],
  PlaceStopOrder: [
    'MARKET_STATUS',
    'activationPrice',
    'closePosition',
    'ok',
    'positionSide BOTH',
    'positionSide LONG',
    'positionSide SHORT',
    'priceProtect',
    'reduceOnly',
    'source INDEX',
    'source LAST',
    'source MARK',
    'timeInForce FOK',
    'timeInForce GTC',
    'timeInForce GTX',
    'timeInForce IOC',
    'type STOP',
    'type TAKE_PROFIT',
    'type TRAILING_STOP',
    'wallet FUTURES',
  ],
  PostCorrection: ['ALREADY_EXISTS', 'BAD_FIELDS', 'INSUFFICIENT_BALANCE', 'ok'],
  RestrictMarginAccount: ['ok', 'wallet ELITE', 'wallet FUTURES'],
  RevokeBonus: ['UNKNOWN_ID', 'ok'],
  SetAutoAddMargin: ['UNKNOWN_POSITION', 'ok', 'on', 'positionSide BOTH', 'positionSide LONG', 'wallet FUTURES'],
  SetContractStatus: [
    'MARKET_STATUS',
    'ok',
    'status CANCEL_ONLY',
    'status REDUCE_ONLY',
    'status SETTLED',
    'status STOP',
  ],
  SetFeeTier: ['ok'],
  SetLeverage: ['POSITION_SIDE', 'ok', 'positionSide BOTH', 'wallet FUTURES'],
  SetMarginMode: ['NOT_FLAT', 'mode CROSS', 'mode ISOLATED', 'ok', 'wallet FUTURES'],
  SetPositionExits: ['ok', 'positionSide BOTH', 'positionSide LONG', 'stopLoss', 'takeProfit', 'wallet FUTURES'],
  SetPositionMode: ['NOT_FLAT', 'mode HEDGE', 'ok', 'wallet FUTURES'],
  SetTradeGroup: ['ok'],
  SettleFunding: ['FUNDING_NOT_DUE', 'ok'],
  TickMark: ['ok'],
  Transfer: ['BAD_FIELDS', 'BONUS_FORFEIT', 'INSUFFICIENT_BALANCE', 'ok'],
  WithholdProfit: ['ACCOUNT_STATE', 'ALREADY_ENDED', 'UNKNOWN_ID', 'ok'],
  contract: ['CANCEL_ONLY', 'OPEN', 'PRE_OPEN', 'REDUCE_ONLY'],
  exits: ['FULL', 'PARTIAL'],
  order: [
    'CANCELED ADL',
    'CANCELED LIQUIDATION',
    'CANCELED NO_MARGIN',
    'CANCELED REDUCE_ONLY',
    'CANCELED USER',
    'EXPIRED BANKRUPTCY_PRICE',
    'EXPIRED NO_LIQUIDITY',
    'EXPIRED TIME_IN_FORCE',
    'EXPIRED_IN_MATCH SELF_TRADE',
    'FILLED',
    'NEW',
    'PARTIALLY_FILLED',
  ],
  step: [
    'ADL',
    'CANCELED NO_MARGIN',
    'EXPIRED',
    'LENT BONUS_FIRST',
    'LENT OWN_FIRST',
    'LENT RATIO',
    'LOST_BACKING',
    'NETTED',
    'PAID_BY_BONUS BONUS_FIRST',
    'PAID_BY_BONUS OWN_FIRST',
    'PAID_BY_BONUS RATIO',
    'PAID_BY_VOUCHER',
    'REDUCED',
    'REVOKED',
    'STARTED',
    'TAKEN_OVER',
    'VOUCHER_FILLED',
    'VOUCHER_IN_PART',
    'VOUCHER_UNFILLED',
  ],
  stop: [
    'CANCELED ADL',
    'CANCELED LIQUIDATION',
    'CANCELED OCO',
    'CANCELED POSITION_CLOSED',
    'CANCELED USER',
    'FULL STOP CANCELED',
    'FULL STOP NEW',
    'FULL TAKE_PROFIT CANCELED',
    'FULL TAKE_PROFIT NEW',
    'ORDER STOP NEW',
    'ORDER TAKE_PROFIT NEW',
    'OWN STOP CANCELED',
    'OWN STOP NEW',
    'OWN TAKE_PROFIT CANCELED',
    'OWN TAKE_PROFIT NEW',
    'OWN TRAILING_STOP CANCELED',
    'OWN TRAILING_STOP NEW',
    'PARTIAL STOP NEW',
    'PARTIAL TAKE_PROFIT NEW',
  ],
};
/** The naive model's log is counted too. */
export const EXPECTED_OF_MODEL = Object.entries(BY_WORD).flatMap(([word, rest]) =>
  rest.map((name) => `${word} ${name}`.trim()),
);
