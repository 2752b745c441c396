/** Input and output types of the site's calls, as the pages use them; the shapes are the contracts'. */
export type { Deal, Pair, Ticker } from '@agio/contracts/http/markets';
export type { Fill, Order } from '@agio/contracts/http/spot';
export type { Balance } from '@agio/contracts/http/wallet';
export type { Envelope } from '@agio/contracts/server-context';
import type { BodyOf, DataOf } from '@agio/contracts/calls';
import type { Order } from '@agio/contracts/http/spot';
import type { User } from '@agio/contracts/http/users';
import type { Balance } from '@agio/contracts/http/wallet';

export type KlineRow = DataOf<'GET /kline/spot'>['klines'][number];
export type DepthSnapshot = DataOf<'GET /web/spot/depth'>;

export type ApiKeyView = DataOf<'GET /web/user/api-key/list'>['apiKeys'][number];
export type Side = Order['side'];
export type TimeInForce = Order['timeInForce'];
export type Wallet = Balance['wallet'];

/** The fields of a user that the pages show. */
export type SessionUser = Pick<User, 'id' | 'email'>;
/** Rates are fractions; while a trial level runs, its end is there too. */
export type UserRate = DataOf<'GET /web/user/vip/user_rate'>;

export type PlaceOrder = BodyOf<'POST /web/spot/order/place'>;
/** Two orders of which one cancels the other: one that rests at a price, and a stop. */
export type PlaceOco = BodyOf<'POST /web/spot/order/oco/place'>;
/** The fields to change; those left out stay. */
export type AmendOrder = BodyOf<'POST /web/spot/order/amend'>;
/** A call of the public trading API. */
export type TradingCall = DataOf<'GET /web/api/v1/common/trading-api'>['calls'][number];
export type SystemStatus = DataOf<'GET /web/api/v1/common/status'>;
