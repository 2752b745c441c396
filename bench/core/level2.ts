/** Level 2: the machine behind its face, with every event made and every command encoded for the journal. */
import type { Command, CommandBody } from '../../core/protocol/commands.ts';
import { type Core, type CoreEvent, createCore, decodeCommand, encodeCommand } from '../../core/index.ts';
import { Caller, commandOf, PERP_STEP, STEP, TICK } from './caller.ts';
import { hashTrade, type Stage } from './records.ts';

export class Level2 {
  readonly core: Core = createCore();
  readonly caller: Caller;
  trades = 0;
  tradeHash = 0;
  refused = 0;
  /** Where the journal's payload goes. */
  private readonly append: (seq: number, bytes: Uint8Array) => void;
  private readonly users: number;
  readonly emit = (event: CoreEvent): void => {
    if (event.kind !== 'Traded' && event.kind !== 'PerpTraded') return;
    this.trades += 1;
    const lots = event.quantity / (event.kind === 'Traded' ? STEP : PERP_STEP);
    this.tradeHash = hashTrade(this.tradeHash, event.makerOrderId, event.takerOrderId, event.price / TICK, lots);
  };

  constructor(stage: Stage, records: Int32Array, append: (seq: number, bytes: Uint8Array) => void = () => {}) {
    this.append = append;
    this.caller = new Caller(stage);
    this.users = stage.users + stage.thinUsers;
    this.caller.setUp(records, (body: CommandBody) => {
      this.apply(commandOf(body, this.core.lastSeq + 1, this.caller.timeMs));
    });
  }

  run(records: Int32Array, beside: Int32Array, from: number, to: number): void {
    for (let i = from; i < to; i += 1) this.apply(this.caller.command(records, beside, i, this.core.lastSeq + 1));
  }

  /** Every asset adds up and nobody's spot wallet is below zero. */
  defects(): string[] {
    const open = this.core.ledgerSums().flatMap(({ asset, sum }) => (sum === 0n ? [] : [`${asset} does not add up`]));
    const negative = Array.from({ length: this.users }, (_, i) => this.core.balances(i + 1))
      .flat()
      .filter(({ wallet, available, locked }) => wallet === 'SPOT' && (available < 0n || locked < 0n));
    return [...open, ...negative.map(({ uid }) => `user ${uid} is below zero`)];
  }

  private apply(command: Command): void {
    const outcome = this.core.apply(command, this.emit);
    this.append(command.seq, encodeCommand(command));
    if (!outcome.ok) this.refused += 1;
    else if (this.caller.learns && this.caller.placed !== 0 && 'order' in outcome.result)
      this.caller.learn(outcome.result.order.orderId);
  }
}

/** Does a new core that applies the recorded commands end in the same state? */
export function replaysEqual(core: Core, journal: readonly Uint8Array[]): boolean {
  const again = createCore();
  for (const bytes of journal) again.apply(decodeCommand(bytes, 0).command, () => {});
  return again.stateHash() === core.stateHash();
}
