/**
 * What can be asked of the perpetuals' part of the trading machine (trading B). Units as in commands.ts, but
 * quantities are 10^-8 of the base, whatever scale an asset of that name has, and the settlement asset has scale 8.
 */
import type {
  ContractStatus,
  Idempotency,
  MarginMode,
  PerpOrderType,
  PerpStpMode,
  PositionMode,
  PositionSide,
  Side,
  StopOrderType,
  StpMode,
  TimeInForce,
  TriggerSource,
} from './words.ts';
import type { Amount, Price, Rate } from '../fixed.ts';

/** A wallet with positions of its own: FUTURES, ELITE, or COPY:followId (trading C1). */
export type MarginWallet = string;

/** A step of the risk ladder (trading B2). */
export interface TierRule {
  /** Largest notional of the tier, settlement units. */
  readonly cap: Amount;
  readonly maxLeverage: number;
  /** Maintenance margin rate. */
  readonly rate: Rate;
}

/** A contract's parameters (trading B1). 0 switches a limit off. Amounts are in settlement units. */
export interface ContractParameters {
  readonly tickSize: Price;
  readonly stepSize: Amount;
  readonly minQuantity: Amount;
  readonly minNotional: Amount;
  readonly maxLimitQuantity: Amount;
  readonly maxMarketQuantity: Amount;
  readonly tiers: readonly TierRule[];
  readonly leverageMin: number;
  readonly leverageMax: number;
  readonly leverageDefault: number;
  readonly makerFeeRate: Rate;
  readonly takerFeeRate: Rate;
  readonly liquidationFeeRate: Rate;
  readonly fundingIntervalHours: number;
  /** Interest part of the funding rate, for 8 hours. */
  readonly interestRate: Rate;
  /** Largest funding rate; 0: three quarters of the first tier's maintenance rate. */
  readonly fundingCap: Rate;
  /** Notional for which the impact prices of funding are computed from the book. */
  readonly impactNotional: Amount;
  readonly priceProtectScope: Rate;
  readonly minBuyPriceOffset: Rate;
  readonly maxSellPriceOffset: Rate;
  readonly openInterestCap: Amount;
  readonly maxOpenOrders: number;
  readonly maxStopOrders: number;
  readonly maxAmends: number;
  readonly defaultStpMode: PerpStpMode;
  /** Everyone pays the contract's own rates, whatever their tier (trading A5.7). */
  readonly hasFeeException: boolean;
}

/** A price of one index source, as it was when the command was stamped. */
export interface IndexSource {
  readonly price: Price;
  readonly weight: number;
  /** Time of the price; a price older than 10 s does not count (trading B8). */
  readonly timeMs: number;
}

/** An exit that belongs to an order or a position (trading B15). */
export interface ExitTerms {
  readonly triggerPrice: Price;
  readonly source: TriggerSource;
  /** Limit price of the exit; 0: a market order. */
  readonly price: Price;
}

/** Whose order or position it is. */
export interface PerpOwner {
  readonly uid: number;
  readonly wallet: MarginWallet;
  readonly symbol: string;
}

export interface PlacePerpOrder extends PerpOwner {
  readonly kind: 'PlacePerpOrder';
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: PerpOrderType;
  readonly timeInForce: TimeInForce;
  /** Limit price; 0 for a market order. */
  readonly price: Price;
  /** 0 with `closePosition`. */
  readonly quantity: Amount;
  readonly reduceOnly: boolean;
  /** Closes the whole position by a market order. */
  readonly closePosition: boolean;
  /** Self-trade prevention; empty: the contract's default. */
  readonly stpMode: StpMode | '';
  readonly clientOrderId: string;
  /** Exits, which begin to wait when the order fills. */
  readonly takeProfit: ExitTerms | null;
  readonly stopLoss: ExitTerms | null;
  readonly idempotency: Idempotency | null;
}

export interface PlaceStopOrder extends PerpOwner {
  readonly kind: 'PlaceStopOrder';
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: StopOrderType;
  readonly source: TriggerSource;
  /** 0 for a trailing stop. */
  readonly triggerPrice: Price;
  /** Limit price of the order that it places; 0: a market order. */
  readonly price: Price;
  readonly timeInForce: TimeInForce;
  readonly quantity: Amount;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  /** Callback of a trailing stop, 0.1 % to 10 %. */
  readonly callbackRate: Rate;
  /** Activation price of a trailing stop; 0: it follows at once. */
  readonly activationPrice: Price;
  /** The order does not fire while mark and last price are too far apart. */
  readonly priceProtect: boolean;
  readonly clientOrderId: string;
  readonly idempotency: Idempotency | null;
}

export interface SetPositionExits extends PerpOwner {
  readonly kind: 'SetPositionExits';
  readonly positionSide: PositionSide;
  /** 0: FULL exits, which close the whole position and replace earlier FULL ones; else PARTIAL exits for this quantity. */
  readonly quantity: Amount;
  /** The exits; both null with quantity 0 removes the FULL exits. */
  readonly takeProfit: ExitTerms | null;
  readonly stopLoss: ExitTerms | null;
  readonly idempotency: Idempotency | null;
}

export interface PerpOrderName extends PerpOwner {
  /** 0: the order is named by clientOrderId. */
  readonly orderId: number;
  readonly clientOrderId: string;
}

export interface AmendPerpOrder extends PerpOrderName {
  readonly kind: 'AmendPerpOrder';
  /** New price, or 0 to keep it. */
  readonly price: Price;
  /** New total quantity, or 0 to keep it. */
  readonly quantity: Amount;
  readonly idempotency: Idempotency | null;
}

/**
 * Changes a conditional order or an exit that waits, under its id. Of the numbers 0 keeps what it is; prices, sizes and rates as of
 * PlaceStopOrder (trading B15).
 */
export interface AmendStopOrder extends PerpOrderName {
  readonly kind: 'AmendStopOrder';
  readonly triggerPrice: Price;
  /** Only of one that becomes a limit order. */
  readonly price: Price;
  /** Only of the user's own: an exit is as large as what it closes. */
  readonly quantity: Amount;
  readonly callbackRate: Rate;
  readonly activationPrice: Price;
  readonly idempotency: Idempotency | null;
}

/** A voucher opens a position with margin of the platform (trading E6). */
export interface OpenVoucherPosition {
  readonly kind: 'OpenVoucherPosition';
  readonly voucherId: number;
  readonly uid: number;
  readonly symbol: string;
  readonly side: Side;
  readonly leverage: number;
  /** The voucher's amount, which becomes the margin. */
  readonly amount: Amount;
  readonly idempotency: Idempotency;
}

export type PerpCommand =
  | {
      readonly kind: 'CreateContract';
      readonly symbol: string;
      readonly base: string;
      readonly settle: string;
      readonly parameters: ContractParameters;
    }
  | { readonly kind: 'SetContractStatus'; readonly symbol: string; readonly status: ContractStatus }
  /** Changes the parameters of a contract; tick and step stay, the version rises. */
  | {
      readonly kind: 'ChangeContract';
      readonly symbol: string;
      readonly version: number;
      readonly parameters: ContractParameters;
    }
  /** Sent once a second: sets index and mark price, with all consequences (trading B8, B9, B20). */
  | { readonly kind: 'TickMark'; readonly symbol: string; readonly sources: readonly IndexSource[] }
  /** Settles funding at the end of an interval; refused before that (trading B10). */
  | { readonly kind: 'SettleFunding'; readonly symbol: string }
  | PlacePerpOrder
  | PlaceStopOrder
  | SetPositionExits
  | AmendPerpOrder
  | AmendStopOrder
  | ({ readonly kind: 'CancelPerpOrder' } & PerpOrderName)
  | ({ readonly kind: 'CancelStopOrder' } & PerpOrderName)
  /** Cancels live and conditional orders; an empty symbol means every contract. */
  | ({ readonly kind: 'CancelAllPerpOrders' } & PerpOwner)
  | {
      readonly kind: 'SetPositionMode';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly mode: PositionMode;
    }
  | ({ readonly kind: 'SetMarginMode'; readonly mode: MarginMode } & PerpOwner)
  /** In hedge mode with isolated margin each side has its own leverage; otherwise the side is BOTH. */
  | ({ readonly kind: 'SetLeverage'; readonly positionSide: PositionSide; readonly leverage: number } & PerpOwner)
  /** Changes the margin of an isolated position: positive adds, negative removes (trading B16). */
  | ({
      readonly kind: 'MoveMargin';
      readonly positionSide: PositionSide;
      readonly amount: Amount;
      readonly idempotency: Idempotency | null;
    } & PerpOwner)
  | ({ readonly kind: 'SetAutoAddMargin'; readonly positionSide: PositionSide; readonly on: boolean } & PerpOwner)
  /** Restricts an account to closing positions, or lifts that (trading B17). */
  | {
      readonly kind: 'RestrictMarginAccount';
      readonly uid: number;
      readonly wallet: MarginWallet;
      readonly closeOnly: boolean;
    }
  | OpenVoucherPosition;

export type PerpCommandKind = PerpCommand['kind'];
