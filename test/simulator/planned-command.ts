/** What an entry of the clients' table of commands is. */
import type { Idempotency, OrderView } from '@agio/core';
import type { Random } from './random.ts';

/** What a client may draw on. */
export interface CommandMaker {
  readonly uid: number;
  readonly random: Random;
  /** Orders it was told of, newest last. */
  readonly orders: readonly OrderView[];
  /** A key of its own for one command. */
  readonly key: (fingerprint: string) => Idempotency;
}

export interface PlannedCommand {
  readonly name: string;
  readonly weight: number;
  /** Null: nothing of this kind makes sense now. */
  readonly make: (client: CommandMaker) => object | null;
}
