/**
 * XB-3: any file of records through the machine's own book, with ample funds and self-trade prevention off, and a report
 * of what the book did. Record i has sequence i, from 0. One line each, ordered by sequence, line type, order of happening:
 *
 *   0,seq,side,id,px,qty         order accepted
 *   1,seq,px,qty,maker,taker     trade at the maker's price
 *   2,seq,side,id,px             cancelled (also an IOC's rest)
 *   3,seq,side,id,px,qty         replaced (in 0 and 3 the quantity as sent)
 *   4,seq,id                     cancel refused: unknown id
 *   5,seq,id                     replace refused
 */
import { FILLED_LOTS, ID, INT_STRIDE, KEY, LOTS, NUM_STRIDE, TOTAL_LOTS } from '../../core/book/order-pool.ts';
import type { CommandBody, TimeInForce } from '../../core/protocol/commands.ts';
import { StateMachine } from '../../core/state-machine/state-machine.ts';
import type { Amount, Price, Rate } from '../../core/fixed.ts';
import { checkInvariants } from '../../core/state-machine/invariants.ts';
import type { Fill } from '../../core/spot/sink.ts';
import { parameters } from '../../core/testing/exchange.ts';
import { commandOf, deposit } from './caller.ts';
import { CANCEL, FOK, hashOrder, hashTrade, RECORD, REPLACE } from './records.ts';
import { SilentReporter } from './silent-reporter.ts';

/** One lot at one tick is one quote unit: 2^20 ticks times 2^31 lots stay exact. */
const TICK = 100_000_000;
const PARAMETERS = parameters({ tickSize: TICK, stepSize: 1, premiumFactor: 0, defaultStpMode: 'NONE' });
const SYMBOL = 'AU';
/** Deposits of the largest amount, in each asset. */
const DEPOSITS = 8;
const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];

export type Line = (line: string) => void;

class TradeListener extends SilentReporter {
  heard: (fill: Readonly<Fill>) => void = () => {};

  override traded(_: unknown, fill: Readonly<Fill>): void {
    this.heard(fill);
  }
}

export class ConformanceRun {
  trades = 0;
  tradeHash = 0;
  private readonly records: Int32Array;
  private readonly line: Line | null;
  private readonly listener = new TradeListener();
  private readonly machine = new StateMachine(this.listener);
  /** By the file's order ids: the machine's id, the owner, the side. */
  private readonly ids: Int32Array;
  private readonly uids: Int32Array;
  private readonly sides: Uint8Array;
  /** The file's ids by the machine's. */
  private readonly names: Int32Array;
  private seq = 0;
  private record = 0;

  constructor(records: Int32Array, line: Line | null = null) {
    this.records = records;
    this.line = line;
    this.listener.heard = (fill) => this.onTrade(fill);
    const largest = this.largestId();
    this.ids = new Int32Array(largest + 1);
    this.uids = new Int32Array(largest + 1);
    this.sides = new Uint8Array(largest + 1);
    this.names = new Int32Array(records.length / RECORD + 2);
    this.setUp();
  }

  /** Records [from, to). */
  run(from: number, to: number): void {
    for (let i = from; i < to; i += 1) this.play(i);
  }

  /** Computed with the file's order ids, as Level0 does. */
  bookHash(): number {
    const { orders, markets } = this.machine;
    const { book } = markets[0]!;
    let hash = 0;
    for (const side of [1, 0]) {
      for (let order = book.first(side); order !== 0; order = book.next(order)) {
        const ticks = Math.abs(orders.int[order * INT_STRIDE + KEY]!);
        hash = hashOrder(hash, this.nameOf(order), ticks, orders.num[order * NUM_STRIDE + LOTS]!);
      }
    }
    return hash;
  }

  defects(): string[] {
    try {
      checkInvariants(this.machine);
      return [];
    } catch (error) {
      return [String(error)];
    }
  }

  private play(i: number): void {
    this.record = i;
    const { records } = this;
    const at = i * RECORD;
    const type = records[at]! & 255;
    const id = records[at + 2]!;
    if (type <= FOK) this.place(i, type, (records[at]! >> 8) & 1, records[at + 1]!, 0);
    else if (type === CANCEL) this.cancel(i, id);
    else if (type === REPLACE) this.replace(i, id);
    else throw new Error(`record ${i} is of type ${type}, which a conformance file has not`);
  }

  /** `lineType` 0 for a new order, 3 for a replaced one, whose trades come before its line. */
  private place(i: number, type: number, side: number, uid: number, lineType: number): void {
    const at = i * RECORD;
    const [id, ticks, lots] = [this.records[at + 2]!, this.records[at + 3]!, this.records[at + 5]!];
    if (lineType === 0) this.line?.(`0,${i},${side},${id},${ticks},${lots}`);
    const machineId = this.machine.acceptor.lastOrderId + 1;
    this.ids[id] = machineId;
    this.uids[id] = uid;
    this.sides[id] = side;
    this.names[machineId] = id;
    const answer = this.execute({
      kind: 'PlaceOrder',
      uid: uid + 1,
      symbol: SYMBOL,
      side: side === 0 ? 'BUY' : 'SELL',
      type: 'LIMIT',
      timeInForce: TIMES_IN_FORCE[type]!,
      price: (ticks * TICK) as Price,
      quantity: lots as Amount,
      quoteAmount: 0 as Amount,
      maxSlippage: 0 as Rate,
      stpMode: '',
      clientOrderId: '',
      idempotency: null,
    });
    if (typeof answer === 'string') throw new Error(`record ${i} was refused: ${answer}`);
    if (lineType !== 0) this.line?.(`3,${i},${side},${id},${ticks},${lots}`);
    else if (type !== 0 && this.isUnfilled(answer)) this.line?.(`2,${i},${side},${id},${ticks}`);
  }

  private cancel(i: number, id: number): void {
    const order = this.end(id);
    if (order === 0) this.line?.(`4,${i},${id}`);
    else this.line?.(`2,${i},${this.sides[id]},${id},${Math.abs(this.machine.orders.int[order * INT_STRIDE + KEY]!)}`);
  }

  private replace(i: number, id: number): void {
    if (this.end(id) === 0) this.line?.(`5,${i},${id}`);
    else this.place(i, 0, this.sides[id]!, this.uids[id]!, 3);
  }

  /** Cancels a live order; answers its slot, or 0 when there is none of that id. */
  private end(id: number): number {
    const orderId = this.ids[id] ?? 0;
    if (orderId === 0) return 0;
    const uid = this.uids[id]! + 1;
    const answer = this.execute({ kind: 'CancelOrder', uid, symbol: SYMBOL, orderId, clientOrderId: '' });
    this.ids[id] = 0;
    return typeof answer === 'string' ? 0 : answer;
  }

  private isUnfilled(order: number): boolean {
    const { machine } = this;
    // An expired order holds no lots, so the filled part is compared with the total.
    return machine.orders.num[order * NUM_STRIDE + FILLED_LOTS]! < machine.orders.num[order * NUM_STRIDE + TOTAL_LOTS]!;
  }

  private onTrade({ maker, taker, ticks, lots }: Readonly<Fill>): void {
    const [makerId, takerId] = [this.nameOf(maker), this.nameOf(taker)];
    this.trades += 1;
    this.tradeHash = hashTrade(this.tradeHash, makerId, takerId, ticks, lots);
    this.line?.(`1,${this.record},${ticks},${lots},${makerId},${takerId}`);
  }

  private nameOf(order: number): number {
    return this.names[this.machine.orders.num[order * NUM_STRIDE + ID]!]!;
  }

  private setUp(): void {
    for (const asset of ['A', 'U']) this.execute({ kind: 'CreateAsset', asset, scale: 8 });
    this.execute({ kind: 'CreateMarket', symbol: SYMBOL, base: 'A', quote: 'U', parameters: PARAMETERS });
    const uids = new Set<number>();
    for (let at = 0; at < this.records.length; at += RECORD) uids.add(this.records[at + 1]! + 1);
    for (const uid of uids) {
      for (const asset of ['A', 'U'])
        for (let i = 0; i < DEPOSITS; i += 1)
          this.execute(deposit(uid, asset, Number.MAX_SAFE_INTEGER as Amount, `${asset}${i}`));
    }
  }

  private largestId(): number {
    let largest = 0;
    for (let at = 2; at < this.records.length; at += RECORD) largest = Math.max(largest, this.records[at]!);
    return largest;
  }

  private execute(body: CommandBody): string | number {
    return this.machine.execute(commandOf(body, (this.seq += 1), 0));
  }
}
