/**
 * Level 1: the whole trading machine (checks, reservations, matching with self-trade prevention, margins, ledger, fees)
 * without the events of its spot markets.
 */
import { ID, NUM_STRIDE, type OrderPool } from '../../core/book/order-pool.ts';
import { sha256Hex } from '../../core/hashes/sha256.ts';
import { stateBytes } from '../../core/codec/state.ts';
import type { Command } from '../../core/protocol/commands.ts';
import { StateMachine } from '../../core/state-machine/state-machine.ts';
import { IdempotencyKeys } from '../../core/state-machine/idempotency.ts';
import { checkInvariants } from '../../core/state-machine/invariants.ts';
import type { Unnumbered } from '../../core/protocol/words.ts';
import type { PerpEvent } from '../../core/protocol/perp-events.ts';
import type { Fill } from '../../core/spot/sink.ts';
import { bookHash } from './book-hash.ts';
import { Caller, commandOf, PERP_STEP, TICK } from './caller.ts';
import { hashTrade, type Stage } from './records.ts';
import { SilentReporter } from './silent-reporter.ts';

/** Counts trades and makes nothing. */
class CountingReporter extends SilentReporter {
  trades = 0;
  tradeHash = 0;
  orders: OrderPool | null = null;

  override traded(_: unknown, fill: Readonly<Fill>): void {
    const { num } = this.orders!;
    this.trades += 1;
    const maker = num[fill.maker * NUM_STRIDE + ID]!;
    this.tradeHash = hashTrade(this.tradeHash, maker, num[fill.taker * NUM_STRIDE + ID]!, fill.ticks, fill.lots);
  }
  override perp(_: unknown, event: Unnumbered<PerpEvent>): void {
    if (event.kind !== 'PerpTraded') return;
    this.trades += 1;
    const { makerOrderId, takerOrderId, price, quantity } = event;
    this.tradeHash = hashTrade(this.tradeHash, makerOrderId, takerOrderId, price / TICK, quantity / PERP_STEP);
  }
}

export class Level1 {
  readonly reporter = new CountingReporter();
  readonly machine = new StateMachine(this.reporter);
  readonly caller: Caller;
  refused = 0;
  private seq = 0;
  private timeMs = 0;

  constructor(stage: Stage, records: Int32Array) {
    this.caller = new Caller(stage);
    this.reporter.orders = this.machine.orders;
    this.caller.setUp(records, (body) => {
      this.seq += 1;
      this.machine.execute(commandOf(body, this.seq, this.caller.timeMs));
    });
  }

  run(records: Int32Array, beside: Int32Array, from: number, to: number): void {
    const { caller, machine } = this;
    for (let i = from; i < to; i += 1) {
      const command = caller.command(records, beside, i, (this.seq += 1));
      const answer = machine.execute(command);
      if (typeof answer === 'string') this.refused += 1;
      else if (caller.learns && caller.placed !== 0) caller.learn(this.idOf(command, answer));
      this.timeMs = command.timeMs;
    }
  }

  bookHash(): number {
    return bookHash(this.machine, this.caller.learns);
  }

  stateHash(): string {
    const { machine, seq: lastSeq, timeMs: lastTimeMs } = this;
    return sha256Hex(stateBytes({ machine, keys: new IdempotencyKeys(), lastSeq, lastTimeMs }));
  }

  /** Every invariant of the machine, by recomputation: sums, balances, reservations, positions. */
  defects(): string[] {
    try {
      checkInvariants(this.machine);
      return this.machine.ledger.isOverdrawn ? ['a balance is below zero'] : [];
    } catch (error) {
      return [String(error)];
    }
  }

  private idOf(command: Command, answer: number): number {
    const { orders, perps } = this.machine;
    if (command.kind === 'PlaceOrder') return orders.num[answer * NUM_STRIDE + ID]!;
    return perps.orders.num[perps.result.order * NUM_STRIDE + ID]!;
  }
}
