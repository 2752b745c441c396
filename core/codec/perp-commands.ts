/** Commands to the perpetuals as bytes (see commands.ts). */
import {
  type ContractParameters,
  type ExitTerms,
  type IndexSource,
  type PerpCommand,
  type PerpCommandKind,
  type TierRule,
} from '../protocol/perp-commands.ts';
import type { Field } from './field.ts';
import { each, FLAG, list, NUMBER, nullable, record, type RecordField, TEXT, word } from './fields.ts';
import { IDEMPOTENCY, KEY } from './idempotency.ts';
import {
  CONTRACT_STATUSES,
  MARGIN_MODES,
  OPTIONAL_STP_MODES,
  PERP_ORDER_TYPES,
  POSITION_MODES,
  POSITION_SIDES,
  SIDES,
  STOP_ORDER_TYPES,
  STP_MODES,
  TIMES_IN_FORCE,
  TRIGGER_SOURCES,
} from '../protocol/words.ts';

const NUMBERS = [
  'tickSize',
  'stepSize',
  'minQuantity',
  'minNotional',
  'maxLimitQuantity',
  'maxMarketQuantity',
  'leverageMin',
  'leverageMax',
  'leverageDefault',
  'makerFeeRate',
  'takerFeeRate',
  'liquidationFeeRate',
  'fundingIntervalHours',
  'interestRate',
  'fundingCap',
  'impactNotional',
  'priceProtectScope',
  'minBuyPriceOffset',
  'maxSellPriceOffset',
  'openInterestCap',
  'maxOpenOrders',
  'maxStopOrders',
  'maxAmends',
] as const;

export const CONTRACT_PARAMETERS: Field<ContractParameters> = record<ContractParameters>({
  ...each(NUMBERS, NUMBER),
  tiers: list(record<TierRule>(each(['cap', 'maxLeverage', 'rate'], NUMBER))),
  // Journals hold modes that no contract may have any more: they are refused, or made sound where a snapshot has them.
  defaultStpMode: word(STP_MODES) as Field<ContractParameters['defaultStpMode']>,
  hasFeeException: FLAG,
});

const EXIT = nullable(record<ExitTerms>({ triggerPrice: NUMBER, source: word(TRIGGER_SOURCES), price: NUMBER }));

const OWNER = { uid: NUMBER, wallet: TEXT, symbol: TEXT };
const NAME = { ...OWNER, orderId: NUMBER, clientOrderId: TEXT };

type Fields<K extends PerpCommandKind> = Omit<Extract<PerpCommand, { kind: K }>, 'kind'>;

/** Their places are their numbers in the journal: a new kind stands at the end. */
export const PERP_LAYOUTS: { readonly [K in PerpCommandKind]: RecordField<Fields<K>> } = {
  CreateContract: record<Fields<'CreateContract'>>({
    symbol: TEXT,
    base: TEXT,
    settle: TEXT,
    parameters: CONTRACT_PARAMETERS,
  }),
  SetContractStatus: record<Fields<'SetContractStatus'>>({ symbol: TEXT, status: word(CONTRACT_STATUSES) }),
  TickMark: record<Fields<'TickMark'>>({
    symbol: TEXT,
    sources: list(record<IndexSource>(each(['price', 'weight', 'timeMs'], NUMBER))),
  }),
  SettleFunding: record<Fields<'SettleFunding'>>({ symbol: TEXT }),
  PlacePerpOrder: record<Fields<'PlacePerpOrder'>>({
    ...OWNER,
    side: word(SIDES),
    positionSide: word(POSITION_SIDES),
    type: word(PERP_ORDER_TYPES),
    timeInForce: word(TIMES_IN_FORCE),
    price: NUMBER,
    quantity: NUMBER,
    reduceOnly: FLAG,
    closePosition: FLAG,
    stpMode: word(OPTIONAL_STP_MODES),
    clientOrderId: TEXT,
    takeProfit: EXIT,
    stopLoss: EXIT,
    idempotency: IDEMPOTENCY,
  }),
  PlaceStopOrder: record<Fields<'PlaceStopOrder'>>({
    ...OWNER,
    side: word(SIDES),
    positionSide: word(POSITION_SIDES),
    type: word(STOP_ORDER_TYPES),
    source: word(TRIGGER_SOURCES),
    timeInForce: word(TIMES_IN_FORCE),
    ...each(['triggerPrice', 'price', 'quantity', 'callbackRate', 'activationPrice'], NUMBER),
    reduceOnly: FLAG,
    closePosition: FLAG,
    priceProtect: FLAG,
    clientOrderId: TEXT,
    idempotency: IDEMPOTENCY,
  }),
  SetPositionExits: record<Fields<'SetPositionExits'>>({
    ...OWNER,
    positionSide: word(POSITION_SIDES),
    quantity: NUMBER,
    takeProfit: EXIT,
    stopLoss: EXIT,
    idempotency: IDEMPOTENCY,
  }),
  AmendPerpOrder: record<Fields<'AmendPerpOrder'>>({
    ...NAME,
    price: NUMBER,
    quantity: NUMBER,
    idempotency: IDEMPOTENCY,
  }),
  CancelPerpOrder: record<Fields<'CancelPerpOrder'>>(NAME),
  CancelStopOrder: record<Fields<'CancelStopOrder'>>(NAME),
  CancelAllPerpOrders: record<Fields<'CancelAllPerpOrders'>>(OWNER),
  SetPositionMode: record<Fields<'SetPositionMode'>>({ uid: NUMBER, wallet: TEXT, mode: word(POSITION_MODES) }),
  SetMarginMode: record<Fields<'SetMarginMode'>>({ ...OWNER, mode: word(MARGIN_MODES) }),
  SetLeverage: record<Fields<'SetLeverage'>>({ ...OWNER, positionSide: word(POSITION_SIDES), leverage: NUMBER }),
  MoveMargin: record<Fields<'MoveMargin'>>({
    ...OWNER,
    positionSide: word(POSITION_SIDES),
    amount: NUMBER,
    idempotency: IDEMPOTENCY,
  }),
  SetAutoAddMargin: record<Fields<'SetAutoAddMargin'>>({ ...OWNER, positionSide: word(POSITION_SIDES), on: FLAG }),
  RestrictMarginAccount: record<Fields<'RestrictMarginAccount'>>({ uid: NUMBER, wallet: TEXT, closeOnly: FLAG }),
  OpenVoucherPosition: record<Fields<'OpenVoucherPosition'>>({
    voucherId: NUMBER,
    uid: NUMBER,
    leverage: NUMBER,
    amount: NUMBER,
    symbol: TEXT,
    side: word(SIDES),
    idempotency: KEY,
  }),
  ChangeContract: record<Fields<'ChangeContract'>>({ symbol: TEXT, version: NUMBER, parameters: CONTRACT_PARAMETERS }),
  AmendStopOrder: record<Fields<'AmendStopOrder'>>({
    ...NAME,
    triggerPrice: NUMBER,
    price: NUMBER,
    quantity: NUMBER,
    callbackRate: NUMBER,
    activationPrice: NUMBER,
    idempotency: IDEMPOTENCY,
  }),
};
