/** What the perpetuals say. Values are absolute, as in ../events.ts; units as in commands.ts. */
import type {
  ContractStatus,
  MarginMode,
  OrderChangedCause,
  OrderOrigin,
  OrderStatus,
  PerpEndReason,
  PerpOrderType,
  PositionMode,
  PositionSide,
  Side,
  StopGroup,
  StopOrderType,
  StopStatus,
  StpMode,
  TimeInForce,
  TriggerSource,
} from './words.ts';
import type { Amount, Price } from '../fixed.ts';
import type { ContractParameters, MarginWallet } from './perp-commands.ts';
import type { Misfit } from './parameter-changes.ts';
import type { RejectCode } from './rejects.ts';

/** Why it ended without an order; a refusal code when its order was refused; POSITION_CLOSED: an exit whose position was closed. */
export type StopReason = PerpEndReason | RejectCode | 'POSITION_CLOSED';

export interface PerpOrderView {
  readonly orderId: number;
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: PerpOrderType;
  readonly timeInForce: TimeInForce;
  readonly price: Price;
  readonly quantity: Amount;
  readonly filledQuantity: Amount;
  readonly filledAmount: Amount;
  readonly reduceOnly: boolean;
  readonly origin: OrderOrigin;
  readonly stpMode: StpMode;
  readonly clientOrderId: string;
  readonly status: OrderStatus;
  readonly reason: PerpEndReason;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly amendCount: number;
}

export interface StopOrderView {
  readonly stopOrderId: number;
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: StopOrderType;
  readonly source: TriggerSource;
  readonly triggerPrice: Price;
  readonly price: Price;
  readonly timeInForce: TimeInForce;
  readonly quantity: Amount;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  readonly callbackRate: number;
  readonly activationPrice: Price;
  readonly priceProtect: boolean;
  readonly clientOrderId: string;
  readonly group: StopGroup;
  readonly parentOrderId: number;
  readonly pairId: number;
  readonly status: StopStatus;
  readonly reason: StopReason;
  /** The order that it became; 0 before. */
  readonly orderId: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface PositionView {
  readonly positionId: number;
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly direction: 'LONG' | 'SHORT';
  readonly marginMode: MarginMode;
  readonly leverage: number;
  /** 0: closed. */
  readonly quantity: Amount;
  /** Exact sum of price × quantity of the open part. */
  readonly cost: bigint;
  /** Isolated margin; 0 with cross margin. */
  readonly margin: bigint;
  readonly autoAdd: boolean;
  /** Sums since it was opened: realised gains and losses, fees paid, funding received less paid. */
  readonly realised: bigint;
  readonly fees: bigint;
  readonly funding: bigint;
  /** The price at which it would be liquidated, all else unchanged; 0 if there is none (trading B11). For display. */
  readonly liquidationPrice: bigint;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
}

export interface ContractView {
  /** Of the parameters. */
  readonly version: number;
  readonly symbol: string;
  readonly base: string;
  readonly settle: string;
  readonly status: ContractStatus;
  readonly parameters: ContractParameters;
  readonly lastPrice: Price;
  readonly markPrice: Price;
  readonly indexPrice: Price;
  /** The rate of the last settlement. */
  readonly lastFundingRate: number;
  /** What it would be if the interval ended now. */
  readonly fundingRate: number;
  readonly nextFundingMs: number;
  readonly openInterest: bigint;
  readonly updateId: number;
  readonly lastTradeId: number;
}

export interface PerpTradeView {
  readonly tradeId: number;
  readonly symbol: string;
  readonly price: Price;
  readonly quantity: Amount;
  readonly amount: bigint;
  readonly takerSide: Side;
  /** 0 for the engine that sells what it took over. */
  readonly makerOrderId: number;
  readonly takerOrderId: number;
  readonly makerUid: number;
  readonly takerUid: number;
  readonly makerWallet: MarginWallet;
  readonly takerWallet: MarginWallet;
  readonly makerFee: bigint;
  readonly takerFee: bigint;
  /** Gain or loss of the part that the trade closed, for each side. */
  readonly makerRealised: bigint;
  readonly takerRealised: bigint;
  /** The taker is a liquidation, or the engine selling a position that it took over. */
  readonly isLiquidation: boolean;
  readonly timeMs: number;
}

export interface CapitalView {
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly asset: string;
  /** W: the wallet without isolated margin. */
  readonly balance: bigint;
  readonly bonus: bigint;
  readonly crossUnrealised: bigint;
  readonly isolatedUnrealised: bigint;
  /** Initial margin of cross positions and orders. */
  readonly crossMargin: bigint;
  /** Margin that isolated positions hold. */
  readonly isolatedMargin: bigint;
  /** What orders keep back: margin of isolated orders, opening losses, fees. */
  readonly frozen: bigint;
  readonly maintenanceMargin: bigint;
  readonly available: bigint;
  readonly transferable: bigint;
  readonly mode: PositionMode;
  readonly closeOnly: boolean;
}

/** A step of a liquidation, with everything that it was computed from (trading B13): a receipt. */
export interface LiquidationReceipt {
  readonly uid: number;
  readonly wallet: MarginWallet;
  /** Empty for the cross scope as a whole. */
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly marginMode: MarginMode;
  readonly step: 'STARTED' | 'AUTO_ADD' | 'HEDGE_CLOSED' | 'REDUCED' | 'CLOSED' | 'TAKEN_OVER' | 'RECOVERED';
  readonly markPrice: bigint;
  /** Of the scope, before the step. */
  readonly equity: bigint;
  readonly maintenanceMargin: bigint;
  /** The quantity that the step closed or took over; 0 if none. */
  readonly quantity: bigint;
  /** Value of that quantity at the bankruptcy price, and of what was traded. */
  readonly bankruptcyValue: bigint;
  readonly tradedValue: bigint;
  readonly fee: bigint;
  readonly fundBefore: bigint;
  readonly fundAfter: bigint;
}

/** One holder closed against what the engine took over (trading B14). */
export interface AdlReceipt {
  readonly symbol: string;
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly positionSide: PositionSide;
  /** 1 = first in the ranking. */
  readonly rank: number;
  readonly score: bigint;
  readonly quantity: bigint;
  /** At which it was closed: the taken-over position's own cost, pro rata. */
  readonly value: bigint;
  readonly realised: bigint;
  readonly markPrice: bigint;
  readonly stockQuantity: bigint;
  readonly stockCost: bigint;
  readonly fund: bigint;
}

interface Numbered {
  readonly userSeq: number;
}

export type PerpEvent =
  | ({ readonly kind: 'ContractChanged' } & ContractView)
  /** Other parameters are in force: the open orders and conditional orders that they would refuse (trading B1). */
  | {
      readonly kind: 'ContractParametersChanged';
      readonly symbol: string;
      readonly version: number;
      readonly misfits: readonly Misfit[];
    }
  | {
      readonly kind: 'MarkPriceChanged';
      readonly symbol: string;
      readonly markPrice: Price;
      readonly indexPrice: Price;
      readonly lastPrice: Price;
      readonly fundingRate: number;
      readonly nextFundingMs: number;
      /** When the sources last gave an index: it is held while they do not. */
      readonly indexTimeMs: number;
      readonly openInterest: bigint;
    }
  | ({ readonly kind: 'PerpOrderChanged'; readonly cause: OrderChangedCause } & Numbered & PerpOrderView)
  | ({ readonly kind: 'StopOrderChanged' } & Numbered & StopOrderView)
  | ({ readonly kind: 'PerpTraded' } & PerpTradeView)
  | ({ readonly kind: 'PositionChanged' } & Numbered & PositionView)
  /** A position, or a part of it, was closed without a trade: settled, long against short, deleveraged, taken over. */
  | ({
      readonly kind: 'ClosedAtValue';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly symbol: string;
      readonly positionSide: PositionSide;
      readonly quantity: bigint;
      readonly value: bigint;
      readonly realised: bigint;
    } & Numbered)
  /** A wallet below zero without a cross position was made good by the insurance fund, and the house (trading C4.17). */
  | ({
      readonly kind: 'DebtCovered';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly fromFund: bigint;
      readonly fromHouse: bigint;
    } & Numbered)
  /** A voucher's position is closed: the pool has the rest of its face back, its user what it won (trading E6). */
  | ({
      readonly kind: 'VoucherSettled';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly toPool: bigint;
      readonly toUser: bigint;
    } & Numbered)
  | {
      readonly kind: 'PerpDepthChanged';
      readonly symbol: string;
      readonly updateId: number;
      readonly side: Side;
      readonly price: Price;
      readonly quantity: Amount;
    }
  | {
      readonly kind: 'FundingSettled';
      readonly symbol: string;
      readonly rate: number;
      readonly markPrice: Price;
      readonly paid: bigint;
      readonly received: bigint;
      readonly nextFundingMs: number;
    }
  | ({
      readonly kind: 'FundingPaid';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly symbol: string;
      readonly positionSide: PositionSide;
      readonly quantity: bigint;
      readonly rate: number;
      readonly markPrice: Price;
      /** Negative: paid. */
      readonly amount: bigint;
    } & Numbered)
  /** The parts of the fee of the contract's newest trade that a voucher and bonus paid. */
  | ({
      readonly kind: 'FeeCovered';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly symbol: string;
      readonly tradeId: number;
      readonly voucher: bigint;
      readonly bonus: bigint;
    } & Numbered)
  | ({ readonly kind: 'Liquidated' } & Numbered & LiquidationReceipt)
  | ({ readonly kind: 'Deleveraged' } & Numbered & AdlReceipt)
  /** The engine's stock of a contract and the fund, after they changed. */
  | {
      readonly kind: 'InsuranceChanged';
      readonly symbol: string;
      readonly direction: 'LONG' | 'SHORT' | '';
      readonly quantity: bigint;
      readonly cost: bigint;
      readonly fund: bigint;
      /** The amount that the house paid because the fund could not; normally 0. */
      readonly coveredByHouse: bigint;
    }
  | ({
      readonly kind: 'PreferenceChanged';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly mode: PositionMode;
      readonly closeOnly: boolean;
      /** Empty when the mode of positions or the restriction changed. */
      readonly symbol: string;
      readonly marginMode: MarginMode;
      readonly longLeverage: number;
      readonly shortLeverage: number;
    } & Numbered);
