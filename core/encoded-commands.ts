/** Commands as bytes (CommandBatch), one behind the other: those that the kernel can carry out it does, the core takes the others one by one. */
import { CommandReader } from './codec/commands.ts';
import { KERNEL_REFUSALS } from './kernel/kernel.ts';
import { AMEND_PERP_ORDER, CANCEL_ORDER, CANCEL_PERP_ORDER, PLACE_ORDER, PLACE_PERP_ORDER } from './kernel/layout.ts';
import type { Command } from './protocol/commands.ts';
import type { TurnAnswer } from './protocol/core.ts';
import type { Outcome } from './protocol/events.ts';
import type { Contract } from './perp/contract/contract.ts';
import type { Market } from './spot/market.ts';
import type { EventReporter } from './state-machine/event-reporter.ts';
import { ASSET_NAME, type EventWriter, PERP_SYMBOL, SPOT_SYMBOL } from './state-machine/event-writer.ts';
import type { IdempotencyKeys } from './state-machine/idempotency.ts';
import { type Hearer, OrderRuns } from './state-machine/order-runs.ts';
import type { StateMachine } from './state-machine/state-machine.ts';

/** The core whose commands they are. */
interface Taker {
  readonly machine: StateMachine;
  readonly reporter: EventReporter;
  /** Where a turn is told. */
  readonly told: EventWriter;
  readonly keys: IdempotencyKeys;
  lastSeq: number;
  lastTimeMs: number;
  applyUnheard(command: Command): unknown;
  applyPacked(command: Command): Outcome;
  /** The outcome of a command about this order. */
  outcomeOf(order: number): Outcome;
}

export class EncodedCommands {
  private readonly core: Taker;
  private readonly runs: OrderRuns | null;

  /** `hasRuns`: whether the kernel may carry out several without the core. */
  constructor(core: Taker, hasRuns: boolean) {
    this.core = core;
    this.runs = hasRuns ? new OrderRuns(core.machine, core.keys) : null;
  }

  /** As Core.replay. */
  replay(bytes: Uint8Array, offset: number, toSeq: number): number {
    const { core } = this;
    return this.take(bytes, offset, toSeq, null, (command) => void core.applyUnheard(command));
  }

  /** As Core.applyTurn. */
  applyTurn(bytes: Uint8Array): readonly TurnAnswer[] {
    const { core } = this;
    const answers: TurnAnswer[] = [];
    const hearer = new TurnHearer(core, answers);
    this.take(bytes, 0, Infinity, hearer, (command) => void answers.push(core.applyPacked(command)));
    return answers;
  }

  private take(
    bytes: Uint8Array,
    offset: number,
    toSeq: number,
    hearer: Hearer | null,
    apply: (command: Command) => void,
  ): number {
    const { core, runs } = this;
    const reader = new CommandReader(bytes, offset);
    try {
      while (reader.offset < bytes.length && core.lastSeq < toSeq) {
        if (runs !== null && mayRun(bytes, reader.offset))
          reader.offset = this.run(runs, bytes, reader.offset, toSeq, hearer);
        if (reader.offset < bytes.length && core.lastSeq < toSeq) apply(reader.next());
      }
    } finally {
      runs?.forget();
    }
    return reader.offset;
  }

  private run(runs: OrderRuns, bytes: Uint8Array, offset: number, toSeq: number, hearer: Hearer | null): number {
    const { core } = this;
    if (hearer === null) core.reporter.begin(core.lastSeq, core.lastTimeMs, null);
    runs.seq = core.lastSeq;
    runs.timeMs = core.lastTimeMs;
    const next = runs.go(bytes, offset, toSeq, hearer);
    core.lastSeq = runs.seq;
    core.lastTimeMs = runs.timeMs;
    return next;
  }
}

/** Is the command that begins there one of those that the kernel can read? Its length takes one byte then, or two, its format and its kind one each. */
function mayRun(bytes: Uint8Array, at: number): boolean {
  const isLong = bytes[at] >= 128;
  const kind = bytes[at + (isLong ? 3 : 2)];
  const isSpot = kind >= PLACE_ORDER && kind <= CANCEL_ORDER;
  const isPerp = kind === PLACE_PERP_ORDER || kind === AMEND_PERP_ORDER || kind === CANCEL_PERP_ORDER;
  return (!isLong || bytes[at + 1] < 128) && (isSpot || isPerp);
}

class TurnHearer implements Hearer {
  private readonly core: Taker;
  private readonly answers: TurnAnswer[];

  constructor(core: Taker, answers: TurnAnswer[]) {
    this.core = core;
    this.answers = answers;
  }

  get turn(): number {
    return this.core.told.turn;
  }

  rows(numbers: Float64Array): void {
    this.core.told.append(numbers);
  }

  text(text: string): number {
    return this.core.told.text(text);
  }

  answer(code: number): void {
    const refusal = KERNEL_REFUSALS[code];
    const seq = this.core.lastSeq + 1;
    this.core.lastSeq = seq;
    this.answers.push(refusal === null ? null : { ok: false, seq, repeated: false, code: refusal });
  }

  name(market: Market): void {
    const { told } = this.core;
    const { base, quote } = market;
    market.setTexts(
      told.turn,
      told.numberedText(SPOT_SYMBOL, market.index, market.symbol),
      told.numberedText(ASSET_NAME, base.index, base.name),
      told.numberedText(ASSET_NAME, quote.index, quote.name),
    );
  }

  nameContract(contract: Contract): void {
    const { told } = this.core;
    const name = told.numberedText(PERP_SYMBOL, contract.index, contract.symbol);
    contract.setTexts(told.turn, name, told.text('FUTURES'));
  }

  enter(seq: number, timeMs: number, index: number): void {
    this.core.lastTimeMs = timeMs;
    this.core.reporter.goOn(seq, timeMs, index, this.core.told);
  }

  entered(order: number): void {
    this.answers[this.answers.length - 1] = this.core.outcomeOf(order);
  }
}
