/**
 * Level 2: the machine behind its face as the engine's thread uses it, with every event told and every command encoded for the journal. The commands of a
 * turn are encoded, then applied together, but for those of workloads whose orders are named by the ids that they got (XB-4, XB-5), which go one by one.
 * What they told is taken once a turn, as rows that another thread reads.
 */
import type { Command, CommandBody } from '../../core/protocol/commands.ts';
import { type Core, CommandBatch, CommandReader, createCore } from '../../core/index.ts';
import { Caller, commandOf, PERP_STEP, STEP, TICK } from './caller.ts';
import { hashTrade, type Stage } from './records.ts';
import * as row from '../../core/protocol/event-rows.ts';
import { rowLength } from '../../core/state-machine/unpack-rows.ts';

/** Commands between two messages of a busy engine's thread. */
const TURN = 512;

export class Level2 {
  readonly core: Core = createCore();
  readonly caller: Caller;
  trades = 0;
  tradeHash = 0;
  refused = 0;
  /** Where the journal's payload goes: the commands of a turn, the first of which is `firstSeq`. */
  private readonly append: (firstSeq: number, bytes: Uint8Array, count: number) => void;
  private readonly batch = new CommandBatch();
  private readonly users: number;

  constructor(stage: Stage, records: Int32Array, append: Level2['append'] = () => {}) {
    this.append = append;
    this.caller = new Caller(stage);
    this.users = stage.users + stage.thinUsers;
    this.caller.setUp(records, (body: CommandBody) => {
      this.batch.add(commandOf(body, this.core.lastSeq + this.batch.count + 1, this.caller.timeMs));
    });
    this.take();
  }

  run(records: Int32Array, beside: Int32Array, from: number, to: number): void {
    for (let i = from; i < to; i += 1) {
      this.step(records, beside, i);
      if (i % TURN === 0) this.take();
    }
    this.take();
  }

  /** One command; what it told is taken later, with that of the others of its turn. */
  step(records: Int32Array, beside: Int32Array, i: number): void {
    const { batch, core } = this;
    if (this.caller.learns) {
      this.applyAndLearn(this.caller.command(records, beside, i, core.lastSeq + 1));
      return;
    }
    const command = this.caller.command(records, beside, i, core.lastSeq + batch.count + 1);
    batch.add(command);
  }

  /** Ends a turn: hands its commands to the journal, and counts the trades in what was told. */
  take(): void {
    const { count } = this.batch;
    const bytes = this.batch.take();
    const isSetUp = this.core.lastSeq === 0;
    if (isSetUp || !this.caller.learns) this.applyTurn(bytes);
    this.append(this.core.lastSeq - count + 1, bytes, count);
    const { numbers, objects } = this.core.takeTold();
    let nextObject = 0;
    for (let at = 0; at < numbers.length; at += rowLength(numbers, at)) {
      if (numbers[at] === row.TRADE) {
        const lots = numbers[at + row.TRADE_QUANTITY]! / STEP;
        const [maker, taker] = [numbers[at + row.TRADE_MAKER_ORDER]!, numbers[at + row.TRADE_TAKER_ORDER]!];
        this.countTrade(maker, taker, numbers[at + row.TRADE_PRICE]!, lots);
      } else if (numbers[at] === row.OBJECT) {
        const event = objects[nextObject++]!;
        if (event.kind !== 'PerpTraded') continue;
        this.countTrade(event.makerOrderId, event.takerOrderId, event.price, event.quantity / PERP_STEP);
      }
    }
  }

  /** The number of the last command, applied or not yet. */
  get lastSeq(): number {
    return this.core.lastSeq + (this.caller.learns ? 0 : this.batch.count);
  }

  private applyTurn(bytes: Uint8Array): void {
    for (const answer of this.core.applyTurn(bytes)) if (answer !== null && !answer.ok) this.refused += 1;
  }

  /** By itself, because the next command may name its order by the id that it gets here. */
  private applyAndLearn(command: Command): void {
    const outcome = this.core.applyPacked(command);
    this.batch.add(command);
    if (!outcome.ok) this.refused += 1;
    else if (this.caller.placed !== 0 && 'order' in outcome.result) this.caller.learn(outcome.result.order.orderId);
  }

  private countTrade(maker: number, taker: number, price: number, lots: number): void {
    this.trades += 1;
    this.tradeHash = hashTrade(this.tradeHash, maker, taker, price / TICK, lots);
  }

  /** Every asset adds up and nobody's spot wallet is below zero. */
  defects(): string[] {
    const open = this.core.ledgerSums().flatMap(({ asset, sum }) => (sum === 0n ? [] : [`${asset} does not add up`]));
    const negative = Array.from({ length: this.users }, (_, i) => this.core.balances(i + 1))
      .flat()
      .filter(({ wallet, available, locked }) => wallet === 'SPOT' && (available < 0n || locked < 0n));
    return [...open, ...negative.map(({ uid }) => `user ${uid} is below zero`)];
  }
}

/** Does a new core that applies the recorded commands end in the same state? */
export function replaysEqual(core: Core, journal: readonly Uint8Array[]): boolean {
  const again = createCore();
  for (const bytes of journal) {
    const commands = new CommandReader(bytes);
    while (commands.offset < bytes.length) again.apply(commands.next(), () => {});
  }
  return again.stateHash() === core.stateHash();
}
