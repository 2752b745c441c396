/**
 * Everything the trading machine says, as a closed union. Events carry absolute values (a balance, not a change of
 * it), so that a reader who applies one twice is still right. Units as in commands.ts.
 * Order inside one command: trading B20.
 */
import type { MarketParameters, SetFeeTier } from './commands.ts';
import type { Amount, Price } from '../fixed.ts';
import type { ProductEvent } from './product-events.ts';
import type { Misfit } from './parameter-changes.ts';
import type { PerpEvent, PerpOrderView, StopOrderView } from './perp-events.ts';
import type { RejectCode } from './rejects.ts';
import type {
  EndReason,
  MarketStatus,
  OrderChangedCause,
  OrderStatus,
  OrderType,
  Side,
  StpMode,
  TimeInForce,
  UserWallet,
} from './words.ts';

export type { EndReason, OrderChangedCause, OrderStatus, PerpEndReason } from './words.ts';

/** An order with all its fields. */
export interface OrderView {
  readonly orderId: number;
  readonly uid: number;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly price: Price;
  readonly quantity: Amount;
  readonly quoteAmount: Amount;
  readonly filledQuantity: Amount;
  readonly filledAmount: Amount;
  readonly preventedQuantity: Amount;
  readonly stpMode: StpMode;
  readonly clientOrderId: string;
  readonly status: OrderStatus;
  readonly reason: EndReason;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly amendCount: number;
  /** Trigger price of a stop or take-profit order; otherwise 0. */
  readonly stopPrice: Price;
  /** Callback of a trailing stop in basis points; otherwise 0. */
  readonly deltaBips: number;
  /** The price at which a trailing stop begins to follow; 0 for other orders and without one. */
  readonly activationPrice: Price;
  /** Largest visible quantity of an iceberg; otherwise 0. */
  readonly displayQuantity: Amount;
  /** Id of an OCO, which both legs have: the first leg's order id; otherwise 0. */
  readonly ocoId: number;
}

export interface BalanceView {
  readonly uid: number;
  readonly wallet: UserWallet;
  readonly asset: string;
  readonly available: bigint;
  readonly locked: bigint;
}

/** One of a user's accounts with a name: a bonus grant, an escrow, a copy relation … (trading C1). */
export interface AccountView {
  readonly uid: number;
  readonly account: string;
  readonly asset: string;
  readonly balance: bigint;
  /** The profit share that a COPY wallet holds for the lead trader (HOLD); 0 for other wallets. */
  readonly held: bigint;
}

export interface AssetView {
  readonly asset: string;
  readonly scale: number;
}

export interface MarketView {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly status: MarketStatus;
  /** Version of the market's parameters. */
  readonly version: number;
  readonly parameters: MarketParameters;
  readonly lastPrice: Price;
  readonly updateId: number;
  readonly lastTradeId: number;
}

/** One print: a maker and a taker, one price. Every market counts its own trade ids from 1. */
export interface TradeView {
  readonly tradeId: number;
  readonly symbol: string;
  readonly price: Price;
  readonly quantity: Amount;
  readonly amount: Amount;
  readonly takerSide: Side;
  readonly makerOrderId: number;
  readonly takerOrderId: number;
  readonly makerUid: number;
  readonly takerUid: number;
  /** Fees, in the asset each side receives, or in quote in QUOTE mode; a negative maker fee is a rebate. */
  readonly makerFee: Amount;
  readonly takerFee: Amount;
  readonly makerFeeAsset: string;
  readonly takerFeeAsset: string;
  /** At which each fee was charged, 10^-8. */
  readonly makerRate: number;
  readonly takerRate: number;
  /** In QUOTE mode: what the order's fees before this one left, in 10^-8 of a unit; absent where each fill is charged by itself. */
  readonly makerFeeRest?: number;
  readonly takerFeeRest?: number;
  /** The part of the fee that a fee voucher paid, in quote; absent without one (trading A5.8). */
  readonly makerVoucher?: Amount;
  readonly takerVoucher?: Amount;
  readonly timeMs: number;
}

export type FundsMovedKind = 'DEPOSIT' | 'TRANSFER';

export type EventBody =
  | ({ readonly kind: 'AssetCreated' } & AssetView)
  | ({ readonly kind: 'MarketChanged' } & MarketView)
  /** A market's parameters changed; `misfits` are the open orders that they would refuse (trading A4). */
  | {
      readonly kind: 'MarketParametersChanged';
      readonly symbol: string;
      readonly version: number;
      readonly misfits: readonly Misfit[];
    }
  /** An order was accepted, changed or ended (`cause`); its fields are those after the change. */
  | ({ readonly kind: 'OrderChanged'; readonly cause: OrderChangedCause; readonly userSeq: number } & OrderView)
  | ({ readonly kind: 'Traded' } & TradeView)
  | ({ readonly kind: 'BalanceChanged'; readonly userSeq: number } & BalanceView)
  | ({ readonly kind: 'AccountChanged'; readonly userSeq: number } & AccountView)
  | ({ readonly kind: 'FeeTierChanged'; readonly uid: number; readonly userSeq: number } & Omit<
      SetFeeTier,
      'kind' | 'version'
    >)
  /** A deposit or a wallet transfer, for the user's history. */
  | {
      readonly kind: 'FundsMoved';
      readonly transferId: number;
      readonly transferKind: FundsMovedKind;
      readonly uid: number;
      readonly asset: string;
      readonly amount: Amount;
      readonly from: string;
      readonly to: string;
      readonly userSeq: number;
    }
  /** Absolute visible quantity left at a price; 0 = the level is gone. updateId counts +1 per change. */
  | {
      readonly kind: 'DepthChanged';
      readonly symbol: string;
      readonly updateId: number;
      readonly side: Side;
      readonly price: Price;
      readonly quantity: Amount;
    }
  | PerpEvent
  | ProductEvent;

/** `seq` is the command's, `index` counts from 0 inside it. */
export type CoreEvent = EventBody & { readonly seq: number; readonly index: number; readonly timeMs: number };
export type EventKind = EventBody['kind'];

/**
 * The answer to one command. `repeated` = the key was seen before and this is its first answer again
 * (only the fields below; no event is emitted for a repeat).
 */
export type Outcome =
  | { readonly ok: true; readonly seq: number; readonly repeated: boolean; readonly result: CommandResult }
  | { readonly ok: false; readonly seq: number; readonly repeated: boolean; readonly code: RejectCode };

export type CommandResult =
  | { readonly kind: 'Done' }
  /** ChangeMarket, ChangeContract. */
  | { readonly kind: 'Misfits'; readonly misfits: readonly Misfit[] }
  /** PlaceOrder, AmendOrder, CancelOrder: the order as the command left it, before any other that its trades woke. */
  | { readonly kind: 'Order'; readonly order: OrderView }
  /** CancelAllOrders: all that ended; PlaceOco: both legs. */
  | { readonly kind: 'Orders'; readonly orders: readonly OrderView[] }
  | { readonly kind: 'Transfer'; readonly transferId: number }
  /** Commands to the house's accounts: the amount that was moved. */
  | { readonly kind: 'Moved'; readonly amount: Amount }
  /** PlacePerpOrder, AmendPerpOrder, CancelPerpOrder. */
  | { readonly kind: 'PerpOrder'; readonly order: PerpOrderView }
  /** PlaceStopOrder, AmendStopOrder, CancelStopOrder; the exits that SetPositionExits made. */
  | { readonly kind: 'StopOrders'; readonly orders: readonly StopOrderView[] }
  /** CancelAllPerpOrders. */
  | {
      readonly kind: 'PerpOrders';
      readonly orders: readonly PerpOrderView[];
      readonly stopOrders: readonly StopOrderView[];
    };
