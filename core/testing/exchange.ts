/** Short ways to write commands in tests. */
import { ByteReader, ByteWriter } from '../codec/bytes.ts';
import { list } from '../codec/fields.ts';
import { KEY_RECORD, writeKeys } from '../codec/key-records.ts';
import { SNAPSHOT_VERSION } from '../codec/snapshot-version.ts';
import type { State } from '../codec/state.ts';
import type { Command, CommandBody, MarketParameters, PlaceOrder } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import type { IdempotencyKeys, KeyRecord } from '../state-machine/idempotency.ts';
import type { KeyLog } from '../state-machine/key-log.ts';
import type { StateMachine } from '../state-machine/state-machine.ts';
import type { CoreEvent, OrderView, Outcome } from '../protocol/events.ts';
import type { RejectCode } from '../protocol/rejects.ts';
import { parseUnits } from '../fixed.ts';
import { createCore } from '../index.ts';

/** Numbers without their brands, as tests write them. */
type Plain<T> = T extends number
  ? number
  : T extends readonly (infer E)[]
    ? readonly Plain<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : T;

/** What a core is made of, as its snapshots read it: tests look at it, and break it on purpose. */
const stateOf = (core: Core): State => core as Core & State;
export const machineOf = (core: Core): StateMachine => stateOf(core).machine;
export const keysOf = (core: Core): IdempotencyKeys => stateOf(core).keys;

/** All records of a log of keys, oldest first. */
export function recordsIn(log: KeyLog): KeyRecord[] {
  const w = new ByteWriter();
  writeKeys(w, log);
  return list(KEY_RECORD).read(new ByteReader(w.bytes, 0, w.length, SNAPSHOT_VERSION));
}

export function body(fields: Plain<CommandBody>): CommandBody {
  return fields as CommandBody;
}

/** A market without limits: tick 0.01, step 0.001 of an asset with scale 8, no fees, default self-trade mode. */
export function parameters(changes: Partial<Plain<MarketParameters>> = {}): MarketParameters {
  const none = {
    tickSize: 1_000_000,
    stepSize: 100_000,
    minPrice: 0,
    maxPrice: 0,
    minVolume: 0,
    maxVolume: 0,
    minAmount: 0,
    maxAmount: 0,
    maxLimitOrderAmount: 0,
    maxMarketOrderAmount: 0,
    minBuyPriceOffset: 0,
    maxSellPriceOffset: 0,
    priceProtectScope: 0,
    maxSlippage: 0,
    premiumFactor: 5_000_000,
    openPrice: 0,
    openTimeMs: 0,
    openProtectMs: 0,
    makerFeeRate: 0,
    takerFeeRate: 0,
    feeMode: 'RECEIVED',
    maxOpenOrders: 0,
    maxAmends: 0,
    defaultStpMode: 'EXPIRE_TAKER',
  };
  return { ...none, ...changes } as MarketParameters;
}

/** Units of 10^-8 from a decimal. */
export function units(text: string | number, scale = 8): number {
  const value = parseUnits(String(text), scale);
  if (value === null) throw new Error(`${text} has no units of 10^-${scale}`);
  return value;
}

export interface OrderFields {
  readonly price?: string | number;
  readonly quantity?: string | number;
  readonly amount?: string | number;
  readonly tif?: string;
  readonly stp?: string;
  readonly slippage?: number;
  readonly clientId?: string;
  readonly key?: string;
  readonly fingerprint?: string;
  readonly symbol?: string;
  /** STOP, TAKE_PROFIT or TRAILING_STOP: limit with a price, market without. */
  readonly trigger?: string;
  readonly stop?: string | number;
  readonly bips?: number;
  readonly activation?: string | number;
  readonly display?: string | number;
}

export interface OcoFields {
  readonly price?: string | number;
  readonly quantity: string | number;
  readonly takeProfit?: string | number;
  readonly stop: string | number;
  readonly stopLimit?: string | number;
  readonly clientId?: string;
  readonly stopClientId?: string;
  readonly key?: string;
}

/** Refusals that depend on the book, balances, the last price or the room left: `checkOrder` does not foresee them. */
const NOT_FORETOLD: ReadonlySet<RejectCode> = new Set<RejectCode>([
  'POST_ONLY',
  'WOULD_TRIGGER_NOW',
  'INSUFFICIENT_BALANCE',
  'AMOUNT_TOO_LARGE',
  'LIMIT_REACHED',
]);

/** A core with a market BTCUSDT (scales 8) and what tests do with it. Prices and quantities are decimals. */
export class TestExchange {
  readonly core: Core = createCore({ checkInvariants: true });
  readonly events: CoreEvent[] = [];
  timeMs = 1_700_000_000_000;

  constructor(changes: Partial<Plain<MarketParameters>> = {}) {
    this.run({ kind: 'CreateAsset', asset: 'BTC', scale: 8 });
    this.run({ kind: 'CreateAsset', asset: 'USDT', scale: 8 });
    this.run({ kind: 'CreateMarket', symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', parameters: parameters(changes) });
  }

  /** Throws when a new order is answered otherwise than the core's check of it had said. */
  run(fields: Plain<CommandBody>): Outcome {
    const command = { ...fields, seq: this.core.lastSeq + 1, timeMs: this.timeMs } as Command;
    const isNewOrder = command.kind === 'PlaceOrder' && command.idempotency === null;
    const foretold = isNewOrder ? this.core.checkOrder(command, this.timeMs) : null;
    const outcome = this.core.apply(command, (event) => this.events.push(event));
    if (!isNewOrder) return outcome;
    const refusal = outcome.ok || NOT_FORETOLD.has(outcome.code) ? null : outcome.code;
    if (foretold !== refusal) throw new Error(`the check of an order said ${foretold}, placing it ${refusal}`);
    return outcome;
  }

  deposit(uid: number, asset: string, amount: string | number): void {
    const key = `deposit ${this.core.lastSeq}`;
    const outcome = this.run({
      kind: 'Deposit',
      uid,
      asset,
      amount: units(amount),
      idempotency: { key, fingerprint: '' },
    });
    if (!outcome.ok) throw new Error(outcome.code);
  }

  /** 1,000,000 of both assets. */
  fund(...uids: number[]): void {
    for (const uid of uids) {
      this.deposit(uid, 'BTC', 1_000_000);
      this.deposit(uid, 'USDT', 1_000_000);
    }
  }

  tryPlace(uid: number, side: 'BUY' | 'SELL', request: OrderFields): Outcome {
    const isMarket = request.price === undefined;
    return this.run({
      kind: 'PlaceOrder',
      uid,
      symbol: request.symbol ?? 'BTCUSDT',
      side,
      type: `${request.trigger === undefined ? '' : `${request.trigger}_`}${isMarket ? 'MARKET' : 'LIMIT'}` as PlaceOrder['type'],
      timeInForce: (request.tif ?? (isMarket ? 'IOC' : 'GTC')) as PlaceOrder['timeInForce'],
      price: units(request.price ?? 0),
      quantity: units(request.quantity ?? 0),
      quoteAmount: units(request.amount ?? 0),
      maxSlippage: request.slippage ?? 0,
      stpMode: (request.stp ?? '') as PlaceOrder['stpMode'],
      clientOrderId: request.clientId ?? '',
      idempotency: request.key === undefined ? null : { key: request.key, fingerprint: request.fingerprint ?? '' },
      ...(request.stop === undefined ? {} : { stopPrice: units(request.stop) }),
      ...(request.bips === undefined ? {} : { deltaBips: request.bips }),
      ...(request.activation === undefined ? {} : { activationPrice: units(request.activation) }),
      ...(request.display === undefined ? {} : { displayQuantity: units(request.display) }),
    });
  }

  tryOco(uid: number, side: 'BUY' | 'SELL', request: OcoFields): Outcome {
    return this.run({
      kind: 'PlaceOco',
      uid,
      symbol: 'BTCUSDT',
      side,
      quantity: units(request.quantity),
      price: units(request.price ?? 0),
      takeProfitPrice: units(request.takeProfit ?? 0),
      stopPrice: units(request.stop),
      stopLimitPrice: units(request.stopLimit ?? 0),
      stpMode: '',
      clientOrderId: request.clientId ?? '',
      stopClientOrderId: request.stopClientId ?? '',
      idempotency: request.key === undefined ? null : { key: request.key, fingerprint: '' },
    });
  }

  pair(uid: number, side: 'BUY' | 'SELL', request: OcoFields): readonly OrderView[] {
    const outcome = this.tryOco(uid, side, request);
    if (!outcome.ok || outcome.result.kind !== 'Orders') throw new Error(codeOf(outcome));
    return outcome.result.orders;
  }

  /** One print at each of these prices, between users 8 and 9, who have enough and leave nothing in the book. */
  print(...prices: readonly (string | number)[]): void {
    for (const price of prices) {
      for (const uid of [8, 9]) if (this.core.balances(uid).length === 0) this.fund(uid);
      this.sell(8, { price, quantity: '0.001' });
      this.buy(9, { price, quantity: '0.001' });
    }
  }

  status(orderId: number): string {
    const order = this.core.order(orderId);
    return order === null ? 'unknown' : `${order.status}${order.reason === '' ? '' : ` ${order.reason}`}`;
  }

  buy(uid: number, request: OrderFields): OrderView {
    return orderOf(this.tryPlace(uid, 'BUY', request));
  }

  sell(uid: number, request: OrderFields): OrderView {
    return orderOf(this.tryPlace(uid, 'SELL', request));
  }

  tryAmend(
    uid: number,
    orderId: number,
    request: Pick<OrderFields, 'price' | 'quantity' | 'key' | 'stop' | 'bips' | 'activation' | 'display'>,
  ): Outcome {
    return this.run({
      kind: 'AmendOrder',
      uid,
      symbol: 'BTCUSDT',
      orderId,
      clientOrderId: '',
      price: units(request.price ?? 0),
      quantity: units(request.quantity ?? 0),
      idempotency: request.key === undefined ? null : { key: request.key, fingerprint: '' },
      stopPrice: units(request.stop ?? 0),
      deltaBips: request.bips ?? 0,
      activationPrice: units(request.activation ?? 0),
      displayQuantity: units(request.display ?? 0),
    });
  }

  tryCancel(uid: number, orderId: number, clientOrderId = ''): Outcome {
    return this.run({ kind: 'CancelOrder', uid, symbol: 'BTCUSDT', orderId, clientOrderId });
  }

  setStatus(status: Extract<CommandBody, { kind: 'SetMarketStatus' }>['status']): Outcome {
    return this.run({ kind: 'SetMarketStatus', symbol: 'BTCUSDT', status });
  }

  available(uid: number, asset: string): bigint {
    return this.core.balances(uid).find((b) => b.asset === asset && b.wallet === 'SPOT')?.available ?? 0n;
  }

  locked(uid: number, asset: string): bigint {
    return this.core.balances(uid).find((b) => b.asset === asset && b.wallet === 'SPOT')?.locked ?? 0n;
  }

  trades(): Extract<CoreEvent, { kind: 'Traded' }>[] {
    return this.events.flatMap((event) => (event.kind === 'Traded' ? [event] : []));
  }
}

export function orderOf(outcome: Outcome): OrderView {
  if (!outcome.ok || outcome.result.kind !== 'Order') throw new Error(outcome.ok ? 'no order' : outcome.code);
  return outcome.result.order;
}

export function codeOf(outcome: Outcome): string {
  return outcome.ok ? 'OK' : outcome.code;
}
