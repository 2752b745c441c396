/** What crosses between the HTTP thread and the engine's thread. Plain data, batched once per turn on both sides. */
import type { CommandBody, EventRows, Outcome } from '@agio/core';
import type { Shortage } from '../journal/index.ts';
import type { EngineQuery } from './index.ts';
import type { ReplayChunk } from './recover.ts';

export interface EngineWorkerData {
  readonly directory: string;
  readonly segmentBytes: number;
  /** A snapshot is written after this many commands. */
  readonly snapshotEvery: number;
  /** A start keeps the events of so many of the newest commands for the rows; KEPT_COMMANDS when left out. */
  readonly keptCommands?: number;
}

export type ToEngine =
  | { readonly kind: 'work'; readonly items: readonly WorkItem[] }
  /** The projections stand at `seq`: snapshots they start from are kept. */
  | { readonly kind: 'projected'; readonly seq: number }
  /** Wants the events of the replay after this command. */
  | { readonly kind: 'recent'; readonly afterSeq: number }
  | { readonly kind: 'close' };

export type WorkItem =
  | { readonly kind: 'command'; readonly id: number; readonly body: CommandBody }
  | { readonly kind: 'query'; readonly id: number; readonly query: EngineQuery; readonly input: unknown };

export type FromEngine =
  | {
      readonly kind: 'ready';
      readonly seq: number;
      readonly replayed: number;
      /** The last command of older rules than this program's, 0 without any: nothing up to it can be replayed. */
      readonly boundarySeq: number;
    }
  | {
      readonly kind: 'durable';
      readonly seq: number;
      readonly firstSeq: number;
      readonly events: readonly EventRows[];
      readonly answers: readonly Answer[];
    }
  /** Those events; null where they are not kept. */
  | { readonly kind: 'recent'; readonly chunks: readonly ReplayChunk[] | null }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'closed' };

export type Answer =
  | { readonly id: number; readonly outcome: Outcome }
  /** A command about an order was taken: the events of that command tell its outcome (ToldOrders). */
  | { readonly id: number; readonly toldBy: number }
  | { readonly id: number; readonly output: unknown }
  /** Refused before it got a sequence: the journal has no room for it. */
  | { readonly id: number; readonly shortage: Shortage }
  /** A bug of ours while a query was answered; a bug in a command would stop the engine. */
  | { readonly id: number; readonly error: string };

/** What of a message moves to the other thread instead of being copied: the sender needs the rows of events no more. */
export function movedWith(message: FromEngine): ArrayBuffer[] {
  return message.kind === 'durable' ? message.events.map(({ numbers }) => numbers.buffer as ArrayBuffer) : [];
}
