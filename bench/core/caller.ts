/** Turns records into commands, and sets the stage for them. Records are plain numbers: the casts give them their units. */
import type { AmendOrder, CancelOrder, Command, CommandBody, PlaceOrder } from '../../core/protocol/commands.ts';
import type { Amount, Price, Rate } from '../../core/fixed.ts';
import type { AmendPerpOrder, PerpOrderName, PlacePerpOrder } from '../../core/protocol/perp-commands.ts';
import { contractParameters } from '../../core/testing/perps.ts';
import { parameters } from '../../core/testing/exchange.ts';
import {
  BESIDE,
  CANCEL,
  DEPOSIT,
  FOK,
  FUNDING,
  MARK,
  MARKET_AT,
  MOVE,
  RECORD,
  type Stage,
  TRANSFER,
} from './records.ts';

/** Spot: tick 0.01, step 0.00001, scales 8, so that one lot at one tick is ten quote units. */
export const TICK = 1_000_000;
export const STEP = 1_000;
/** Step size of a contract. */
export const PERP_STEP = 100_000;
const START_MS = 1_700_000_000_000;
const INTERVAL_MS = 8 * 3_600_000;
/** Units of each asset for each user: more than a workload can spend. */
const FUNDS = 1e15 as Amount;
const FIRST_MARK = 60_000 * TICK;
const SETTLE = 'USDT';

export const SPOT_PARAMETERS = parameters({
  tickSize: TICK,
  stepSize: STEP,
  premiumFactor: 0,
  makerFeeRate: 80_000,
  takerFeeRate: 100_000,
});

const CONTRACT_PARAMETERS = contractParameters({
  tickSize: TICK,
  stepSize: PERP_STEP,
  tiers: [
    { cap: 5e12, maxLeverage: 125, rate: 400_000 },
    { cap: 5e15, maxLeverage: 50, rate: 1_000_000 },
  ],
  makerFeeRate: 20_000,
  takerFeeRate: 50_000,
  impactNotional: 1e10,
  priceProtectScope: 90_000_000,
  maxOpenOrders: 0,
  maxStopOrders: 0,
});

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Header = { seq: number; timeMs: number };
type Reused<T> = Mutable<T & Header>;

/** One command object a kind, filled anew for each record: what is measured is the machine, not its caller. */
export class Caller {
  /** The record's order id if the last command placed an order, else 0. */
  placed = 0;
  timeMs = START_MS;
  private readonly stage: Stage;
  private readonly symbols: readonly string[];
  private readonly isSpot: readonly boolean[];
  /** The engine's ids by the records'; null where they are the same. */
  private readonly ids: Float64Array | null;
  private readonly placer: Reused<PlaceOrder> = {
    kind: 'PlaceOrder',
    seq: 0,
    timeMs: 0,
    uid: 0,
    symbol: '',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: 0 as Price,
    quantity: 0 as Amount,
    quoteAmount: 0 as Amount,
    maxSlippage: 0 as Rate,
    stpMode: '',
    clientOrderId: '',
    idempotency: null,
  };
  private readonly placingPerp: Reused<PlacePerpOrder> = {
    kind: 'PlacePerpOrder',
    seq: 0,
    timeMs: 0,
    uid: 0,
    wallet: 'FUTURES',
    symbol: '',
    side: 'BUY',
    positionSide: 'BOTH',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: 0 as Price,
    quantity: 0 as Amount,
    reduceOnly: false,
    closePosition: false,
    stpMode: '',
    clientOrderId: '',
    takeProfit: null,
    stopLoss: null,
    idempotency: null,
  };
  private readonly amender = amendment<Reused<AmendOrder>>('AmendOrder');
  private readonly amendingPerp = amendment<Reused<AmendPerpOrder>>('AmendPerpOrder');
  private readonly canceller = cancellation<Reused<CancelOrder>>('CancelOrder');
  private readonly cancellingPerp =
    cancellation<Reused<PerpOrderName & { kind: 'CancelPerpOrder' }>>('CancelPerpOrder');

  constructor(stage: Stage) {
    this.stage = stage;
    this.symbols = stage.markets.map((kind, index) => symbolOf(kind, index));
    this.isSpot = stage.markets.map((kind) => kind === 'spot');
    this.ids = stage.markets.length === 1 && stage.markets[0] === 'spot' ? null : new Float64Array(1 << 21);
  }

  /** The command of record i. A reduction to nothing is a cancel. */
  command(records: Int32Array, beside: Int32Array, i: number, seq: number): Command {
    const at = i * RECORD;
    const type = records[at]! & 255;
    const market = records[at + MARKET_AT]!;
    const isSpot = this.isSpot[market]!;
    this.placed = 0;
    if (type >= MARK) return this.rare(records, i, seq);
    if (type <= FOK) {
      const placer = isSpot ? this.placer : this.placingPerp;
      this.placed = records[at + 2]!;
      placer.seq = seq;
      placer.timeMs = this.timeMs;
      placer.uid = records[at + 1]!;
      placer.symbol = this.symbols[market]!;
      placer.side = records[at]! >> 8 === 0 ? 'BUY' : 'SELL';
      placer.timeInForce = type === 0 ? 'GTC' : type === 1 ? 'IOC' : 'FOK';
      placer.price = (records[at + 3]! * TICK) as Price;
      placer.quantity = (records[at + 5]! * (isSpot ? STEP : PERP_STEP)) as Amount;
      return placer;
    }
    const total = beside[i * BESIDE]!;
    if (type === CANCEL || (type !== MOVE && total === 0))
      return this.named(isSpot ? this.canceller : this.cancellingPerp, records, at, seq);
    const amender = isSpot ? this.amender : this.amendingPerp;
    amender.price = (type === MOVE ? records[at + 3]! * TICK : 0) as Price;
    amender.quantity = (type === MOVE ? 0 : total * (isSpot ? STEP : PERP_STEP)) as Amount;
    return this.named(amender, records, at, seq);
  }

  /** Notes the machine's id of the order just placed. */
  learn(id: number): void {
    if (this.ids !== null) this.ids[this.placed] = id;
  }

  get learns(): boolean {
    return this.ids !== null;
  }

  /** Creates assets, markets and contracts, and funds each user who places an order, in the assets of its market. */
  setUp(records: Int32Array, apply: (body: CommandBody) => void): void {
    const { markets, users, thinUsers } = this.stage;
    apply({ kind: 'CreateAsset', asset: SETTLE, scale: 8 });
    markets.forEach((kind, index) => {
      if (kind === 'spot') apply({ kind: 'CreateAsset', asset: baseOf(index), scale: 8 });
    });
    markets.forEach((kind, index) => {
      if (kind === 'spot') apply(spotMarket(index));
    });
    for (const [uid, market] of traders(records, users)) {
      const isSpot = markets[market] === 'spot';
      apply(deposit(uid, SETTLE, FUNDS, `${market}`));
      if (isSpot) apply(deposit(uid, baseOf(market), FUNDS, `${market}b`));
      else apply(toFutures(uid, FUNDS, `${market}t`));
    }
    markets.forEach((kind, index) => {
      if (kind === 'perp') this.setUpContract(index, users, thinUsers, apply);
    });
  }

  private setUpContract(index: number, users: number, thinUsers: number, apply: (body: CommandBody) => void): void {
    const symbol = symbolOf('perp', index);
    apply({ kind: 'CreateContract', symbol, base: baseOf(index), settle: SETTLE, parameters: CONTRACT_PARAMETERS });
    apply({ kind: 'TickMark', symbol, sources: [{ price: FIRST_MARK as Price, weight: 1, timeMs: START_MS }] });
    for (let uid = users + 1; uid <= users + thinUsers; uid += 1)
      apply({ kind: 'SetLeverage', uid, wallet: 'FUTURES', symbol, positionSide: 'BOTH', leverage: 125 });
  }

  private named<C extends { seq: number; timeMs: number; uid: number; symbol: string; orderId: number }>(
    command: C,
    records: Int32Array,
    at: number,
    seq: number,
  ): C {
    const id = records[at + 2]!;
    command.seq = seq;
    command.timeMs = this.timeMs;
    command.uid = records[at + 1]!;
    command.symbol = this.symbols[records[at + MARKET_AT]!]!;
    command.orderId = this.ids === null ? id : this.ids[id]!;
    return command;
  }

  private rare(records: Int32Array, i: number, seq: number): Command {
    const at = i * RECORD;
    const body = this.rareBody(records[at]! & 255, records.subarray(at, at + RECORD), `r${i}`);
    return commandOf(body, seq, this.timeMs);
  }

  private rareBody(type: number, record: Int32Array, key: string): CommandBody {
    const symbol = this.symbols[record[MARKET_AT]!]!;
    switch (type) {
      case MARK:
        this.timeMs += 1_000;
        return {
          kind: 'TickMark',
          symbol,
          sources: [{ price: (record[3]! * TICK) as Price, weight: 1, timeMs: this.timeMs }],
        };
      case FUNDING:
        this.timeMs = (Math.floor(this.timeMs / INTERVAL_MS) + 1) * INTERVAL_MS;
        return { kind: 'SettleFunding', symbol };
      case DEPOSIT:
        return deposit(record[1]!, SETTLE, record[5] as Amount, `${key}d`);
      case TRANSFER:
        return toFutures(record[1]!, record[5] as Amount, `${key}t`);
      default:
        throw new Error(`a record has type ${type}`);
    }
  }
}

/** The cast: TypeScript does not see that a spread of a union's member is still that member. */
export function commandOf(body: CommandBody, seq: number, timeMs: number): Command {
  return { ...body, seq, timeMs } as Command;
}

/** Each uid and market of which an order is placed, once; not of thin users, whose funds the records bring. */
function* traders(records: Int32Array, users: number): Generator<readonly [uid: number, market: number]> {
  const seen = new Set<number>();
  for (let at = 0; at < records.length; at += RECORD) {
    const [uid, market] = [records[at + 1]!, records[at + MARKET_AT]!];
    const pair = market * (users + 1) + uid;
    if ((records[at]! & 255) > FOK || uid > users || seen.has(pair)) continue;
    seen.add(pair);
    yield [uid, market];
  }
}

function baseOf(index: number): string {
  return `A${index}`;
}

function symbolOf(kind: 'spot' | 'perp', index: number): string {
  return `${baseOf(index)}${SETTLE}${kind === 'spot' ? '' : '-PERP'}`;
}

function spotMarket(index: number): CommandBody {
  const [symbol, base] = [symbolOf('spot', index), baseOf(index)];
  return { kind: 'CreateMarket', symbol, base, quote: SETTLE, parameters: SPOT_PARAMETERS };
}

export function deposit(uid: number, asset: string, amount: Amount, key: string): CommandBody {
  return { kind: 'Deposit', uid, asset, amount, idempotency: { key, fingerprint: '' } };
}

function toFutures(uid: number, amount: Amount, key: string): CommandBody {
  const idempotency = { key, fingerprint: '' };
  return { kind: 'Transfer', uid, asset: SETTLE, from: 'SPOT', to: 'FUTURES', amount, idempotency };
}

/** Has every field of its kind of command, always in the same order, so that all such objects share one shape. */
function amendment<C>(kind: string): C {
  const name = { kind, seq: 0, timeMs: 0, uid: 0, wallet: 'FUTURES', symbol: '', orderId: 0, clientOrderId: '' };
  return { ...name, price: 0, quantity: 0, idempotency: null } as C;
}

function cancellation<C>(kind: string): C {
  return { kind, seq: 0, timeMs: 0, uid: 0, wallet: 'FUTURES', symbol: '', orderId: 0, clientOrderId: '' } as C;
}
