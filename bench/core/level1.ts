/**
 * Level 1: the whole trading machine (checks, reservations, matching with self-trade prevention, margins, ledger, fees)
 * without the events of its spot markets. Commands are handed to it as bytes, one behind the other, as they arrive from the journal; they are
 * written before the clock starts, by a pass that takes them one by one and whose trades and state are those that every other pass must come to.
 */
import { ID, NUM_STRIDE, type OrderPool } from '../../core/book/order-pool.ts';
import { sha256Hex } from '../../core/hashes/sha256.ts';
import { stateBytes } from '../../core/codec/state.ts';
import type { Command } from '../../core/protocol/commands.ts';
import { StateMachine } from '../../core/state-machine/state-machine.ts';
import { keyBytes } from '../../core/codec/key-records.ts';
import { IdempotencyKeys } from '../../core/state-machine/idempotency.ts';
import { checkInvariants } from '../../core/state-machine/invariants.ts';
import { type Core, CommandBatch, CommandReader, createCore } from '../../core/index.ts';
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

  constructor(stage: Stage, records: Int32Array, hear: (command: Command) => void = () => {}) {
    this.caller = new Caller(stage);
    this.reporter.orders = this.machine.orders;
    this.caller.setUp(records, (body) => {
      this.seq += 1;
      const command = commandOf(body, this.seq, this.caller.timeMs);
      this.machine.execute(command);
      hear(command);
    });
  }

  /** One by one; `hear` is handed each command. */
  run(
    records: Int32Array,
    beside: Int32Array,
    from: number,
    to: number,
    hear: (command: Command) => void = () => {},
  ): void {
    const { caller, machine } = this;
    for (let i = from; i < to; i += 1) {
      const command = caller.command(records, beside, i, (this.seq += 1));
      const answer = machine.execute(command);
      hear(command);
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
    const keys = new IdempotencyKeys(machine.knownNames, keyBytes());
    return sha256Hex(stateBytes({ machine, keys, lastSeq, lastTimeMs, snapshotBytes: 0 }));
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

/** Commands as bytes: those up to the end of the prefill, then the ones that are measured. */
export interface Written {
  readonly prefill: readonly Uint8Array[];
  readonly measured: readonly Uint8Array[];
  /** Of the machine that took them one by one, and of a core that did so without its kernel: each of them counts other events. */
  readonly machineHash: string;
  readonly coreHash: string;
}

/** Bytes that are handed over at once: about those of a unit of the journal. */
const UNIT_BYTES = 1 << 18;

export function write(stage: Stage, records: Int32Array, beside: Int32Array, prefill: number, end: number): Written {
  const batch = new CommandBatch();
  let units: Uint8Array[] = [];
  const add = (command: Command): void => {
    batch.add(command);
    if (batch.size >= UNIT_BYTES) units.push(batch.take());
  };
  const taken = (): readonly Uint8Array[] => {
    const all = [...units, batch.take()];
    units = [];
    return all;
  };
  const level = new Level1(stage, records, add);
  level.run(records, beside, 0, prefill, add);
  const before = taken();
  level.run(records, beside, prefill, end, add);
  const measured = taken();
  const machineHash = level.stateHash();
  return { prefill: before, measured, machineHash, coreHash: hashAlone([...before, ...measured]) };
}

function hashAlone(units: readonly Uint8Array[]): string {
  const core = createCore({ hasKernel: false });
  for (const unit of units) {
    const commands = new CommandReader(unit);
    while (commands.offset < unit.length) core.applyUnheard(commands.next());
  }
  return core.stateHash();
}

/** A core that takes them. */
export class Level1Bytes {
  private readonly core: Core = createCore();

  take(units: readonly Uint8Array[]): void {
    for (const unit of units) this.core.replay(unit, 0, Infinity);
  }

  /** It must come to the state of the core that took the commands one by one. */
  defects({ coreHash }: Written): string[] {
    const { core } = this;
    const open = core.ledgerSums().flatMap(({ asset, sum }) => (sum === 0n ? [] : [`${asset} does not add up`]));
    return core.stateHash() === coreHash ? open : [...open, 'the state differs'];
  }
}
