/** Events and views of the perpetuals. Values are absolute, as in events.ts; units as in commands.ts. */
import type {
  ContractStatus,
  DirectionName,
  LiquidationStep,
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

/**
 * Why a conditional order ended without placing an order; a refusal code if its order was refused; POSITION_CLOSED: the exit's position
 * was closed.
 */
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
  /** Id of the order that it placed; 0 before it fired. */
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
  readonly direction: DirectionName;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  /** 0: the position is closed. */
  readonly quantity: Amount;
  /** Exact sum of price × quantity of the open part. */
  readonly cost: bigint;
  /** Margin of an isolated position; 0 with cross margin. */
  readonly margin: bigint;
  readonly autoAdd: boolean;
  /** Sums since it was opened: realised gains and losses, fees paid, funding received less paid. */
  readonly realised: bigint;
  readonly fees: bigint;
  readonly funding: bigint;
  /** The price at which the position would be liquidated if nothing else changed; 0 if there is none (trading B11). For display only. */
  readonly liquidationPrice: bigint;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
}

export interface ContractView {
  /** Version of the parameters. */
  readonly version: number;
  readonly symbol: string;
  readonly base: string;
  readonly settle: string;
  readonly status: ContractStatus;
  readonly parameters: ContractParameters;
  readonly lastPrice: Price;
  readonly markPrice: Price;
  readonly indexPrice: Price;
  /** Funding rate of the last settlement. */
  readonly lastFundingRate: number;
  /** Funding rate if the interval ended now. */
  readonly fundingRate: number;
  readonly nextFundingMs: number;
  readonly openInterest: bigint;
  readonly updateId: number;
  readonly lastTradeId: number;
}

/** What one side of a trade was computed from, beside the trade itself (trading A5.3, B4, B13). */
export interface PerpFillTerms {
  /** The rate of the fee, 10^-8: the user's, or a liquidation's. */
  readonly feeRate: number;
  /** What the fees of the order's fills before this one left, in 10^-8 of a unit. */
  readonly feeRest: number;
  /** What a liquidation had left to pay its fee from; null for other orders, which pay their whole fee. */
  readonly feeLimit: bigint | null;
  /** The position that the order trades for, as it was before; null where there was none. */
  readonly before: { readonly direction: DirectionName; readonly quantity: bigint; readonly cost: bigint } | null;
}

export interface PerpTradeView {
  readonly tradeId: number;
  readonly symbol: string;
  readonly price: Price;
  readonly quantity: Amount;
  readonly amount: bigint;
  readonly takerSide: Side;
  /** 0 if the maker is the liquidation engine, which sells takeover inventory. */
  readonly makerOrderId: number;
  readonly takerOrderId: number;
  readonly makerUid: number;
  readonly takerUid: number;
  readonly makerWallet: MarginWallet;
  readonly takerWallet: MarginWallet;
  readonly makerFee: bigint;
  readonly takerFee: bigint;
  /** Realized result of each side. */
  readonly makerRealised: bigint;
  readonly takerRealised: bigint;
  readonly makerTerms: PerpFillTerms;
  /** Null for the liquidation engine, which sells takeover inventory. */
  readonly takerTerms: PerpFillTerms | null;
  /** Is the taker a liquidation, or the liquidation engine selling takeover inventory? */
  readonly isLiquidation: boolean;
  readonly timeMs: number;
}

/** What is free of a bonus grant, and which orders it may back (trading E2). */
export interface BonusView {
  readonly free: bigint;
  /** 0: no limit. */
  readonly maxLeverage: number;
  /** Empty: every contract. */
  readonly symbols: readonly string[];
}

export interface CapitalView {
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly asset: string;
  /** Balance of the wallet without isolated margin: W of the rules. */
  readonly balance: bigint;
  readonly bonus: bigint;
  /** Of which grants; those of which nothing is free are left out. */
  readonly bonuses: readonly BonusView[];
  readonly crossUnrealised: bigint;
  readonly isolatedUnrealised: bigint;
  /** Initial margin of cross positions and orders. */
  readonly crossMargin: bigint;
  /** Margin of isolated positions. */
  readonly isolatedMargin: bigint;
  /** Reserved for orders: margin of isolated orders, opening losses, fees. */
  readonly frozen: bigint;
  readonly maintenanceMargin: bigint;
  readonly available: bigint;
  readonly transferable: bigint;
  readonly mode: PositionMode;
  readonly closeOnly: boolean;
}

/** One position of a liquidated scope, as it was before the step. */
export interface ScopePart {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly direction: DirectionName;
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly markPrice: bigint;
  /** Of its risk tier: maintenance rate, 10^-8, and what is taken off. */
  readonly tierRate: bigint;
  readonly tierDeduction: bigint;
}

/** A step of a liquidation, with everything that it was computed from (trading B13): a receipt. */
export interface LiquidationReceipt {
  readonly uid: number;
  readonly wallet: MarginWallet;
  /** The contract; empty for the cross scope as a whole. */
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly marginMode: MarginMode;
  readonly step: LiquidationStep;
  readonly markPrice: bigint;
  /** Equity and maintenance margin of the scope before the step. */
  readonly equity: bigint;
  readonly maintenanceMargin: bigint;
  /** What equity and maintenance margin come from: isolated margin, or the wallet with bonus, and the positions. */
  readonly scopeBalance: bigint;
  readonly scope: readonly ScopePart[];
  /** Quantity that the step closed or took over; may be 0. */
  readonly quantity: bigint;
  /** Value of that quantity at the bankruptcy price, and at the prices it was traded for. */
  readonly bankruptcyValue: bigint;
  readonly tradedValue: bigint;
  readonly fee: bigint;
  readonly fundBefore: bigint;
  readonly fundAfter: bigint;
}

/** One position that was deleveraged: closed against takeover inventory (trading B14). */
export interface AdlReceipt {
  readonly symbol: string;
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly positionSide: PositionSide;
  /** Place in the ranking, from 1. */
  readonly rank: number;
  readonly score: bigint;
  readonly quantity: bigint;
  /** Value at which it was closed: the cost of the takeover inventory, pro rata. */
  readonly value: bigint;
  readonly realised: bigint;
  readonly markPrice: bigint;
  /** The position before, and the margin by which its leverage was ranked. */
  readonly direction: DirectionName;
  readonly positionQuantity: bigint;
  readonly positionCost: bigint;
  readonly margin: bigint;
  readonly inventoryQuantity: bigint;
  readonly inventoryCost: bigint;
  readonly fund: bigint;
}

interface Numbered {
  readonly userSeq: number;
}

export type PerpEvent =
  | ({ readonly kind: 'ContractChanged' } & ContractView)
  /** A contract's parameters changed; `misfits` are the open and conditional orders that they would refuse (trading B1). */
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
      /** When the sources last gave an index; without new prices it keeps its value. */
      readonly indexTimeMs: number;
      readonly openInterest: bigint;
    }
  | ({ readonly kind: 'PerpOrderChanged'; readonly cause: OrderChangedCause } & Numbered & PerpOrderView)
  | ({ readonly kind: 'StopOrderChanged' } & Numbered & StopOrderView)
  | ({ readonly kind: 'PerpTraded' } & PerpTradeView)
  | ({ readonly kind: 'PositionChanged' } & Numbered & PositionView)
  /** A position was closed, in part or whole, without a trade: by settlement, long against short, deleveraging or takeover. */
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
  /**
   * A negative wallet without cross positions was set to zero; the insurance fund paid, and the house what the fund lacked (trading
   * C4.17).
   */
  | ({
      readonly kind: 'DebtCovered';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly fromFund: bigint;
      readonly fromHouse: bigint;
    } & Numbered)
  /** A voucher's position was closed: the pool got back what was left of the voucher, the user got the profit (trading E6). */
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
      readonly direction: DirectionName;
      /** What the position owes (negative) or is owed. */
      readonly due: bigint;
      /** Negative: paid, which is less than was due where no more was there to pay from. */
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
  /** The takeover inventory of a contract and the insurance fund, after they changed. */
  | {
      readonly kind: 'InsuranceChanged';
      readonly symbol: string;
      readonly direction: DirectionName | '';
      readonly quantity: bigint;
      readonly cost: bigint;
      readonly fund: bigint;
      /** What the house paid because the fund was empty; normally 0. */
      readonly coveredByHouse: bigint;
    }
  | ({
      readonly kind: 'PreferenceChanged';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly mode: PositionMode;
      readonly closeOnly: boolean;
      /** The contract; empty when the position mode or the restriction of the account changed. */
      readonly symbol: string;
      readonly marginMode: MarginMode;
      readonly longLeverage: number;
      readonly shortLeverage: number;
    } & Numbered);
