/**
 * Level 1: the whole trading machine (checks, reservations, matching with self-trade prevention, ledger, fees) without
 * events. Level 2: the machine behind its face, with every event made and every command encoded for the journal.
 */
import { ID, INT_STRIDE, KEY, LOTS, NUM_STRIDE, type OrderPool } from '../../core/book/order-pool.ts';
import { sha256Hex } from '../../core/codec/sha256.ts';
import { stateBytes } from '../../core/codec/state.ts';
import type {
  AmendOrder,
  CancelOrder,
  Command,
  CommandBody,
  MarketParameters,
  PlaceOrder,
} from '../../core/commands.ts';
import { Engine } from '../../core/engine.ts';
import type { Amount, Price, Rate } from '../../core/fixed.ts';
import { IdempotencyKeys } from '../../core/idempotency.ts';
import { type Core, type CoreEvent, createCore, decodeCommand, encodeCommand } from '../../core/index.ts';
import type { Fill, Reporter } from '../../core/reporter.ts';
import { BESIDE, CANCEL, FOK, hashOrder, hashTrade, MOVE, RECORD } from './records.ts';

export const USERS = 1_000;
const SYMBOL = 'BTCUSDT';
/** Tick 0.01, step 0.00001, scales 8: one lot at one tick is ten quote units. */
const TICK = 1_000_000;
const STEP = 1_000;
const TIME = 1_700_000_000_000;

const PARAMETERS = {
  tickSize: TICK,
  stepSize: STEP,
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
  premiumFactor: 0,
  openPrice: 0,
  openTimeMs: 0,
  openProtectMs: 0,
  makerFeeRate: 80_000,
  takerFeeRate: 100_000,
  feeMode: 'RECEIVED',
  maxOpenOrders: 0,
  maxAmends: 0,
  defaultStpMode: 'EXPIRE_TAKER',
} as unknown as MarketParameters;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Header = { seq: number; timeMs: number };

/** One command object a kind, filled anew for each record: what is measured is the machine, not its caller. */
export class Caller {
  private readonly placing: Mutable<PlaceOrder & Header> = {
    kind: 'PlaceOrder',
    seq: 0,
    timeMs: TIME,
    uid: 0,
    symbol: SYMBOL,
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
  private readonly amending: Mutable<AmendOrder & Header> = {
    kind: 'AmendOrder',
    seq: 0,
    timeMs: TIME,
    uid: 0,
    symbol: SYMBOL,
    orderId: 0,
    clientOrderId: '',
    price: 0 as Price,
    quantity: 0 as Amount,
    idempotency: null,
  };
  private readonly cancelling: Mutable<CancelOrder & Header> = {
    kind: 'CancelOrder',
    seq: 0,
    timeMs: TIME,
    uid: 0,
    symbol: SYMBOL,
    orderId: 0,
    clientOrderId: '',
  };

  /** The command of record i. A reduction to nothing is a cancel. */
  command(records: Int32Array, beside: Int32Array, i: number, seq: number): Command {
    const at = i * RECORD;
    const type = records[at]! & 255;
    const uid = records[at + 1]!;
    if (type <= FOK) {
      const { placing } = this;
      placing.seq = seq;
      placing.uid = uid;
      placing.side = records[at]! >> 8 === 0 ? 'BUY' : 'SELL';
      placing.timeInForce = type === 0 ? 'GTC' : type === 1 ? 'IOC' : 'FOK';
      placing.price = (records[at + 3]! * TICK) as Price;
      placing.quantity = (records[at + 5]! * STEP) as Amount;
      return placing;
    }
    const total = beside[i * BESIDE]!;
    if (type === CANCEL || (type !== MOVE && total === 0)) {
      this.cancelling.seq = seq;
      this.cancelling.uid = uid;
      this.cancelling.orderId = records[at + 2]!;
      return this.cancelling;
    }
    const { amending } = this;
    amending.seq = seq;
    amending.uid = uid;
    amending.orderId = records[at + 2]!;
    amending.price = (type === MOVE ? records[at + 3]! * TICK : 0) as Price;
    amending.quantity = (type === MOVE ? 0 : total * STEP) as Amount;
    return amending;
  }
}

/** Assets, market and ample funds. */
export function setUp(apply: (body: CommandBody) => void): void {
  apply({ kind: 'CreateAsset', asset: 'BTC', scale: 8 });
  apply({ kind: 'CreateAsset', asset: 'USDT', scale: 8 });
  apply({ kind: 'CreateMarket', symbol: SYMBOL, base: 'BTC', quote: 'USDT', parameters: PARAMETERS });
  for (let uid = 1; uid <= USERS; uid += 1) {
    for (const asset of ['BTC', 'USDT']) {
      apply({ kind: 'Deposit', uid, asset, amount: 1e15 as Amount, idempotency: { key: asset, fingerprint: '' } });
    }
  }
}

/** Counts trades and makes nothing. */
class CountingReporter implements Reporter {
  trades = 0;
  tradeHash = 0;
  orders: OrderPool | null = null;

  traded(_: unknown, fill: Readonly<Fill>): void {
    const { num } = this.orders!;
    this.trades += 1;
    const maker = num[fill.maker * NUM_STRIDE + ID]!;
    this.tradeHash = hashTrade(this.tradeHash, maker, num[fill.taker * NUM_STRIDE + ID]!, fill.ticks, fill.lots);
  }
  assetCreated(): void {}
  marketChanged(): void {}
  orderChanged(): void {}
  orderPrevented(): void {}
  tellPrevented(): void {}
  feeTierChanged(): void {}
  fundsMoved(): void {}
  perp(): void {}
  house(): void {}
  balancesChanged(): void {}
  depthChanged(): void {}
}

export class Level1 {
  readonly reporter = new CountingReporter();
  readonly engine = new Engine(this.reporter);
  readonly caller = new Caller();
  refused = 0;
  private seq = 0;

  constructor() {
    this.reporter.orders = this.engine.orders;
    setUp((body) => this.engine.execute({ ...body, seq: (this.seq += 1), timeMs: TIME } as Command));
  }

  run(records: Int32Array, beside: Int32Array, from: number, to: number): void {
    const { caller, engine } = this;
    for (let i = from; i < to; i += 1) {
      const answer = engine.execute(caller.command(records, beside, i, (this.seq += 1)));
      if (typeof answer === 'string') this.refused += 1;
    }
  }

  bookHash(): number {
    return bookHash(this.engine);
  }

  stateHash(): string {
    return sha256Hex(
      stateBytes({ engine: this.engine, keys: new IdempotencyKeys(), lastSeq: this.seq, lastTimeMs: TIME }),
    );
  }

  /** Assets whose accounts do not add up, and balances below zero. */
  defects(): string[] {
    const { engine } = this;
    const open = engine.ledger
      .sums()
      .flatMap((sum, i) => (sum.users + sum.house + sum.external === 0n ? [] : [engine.assets[i]!.asset]));
    return [...open, ...(engine.isStopped || engine.ledger.isOverdrawn ? ['stopped'] : [])];
  }
}

function bookHash({ orders, markets }: Engine): number {
  let hash = 0;
  const { book } = markets[0]!;
  for (const side of [1, 0]) {
    for (let order = book.first(side); order !== 0; order = book.next(order)) {
      const ticks = Math.abs(orders.int[order * INT_STRIDE + KEY]!);
      hash = hashOrder(hash, orders.num[order * NUM_STRIDE + ID]!, ticks, orders.num[order * NUM_STRIDE + LOTS]!);
    }
  }
  return hash;
}

export class Level2 {
  readonly core: Core = createCore();
  readonly caller = new Caller();
  trades = 0;
  tradeHash = 0;
  events = 0;
  refused = 0;
  /** The journal's payload, for the replay; null when it is not kept. */
  journal: Uint8Array[] | null = null;
  journalBytes = 0;
  private readonly emit = (event: CoreEvent): void => {
    this.events += 1;
    if (event.kind !== 'Traded') return;
    this.trades += 1;
    this.tradeHash = hashTrade(
      this.tradeHash,
      event.makerOrderId,
      event.takerOrderId,
      event.price / TICK,
      event.quantity / STEP,
    );
  };

  constructor(keepsJournal: boolean) {
    if (keepsJournal) this.journal = [];
    setUp((body) => this.apply({ ...body, seq: this.core.lastSeq + 1, timeMs: TIME } as Command));
  }

  run(records: Int32Array, beside: Int32Array, from: number, to: number): void {
    for (let i = from; i < to; i += 1) this.apply(this.caller.command(records, beside, i, this.core.lastSeq + 1));
  }

  /** Does a new core that replays the journal end in the same state? */
  replaysEqual(): boolean {
    const again = createCore();
    for (const bytes of this.journal ?? []) again.apply(decodeCommand(bytes, 0).command, () => {});
    return again.stateHash() === this.core.stateHash();
  }

  /** From depth alone a core does not tell its queues: the sums of its levels stand for the book. */
  depthHash(): number {
    const { asks, bids } = this.core.depth(SYMBOL, Number.MAX_SAFE_INTEGER)!;
    return [...asks, ...bids].reduce((hash, [price, quantity]) => hashOrder(hash, 0, price / TICK, quantity / STEP), 0);
  }

  private apply(command: Command): void {
    const bytes = encodeCommand(command);
    this.journalBytes += bytes.length;
    this.journal?.push(bytes);
    if (!this.core.apply(command, this.emit).ok) this.refused += 1;
  }
}
