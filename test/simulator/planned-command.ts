/** An entry of the clients' table of commands. */
import type { Idempotency, OrderView } from '@agio/core';
import type { Random } from './random.ts';

/** The state and random numbers that a client may use. */
export interface CommandMaker {
  readonly uid: number;
  readonly random: Random;
  /** Orders it was told of, newest last. */
  readonly orders: readonly OrderView[];
  /** A new key for one command. */
  readonly key: (fingerprint: string) => Idempotency;
}

export interface PlannedCommand {
  readonly name: string;
  readonly weight: number;
  /** Null: no command of this kind makes sense now. */
  readonly make: (client: CommandMaker) => object | null;
}
