/**
 * Commands to the spot markets, and those about assets, users and wallets, as bytes (see commands.ts). Format 1 has none of the
 * fields that a command may leave out; format 2 neither a transfer's consent nor a tier's version.
 */
import {
  type AmendOrder,
  type CommandBody,
  type FeeRates,
  type PlaceOrder,
  type SetFeeTier,
  type SpotCommand,
  type Wallet,
} from '../protocol/commands.ts';
import type { Field } from './field.ts';
import {
  consent,
  each,
  joinedSince,
  NUMBER,
  nullable,
  optionals,
  record,
  type RecordField,
  TEXT,
  word,
} from './fields.ts';
import { IDEMPOTENCY, KEY } from './idempotency.ts';
import { MARKET_PARAMETERS } from './parameters.ts';
import {
  MARKET_STATUSES,
  OPTIONAL_STP_MODES,
  ORDER_TYPES,
  SIDES,
  TIMES_IN_FORCE,
  USER_WALLETS,
} from '../protocol/words.ts';

type Fields<K extends SpotCommand['kind']> = Omit<Extract<CommandBody, { kind: K }>, 'kind'>;

const RATES = ['spotMaker', 'spotTaker', 'futuresMaker', 'futuresTaker'] as const;
/** A user's own fee rates, or none. */
export const FEE_RATES: Field<FeeRates | null> = nullable(record<FeeRates>(each(RATES, NUMBER)));

/** Numbers that a command may leave out, in the order of their bits; they may only grow at their end. */
const ORDER_TERMS = ['stopPrice', 'deltaBips', 'activationPrice', 'displayQuantity'] as const;
type OrderTerms<C> = Pick<C, keyof C & (typeof ORDER_TERMS)[number]>;
type Version = Pick<SetFeeTier, 'version'>;
type Consent = Pick<Fields<'Transfer'>, 'confirmForfeit'>;

/** Their places are their numbers in the journal: a new kind stands at the end. */
export const SPOT_LAYOUTS: { readonly [K in SpotCommand['kind']]: RecordField<Fields<K>> } = {
  CreateAsset: record<Fields<'CreateAsset'>>({ asset: TEXT, scale: NUMBER }),
  CreateMarket: record<Fields<'CreateMarket'>>({
    symbol: TEXT,
    base: TEXT,
    quote: TEXT,
    parameters: MARKET_PARAMETERS,
  }),
  SetMarketStatus: record<Fields<'SetMarketStatus'>>({ symbol: TEXT, status: word(MARKET_STATUSES) }),
  Clock: record<Fields<'Clock'>>({}),
  Deposit: record<Fields<'Deposit'>>({ uid: NUMBER, asset: TEXT, amount: NUMBER, idempotency: KEY }),
  Transfer: joinedSince(
    3,
    record<Omit<Fields<'Transfer'>, keyof Consent>>({
      uid: NUMBER,
      asset: TEXT,
      from: word<Wallet>(USER_WALLETS),
      to: word<Wallet>(USER_WALLETS),
      amount: NUMBER,
      idempotency: IDEMPOTENCY,
    }),
    consent('confirmForfeit'),
  ),
  PlaceOrder: joinedSince(
    2,
    record<Omit<Fields<'PlaceOrder'>, keyof OrderTerms<PlaceOrder>>>({
      uid: NUMBER,
      symbol: TEXT,
      side: word(SIDES),
      type: word(ORDER_TYPES),
      timeInForce: word(TIMES_IN_FORCE),
      price: NUMBER,
      quantity: NUMBER,
      quoteAmount: NUMBER,
      maxSlippage: NUMBER,
      stpMode: word(OPTIONAL_STP_MODES),
      clientOrderId: TEXT,
      idempotency: IDEMPOTENCY,
    }),
    optionals<OrderTerms<PlaceOrder>>(ORDER_TERMS),
  ),
  AmendOrder: joinedSince(
    2,
    record<Omit<Fields<'AmendOrder'>, keyof OrderTerms<AmendOrder>>>({
      uid: NUMBER,
      symbol: TEXT,
      orderId: NUMBER,
      clientOrderId: TEXT,
      price: NUMBER,
      quantity: NUMBER,
      idempotency: IDEMPOTENCY,
    }),
    optionals<OrderTerms<AmendOrder>>(ORDER_TERMS),
  ),
  CancelOrder: record<Fields<'CancelOrder'>>({ uid: NUMBER, symbol: TEXT, orderId: NUMBER, clientOrderId: TEXT }),
  CancelAllOrders: record<Fields<'CancelAllOrders'>>({ uid: NUMBER, symbol: TEXT }),
  PlaceOco: record<Fields<'PlaceOco'>>({
    uid: NUMBER,
    symbol: TEXT,
    side: word(SIDES),
    quantity: NUMBER,
    price: NUMBER,
    takeProfitPrice: NUMBER,
    stopPrice: NUMBER,
    stopLimitPrice: NUMBER,
    stpMode: word(OPTIONAL_STP_MODES),
    clientOrderId: TEXT,
    stopClientOrderId: TEXT,
    idempotency: IDEMPOTENCY,
  }),
  SetFeeTier: joinedSince(
    3,
    record<Omit<Fields<'SetFeeTier'>, keyof Version>>({
      uid: NUMBER,
      own: FEE_RATES,
      trial: FEE_RATES,
      trialEndMs: NUMBER,
    }),
    optionals<Version>(['version']),
  ),
  SetTradeGroup: record<Fields<'SetTradeGroup'>>({ uid: NUMBER, tradeGroupId: NUMBER }),
  ChangeMarket: record<Fields<'ChangeMarket'>>({ symbol: TEXT, version: NUMBER, parameters: MARKET_PARAMETERS }),
};
