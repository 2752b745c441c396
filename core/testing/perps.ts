/** Short ways to trade a perpetual in tests. Prices, quantities and amounts are decimals. */
import type { CommandBody, Side } from '../protocol/commands.ts';
import type { Core } from '../protocol/core.ts';
import type { CoreEvent, Outcome } from '../protocol/events.ts';
import { formatUnits } from '../fixed.ts';
import { createCore } from '../index.ts';
import { codeOf, units } from './exchange.ts';
import type { ContractParameters, PerpCommand } from '../protocol/perp-commands.ts';
import type { PerpOrderView, PositionView, StopOrderView } from '../protocol/perp-events.ts';

/** Numbers without their brands. */
type Plain<T> = T extends number
  ? number
  : T extends readonly (infer E)[]
    ? readonly Plain<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : T;

type Decimal = string | number;
type Of<K extends PerpCommand['kind']> = Extract<PerpCommand, { kind: K }>;

/** Trading B2's example table. */
export const TIERS = [
  [50_000, 125, 400_000],
  [250_000, 100, 500_000],
  [1_000_000, 50, 1_000_000],
  [10_000_000, 20, 2_500_000],
  [20_000_000, 10, 5_000_000],
  [50_000_000, 5, 10_000_000],
].map(([cap, maxLeverage, rate]) => ({ cap: units(cap!), maxLeverage: maxLeverage!, rate: rate! }));

/** Tick 0.01, step 0.001, no fees, wide bands. */
export function contractParameters(changes: Partial<Plain<ContractParameters>> = {}): ContractParameters {
  const plain: Plain<ContractParameters> = {
    tickSize: 1_000_000,
    stepSize: 100_000,
    minQuantity: 0,
    minNotional: 0,
    maxLimitQuantity: 0,
    maxMarketQuantity: 0,
    tiers: TIERS,
    leverageMin: 1,
    leverageMax: 125,
    leverageDefault: 20,
    makerFeeRate: 0,
    takerFeeRate: 0,
    liquidationFeeRate: 0,
    fundingIntervalHours: 8,
    interestRate: 10_000,
    fundingCap: 0,
    impactNotional: units(25_000),
    priceProtectScope: 50_000_000,
    minBuyPriceOffset: 0,
    maxSellPriceOffset: 0,
    openInterestCap: 0,
    maxOpenOrders: 200,
    maxStopOrders: 50,
    maxAmends: 0,
    defaultStpMode: 'EXPIRE_TAKER',
    hasFeeException: false,
    ...changes,
  };
  return plain as ContractParameters;
}

export interface PerpOrderFields {
  readonly price?: Decimal;
  readonly quantity?: Decimal;
  readonly tif?: string;
  readonly stp?: string;
  readonly reduceOnly?: boolean;
  readonly close?: boolean;
  readonly side?: 'LONG' | 'SHORT';
  readonly clientId?: string;
  readonly key?: string;
  readonly symbol?: string;
  readonly wallet?: string;
  readonly takeProfit?: Exit;
  readonly stopLoss?: Exit;
}

export interface Exit {
  readonly trigger: Decimal;
  readonly source?: 'LAST' | 'MARK' | 'INDEX';
  readonly price?: Decimal;
}

export interface StopOrderFields extends PerpOrderFields {
  readonly type: 'STOP' | 'TAKE_PROFIT' | 'TRAILING_STOP';
  readonly trigger?: Decimal;
  readonly source?: 'LAST' | 'MARK' | 'INDEX';
  /** 10^-8. */
  readonly callback?: number;
  readonly activation?: Decimal;
  readonly protect?: boolean;
}

/** A core with a contract BTCUSDT and what tests do with it. */
export class TestPerps {
  readonly core: Core = createCore({ checkInvariants: true });
  readonly events: CoreEvent[] = [];
  timeMs = 1_700_006_400_000;

  constructor(changes: Partial<Plain<ContractParameters>> = {}, mark: Decimal | null = 50_000) {
    this.run({ kind: 'CreateAsset', asset: 'USDT', scale: 8 });
    this.addContract('BTCUSDT', changes);
    if (mark !== null) this.mark(mark);
  }

  addContract(symbol: string, changes: Partial<Plain<ContractParameters>> = {}): void {
    const parameters = contractParameters(changes);
    this.must(this.run({ kind: 'CreateContract', symbol, base: symbol.slice(0, 3), settle: 'USDT', parameters }));
  }

  run(fields: Plain<CommandBody>): Outcome {
    const command = { ...fields, seq: this.core.lastSeq + 1, timeMs: this.timeMs };
    return this.core.apply(command as never, (event) => this.events.push(event));
  }

  must(outcome: Outcome): Outcome {
    if (!outcome.ok) throw new Error(outcome.code);
    return outcome;
  }

  /** Money in the futures wallet (or another one). */
  fund(uid: number, amount: Decimal, wallet = 'FUTURES'): void {
    const idempotency = (): { key: string; fingerprint: string } => ({ key: `f${this.core.lastSeq}`, fingerprint: '' });
    this.must(this.run({ kind: 'Deposit', uid, asset: 'USDT', amount: units(amount), idempotency: idempotency() }));
    this.must(
      this.run({
        kind: 'Transfer',
        uid,
        asset: 'USDT',
        from: 'SPOT',
        to: wallet,
        amount: units(amount),
        idempotency: idempotency(),
      }),
    );
  }

  /** Money in the insurance fund. */
  insure(amount: Decimal): void {
    const common = { asset: 'USDT', amount: units(amount) };
    const key = (): { key: string; fingerprint: string } => ({ key: `i${this.core.lastSeq}`, fingerprint: '' });
    this.must(this.run({ kind: 'ContributeCapital', ...common, idempotency: key() }));
    this.must(this.run({ kind: 'FundPool', pool: 'INSURANCE', ...common, idempotency: key() }));
  }

  /** A tick of the index, which the mark follows: no book, no funding rate. */
  mark(price: Decimal, symbol = 'BTCUSDT'): void {
    this.timeMs += 1_000;
    this.must(
      this.run({ kind: 'TickMark', symbol, sources: [{ price: units(price), weight: 1, timeMs: this.timeMs }] }),
    );
  }

  /** The mark, whatever the last price and the book say: two other sources make far moves believed. */
  moveMark(price: Decimal, symbol = 'BTCUSDT'): void {
    this.timeMs += 1_000;
    const source = { price: units(price), weight: 1, timeMs: this.timeMs };
    this.must(this.run({ kind: 'TickMark', symbol, sources: [source, source, source] }));
  }

  tryPlace(uid: number, side: Side, request: PerpOrderFields): Outcome {
    const isMarket = request.price === undefined;
    const command: Plain<Of<'PlacePerpOrder'>> = {
      kind: 'PlacePerpOrder',
      uid,
      wallet: request.wallet ?? 'FUTURES',
      symbol: request.symbol ?? 'BTCUSDT',
      side,
      positionSide: request.side ?? 'BOTH',
      type: isMarket ? 'MARKET' : 'LIMIT',
      timeInForce: (request.tif ?? (isMarket ? 'IOC' : 'GTC')) as 'GTC',
      price: units(request.price ?? 0),
      quantity: units(request.quantity ?? 0),
      reduceOnly: request.reduceOnly ?? false,
      closePosition: request.close ?? false,
      stpMode: (request.stp ?? '') as '',
      clientOrderId: request.clientId ?? '',
      takeProfit: exitOf(request.takeProfit),
      stopLoss: exitOf(request.stopLoss),
      idempotency: request.key === undefined ? null : { key: request.key, fingerprint: '' },
    };
    return this.run(command);
  }

  buy(uid: number, request: PerpOrderFields): PerpOrderView {
    return orderOf(this.tryPlace(uid, 'BUY', request));
  }
  sell(uid: number, request: PerpOrderFields): PerpOrderView {
    return orderOf(this.tryPlace(uid, 'SELL', request));
  }

  tryStop(uid: number, side: Side, request: StopOrderFields): Outcome {
    const command: Plain<Of<'PlaceStopOrder'>> = {
      kind: 'PlaceStopOrder',
      uid,
      wallet: request.wallet ?? 'FUTURES',
      symbol: request.symbol ?? 'BTCUSDT',
      side,
      positionSide: request.side ?? 'BOTH',
      type: request.type,
      source: request.source ?? 'LAST',
      triggerPrice: units(request.trigger ?? 0),
      price: units(request.price ?? 0),
      timeInForce: (request.tif ?? 'GTC') as 'GTC',
      quantity: units(request.quantity ?? 0),
      reduceOnly: request.reduceOnly ?? false,
      closePosition: request.close ?? false,
      callbackRate: request.callback ?? 0,
      activationPrice: units(request.activation ?? 0),
      priceProtect: request.protect ?? false,
      clientOrderId: request.clientId ?? '',
      idempotency: request.key === undefined ? null : { key: request.key, fingerprint: '' },
    };
    return this.run(command);
  }

  stop(uid: number, side: Side, request: StopOrderFields): StopOrderView {
    return stopsOf(this.tryStop(uid, side, request))[0]!;
  }

  tryExits(
    uid: number,
    request: { quantity?: Decimal; side?: 'LONG' | 'SHORT'; takeProfit?: Exit; stopLoss?: Exit },
  ): Outcome {
    return this.run({
      kind: 'SetPositionExits',
      uid,
      wallet: 'FUTURES',
      symbol: 'BTCUSDT',
      positionSide: request.side ?? 'BOTH',
      quantity: units(request.quantity ?? 0),
      takeProfit: exitOf(request.takeProfit),
      stopLoss: exitOf(request.stopLoss),
      idempotency: null,
    });
  }

  owner(uid: number, symbol = 'BTCUSDT', wallet = 'FUTURES'): { uid: number; wallet: string; symbol: string } {
    return { uid, wallet, symbol };
  }

  /** A fund of 1000 has taken over two isolated longs, of 1 and 3, bought at 50 000. */
  takeOverTwoLongs(): void {
    this.insure(1_000);
    for (const uid of [1, 3]) {
      this.fund(uid, 2_500);
      this.isolate(uid);
    }
    this.fund(2, 10_000_000);
    this.trade(1, 2, 50_000, 1);
    this.trade(3, 2, 50_000, 1);
    this.moveMark(47_600);
  }

  leverage(
    uid: number,
    leverage: number,
    symbol = 'BTCUSDT',
    positionSide: 'BOTH' | 'LONG' | 'SHORT' = 'BOTH',
  ): string {
    return codeOf(this.run({ kind: 'SetLeverage', ...this.owner(uid, symbol), positionSide, leverage }));
  }
  isolate(uid: number, symbol = 'BTCUSDT'): void {
    this.must(this.run({ kind: 'SetMarginMode', ...this.owner(uid, symbol), mode: 'ISOLATED' }));
  }
  hedge(uid: number): void {
    this.must(this.run({ kind: 'SetPositionMode', uid, wallet: 'FUTURES', mode: 'HEDGE' }));
  }
  moveMargin(uid: number, amount: Decimal, sign = 1): string {
    const idempotency = { key: `m${this.core.lastSeq}`, fingerprint: '' };
    const fields = { ...this.owner(uid), positionSide: 'BOTH', amount: sign * units(amount), idempotency } as const;
    return codeOf(this.run({ kind: 'MoveMargin', ...fields }));
  }

  /** A trade of this quantity at this price between two accounts. */
  trade(buyer: number, seller: number, price: Decimal, quantity: Decimal, symbol = 'BTCUSDT'): void {
    this.sell(seller, { price, quantity, symbol });
    const taker = this.buy(buyer, { price, quantity, symbol });
    if (taker.status !== 'FILLED') throw new Error(`the trade did not happen: ${taker.status} ${taker.reason}`);
  }

  position(uid: number, symbol = 'BTCUSDT'): PositionView {
    const [position] = this.core.positions(this.owner(uid, symbol));
    if (position === undefined) throw new Error(`${uid} has no position`);
    return position;
  }
  positions(uid: number): string[] {
    return this.core
      .positions({ uid, wallet: 'FUTURES', symbol: '' })
      .map(({ symbol, direction, quantity, cost }) => `${symbol} ${direction} ${text(quantity)} ${text(cost)}`);
  }
  wallet(uid: number): string {
    return text(this.core.capital(uid, 'FUTURES')?.balance ?? 0n);
  }
  available(uid: number): string {
    return text(this.core.capital(uid, 'FUTURES')?.available ?? 0n);
  }
  house(name: string): string {
    return text(this.core.houseAccounts().find((account) => account.name === name)?.balance ?? 0n);
  }
  told<K extends CoreEvent['kind']>(kind: K): Extract<CoreEvent, { kind: K }>[] {
    return this.events.filter((event): event is Extract<CoreEvent, { kind: K }> => event.kind === kind);
  }
  status(orderId: number): string {
    const order = this.core.perpOrder(orderId);
    return order === null ? 'unknown' : `${order.status} ${order.reason}`.trim();
  }
}

export const text = (value: bigint | number): string => formatUnits(value, 8);

export function orderOf(outcome: Outcome): PerpOrderView {
  if (!outcome.ok || outcome.result.kind !== 'PerpOrder') throw new Error(codeOf(outcome));
  return outcome.result.order;
}

export function stopsOf(outcome: Outcome): readonly StopOrderView[] {
  if (!outcome.ok || outcome.result.kind !== 'StopOrders') throw new Error(codeOf(outcome));
  return outcome.result.orders;
}

function exitOf(exit: Exit | undefined): Plain<Of<'PlacePerpOrder'>>['takeProfit'] {
  if (exit === undefined) return null;
  return { triggerPrice: units(exit.trigger), source: exit.source ?? 'LAST', price: units(exit.price ?? 0) };
}
