/**
 * Everything that can be asked of the trading machine, as a closed union.
 *
 * A command is plain data: integers, short strings and booleans. The sequencer stamps `seq` and `timeMs`
 * (never less than the stamp before); the core reads no clock of its own. Prices are integers of 10^-8 quote
 * per whole base; quantities and amounts are integers of the asset's ledger unit (10^-scale). Rates are
 * integers of 10^-8 (0.1 % = 100_000).
 */
import type { Amount, Price, Rate } from '../fixed.ts';
import type { ProductCommand, ProductCommandKind } from './product-commands.ts';
import type { FeeMode, Idempotency, MarketStatus, OrderType, Side, StpMode, TimeInForce } from './words.ts';
import type { MarginWallet, PerpCommand, PerpCommandKind } from './perp-commands.ts';

/** The wallets between which a user moves funds (trading C1). */
export type Wallet = 'SPOT' | MarginWallet;

export type { Idempotency, Side, StpMode, TimeInForce } from './words.ts';

/** Stamped by the sequencer; the same for every kind of command. */
export interface CommandHeader {
  /** Position in the log, from 1, without gaps. */
  readonly seq: number;
  /** UTC milliseconds, monotone. */
  readonly timeMs: number;
}

/** A market's parameters (trading A4). 0 switches a limit off. Amounts are in quote units. */
export interface MarketParameters {
  readonly tickSize: Price;
  readonly stepSize: Amount;
  readonly minPrice: Price;
  readonly maxPrice: Price;
  readonly minVolume: Amount;
  readonly maxVolume: Amount;
  readonly minAmount: Amount;
  readonly maxAmount: Amount;
  readonly maxLimitOrderAmount: Amount;
  readonly maxMarketOrderAmount: Amount;
  readonly minBuyPriceOffset: Rate;
  readonly maxSellPriceOffset: Rate;
  readonly priceProtectScope: Rate;
  readonly maxSlippage: Rate;
  readonly premiumFactor: Rate;
  readonly openPrice: Price;
  readonly openTimeMs: number;
  readonly openProtectMs: number;
  readonly makerFeeRate: Rate;
  readonly takerFeeRate: Rate;
  readonly feeMode: FeeMode;
  readonly maxOpenOrders: number;
  readonly maxAmends: number;
  /** NONE exists for benchmarks and conformance runs only (trading A3). */
  readonly defaultStpMode: StpMode;
  /** Dormant orders of one user; 20 when not given. */
  readonly maxConditional?: number;
  /** Icebergs of one user; 5 when not given. */
  readonly maxIceberg?: number;
  /** Everyone pays the market's own rates, whatever their tier (trading A5.7). */
  readonly hasFeeException?: boolean;
}

export type SpotCommand =
  | { readonly kind: 'CreateAsset'; readonly asset: string; readonly scale: number }
  | {
      readonly kind: 'CreateMarket';
      readonly symbol: string;
      readonly base: string;
      readonly quote: string;
      readonly parameters: MarketParameters;
    }
  | { readonly kind: 'SetMarketStatus'; readonly symbol: string; readonly status: MarketStatus }
  /** Lets the core's time go on: markets open, old keys and ended orders are forgotten. */
  | { readonly kind: 'Clock' }
  /** A deposit: from EXTERNAL to the user's SPOT wallet. */
  | {
      readonly kind: 'Deposit';
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
      readonly idempotency: Idempotency;
    }
  /** A transfer between two wallets of one user. */
  | {
      readonly kind: 'Transfer';
      readonly uid: number;
      readonly asset: string;
      readonly from: Wallet;
      readonly to: Wallet;
      readonly amount: Amount;
      readonly idempotency: Idempotency | null;
      /** The user accepts that a transfer out of FUTURES voids active bonus (trading E5). */
      readonly confirmForfeit?: boolean;
    }
  | PlaceOrder
  | PlaceOco
  | AmendOrder
  | CancelOrder
  | SetFeeTier
  | SetTradeGroup
  | ChangeMarket
  | { readonly kind: 'CancelAllOrders'; readonly uid: number; /** Empty = every market. */ readonly symbol: string };

export interface PlaceOrder {
  readonly kind: 'PlaceOrder';
  readonly uid: number;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  /** Limit price; 0 for an order that trades as a market order. */
  readonly price: Price;
  /** Base units; 0 when quoteAmount is given. */
  readonly quantity: Amount;
  /** Quote units; only for market orders; 0 when quantity is given. */
  readonly quoteAmount: Amount;
  /** A smaller maxSlippage than the market's, or 0 for the market's own. */
  readonly maxSlippage: Rate;
  /** Self-trade prevention; empty: the market's default. */
  readonly stpMode: StpMode | '';
  /** Empty if the client chose none; unique among the user's live orders of the market. */
  readonly clientOrderId: string;
  readonly idempotency: Idempotency | null;
  /** Trigger price of a stop or take-profit order, compared with the last price. */
  readonly stopPrice?: Price;
  /** Callback of a trailing stop in basis points, 10 to 2,000. */
  readonly deltaBips?: number;
  /** Activation price of a trailing stop: it follows the price from the first print at or beyond this one. */
  readonly activationPrice?: Price;
  /** Makes a resting limit order an iceberg: the largest quantity that is visible at a time. */
  readonly displayQuantity?: Amount;
}

/**
 * Two orders of which one cancels the other (trading A1.4). The first leg is a post-only limit order at `price`, or, with
 * `takeProfitPrice`, a take-profit order; the second is a stop order. A leg with a trigger and no price of its own trades
 * as a market order.
 */
export interface PlaceOco {
  readonly kind: 'PlaceOco';
  readonly uid: number;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: Amount;
  readonly price: Price;
  /** Trigger price of the first leg; 0: it rests in the book at once. */
  readonly takeProfitPrice: Price;
  readonly stopPrice: Price;
  /** Limit price of the stop leg; 0: it trades as a market order. */
  readonly stopLimitPrice: Price;
  readonly stpMode: StpMode | '';
  readonly clientOrderId: string;
  readonly stopClientOrderId: string;
  readonly idempotency: Idempotency | null;
}

/** A user's own fee rates (trading A5.7). A rate never exceeds the market's. */
export interface FeeRates {
  readonly spotMaker: Rate;
  readonly spotTaker: Rate;
  readonly futuresMaker: Rate;
  readonly futuresTaker: Rate;
}

export interface SetFeeTier {
  readonly kind: 'SetFeeTier';
  readonly uid: number;
  /** A version at or below the last one changes nothing. Commands in journals of formats 1 and 2 have no version and always apply. */
  readonly version?: number;
  /** The user's own rates; null: the market's. */
  readonly own: FeeRates | null;
  /** Trial rates, in force for commands stamped before `trialEndMs`. */
  readonly trial: FeeRates | null;
  /** When the trial rates end; 0 without a trial. */
  readonly trialEndMs: number;
}

/** Changes the parameters of a market; tick and step stay (trading A4). */
export interface ChangeMarket {
  readonly kind: 'ChangeMarket';
  readonly symbol: string;
  /** Version of the new parameters, above the present one. */
  readonly version: number;
  readonly parameters: MarketParameters;
}

/** Users of one trade group do not trade with each other, as if they were one (trading A3). */
export interface SetTradeGroup {
  readonly kind: 'SetTradeGroup';
  readonly uid: number;
  /** 0: the user leaves the group. */
  readonly tradeGroupId: number;
}

/** Names the order by its id, or, when orderId is 0, by clientOrderId. */
export interface OrderName {
  readonly orderId: number;
  readonly clientOrderId: string;
}

export interface AmendOrder extends OrderName {
  readonly kind: 'AmendOrder';
  readonly uid: number;
  readonly symbol: string;
  /** New price, or 0 to keep it. */
  readonly price: Price;
  /** New total quantity, or 0 to keep it. */
  readonly quantity: Amount;
  readonly idempotency: Idempotency | null;
  /** New values, or 0 to keep them: the triggers of a dormant order, the slice of an iceberg. */
  readonly stopPrice?: Price;
  readonly deltaBips?: number;
  readonly activationPrice?: Price;
  readonly displayQuantity?: Amount;
}

export interface CancelOrder extends OrderName {
  readonly kind: 'CancelOrder';
  readonly uid: number;
  readonly symbol: string;
}

export type CommandBody = SpotCommand | PerpCommand | ProductCommand;
export type Command = CommandHeader & CommandBody;
export type CommandKind = CommandBody['kind'];

/** Every kind of the perpetuals' commands, with the same keys as the union: the compiler misses none. */
const PERP: Readonly<Record<PerpCommandKind, true>> = {
  CreateContract: true,
  SetContractStatus: true,
  TickMark: true,
  SettleFunding: true,
  PlacePerpOrder: true,
  PlaceStopOrder: true,
  SetPositionExits: true,
  AmendPerpOrder: true,
  AmendStopOrder: true,
  CancelPerpOrder: true,
  CancelStopOrder: true,
  CancelAllPerpOrders: true,
  SetPositionMode: true,
  SetMarginMode: true,
  SetLeverage: true,
  MoveMargin: true,
  SetAutoAddMargin: true,
  RestrictMarginAccount: true,
  OpenVoucherPosition: true,
  ChangeContract: true,
};
const HOUSE: Readonly<Record<ProductCommandKind, true>> = {
  ContributeCapital: true,
  FundPool: true,
  SetPoolFloor: true,
  PayRebate: true,
  GrantFeeVoucher: true,
  CancelFeeVoucher: true,
  AttachCover: true,
  PayCover: true,
  EndCover: true,
  PayPrize: true,
  ClawBackPrize: true,
  GrantBonus: true,
  RevokeBonus: true,
  RequestWithdrawal: true,
  SendWithdrawal: true,
  RefundWithdrawal: true,
  OpenP2pAd: true,
  ChangeP2pAd: true,
  CloseP2pAd: true,
  OpenP2pOrder: true,
  ReleaseP2pOrder: true,
  RefundP2pOrder: true,
  SubscribeEarn: true,
  RedeemEarn: true,
  PayEarnInterest: true,
  SubscribeDual: true,
  SettleDual: true,
  AccrueCopyShare: true,
  PayCopyShare: true,
  PostCorrection: true,
  WithholdProfit: true,
  ConvertDust: true,
};

/** Sets, because every command is asked. */
const PERP_KINDS: ReadonlySet<string> = new Set(Object.keys(PERP));
const HOUSE_KINDS: ReadonlySet<string> = new Set(Object.keys(HOUSE));

export function isPerp(command: Command): command is CommandHeader & PerpCommand {
  return PERP_KINDS.has(command.kind);
}

export function isProductCommand<C extends { readonly kind: string }>(command: C): command is C & ProductCommand {
  return HOUSE_KINDS.has(command.kind);
}
