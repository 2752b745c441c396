/** What the site's calls answer, as the pages use it; the shapes themselves are the contracts'. */
export type { Deal, KlineInterval, KlineRow, Pair, Ticker } from '@agio/contracts/http/markets';
export type { Fill, Order } from '@agio/contracts/http/spot';
export type { ApiKeyView } from '@agio/contracts/http/users';
export type { Balance } from '@agio/contracts/http/wallet';
import type { Order } from '@agio/contracts/http/spot';
import type { Balance } from '@agio/contracts/http/wallet';

export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

export type Level = readonly [price: string, quantity: string];

export interface DepthSnapshot {
  readonly symbol: string;
  readonly lastUpdateId: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export type Side = Order['side'];
export type TimeInForce = Order['timeInForce'];
export type Wallet = Balance['wallet'];

/** The fields of a user that the pages show. */
export interface SessionUser {
  readonly id: number;
  readonly email: string;
}

export interface PlaceOrder {
  readonly symbol: string;
  readonly side: Side;
  readonly type: Order['type'];
  readonly timeInForce?: TimeInForce;
  readonly price?: string;
  readonly quantity?: string;
  readonly quoteAmount?: string;
  readonly stopPrice?: string;
  readonly deltaBips?: number;
  readonly activationPrice?: string;
  readonly displayQuantity?: string;
}

/** Two orders of which one cancels the other: one that rests at a price, and a stop. */
export interface PlacePair {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: string;
  readonly price: string;
  readonly stopPrice: string;
  readonly stopLimitPrice?: string;
}

/** What is to change; what is left out stays. */
export interface AmendOrder {
  readonly symbol: string;
  readonly orderId: number;
  readonly price?: string;
  readonly quantity?: string;
  readonly stopPrice?: string;
  readonly deltaBips?: number;
  readonly activationPrice?: string;
  readonly displayQuantity?: string;
}

/** Fractions; the trial's end while one runs. */
export interface UserRate {
  readonly spotMakerRate: string;
  readonly spotTakerRate: string;
  readonly prizeVipexpireTime: number | null;
}
