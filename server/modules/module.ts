/**
 * What a domain hands to the composition, in one value. The composition knows no more of most domains than this: it serves
 * the routes, runs the projections, opens the channels, runs the jobs, and takes each step of the start for all modules before
 * the next one. docs/ADDING_A_DOMAIN.md walks a domain through.
 */
import type { Channel, Publishers, SocketFamily } from '@agio/contracts/channel';
import type { Route } from '@agio/contracts/endpoint';
import type { Job } from './jobs.ts';
import type { Projection } from '../store/index.ts';

export interface Module {
  /** The calls that it answers. */
  readonly routes: readonly Route[];
  /** The projections that write the core's events into the module's tables. */
  readonly projections?: readonly Projection[];
  /** The websocket channels that it serves, by family of sockets. */
  readonly channels?: Readonly<Partial<Record<SocketFamily, readonly Channel[]>>>;
  /** What it does again and again, from the end of `start` to `stop`. */
  readonly jobs?: readonly Job[];
  /** First step: throws where the database belongs to another exchange. Changes nothing. */
  checkDatabase?(): Promise<void>;
  /** Second, once the projections have caught up with the journal: puts its tables in order, or throws where they do not belong to it. */
  prepare?(): Promise<void>;
  /** Third: makes what an exchange begins with and this one does not have yet. */
  seed?(): Promise<void>;
  /** Last: reads what it keeps in memory, and publishes from now on. Calls are answered after it. */
  start?(to: Publishers): Promise<void>;
  /** When the last call is answered and its jobs have ended; the engine still runs. */
  stop?(): Promise<void> | void;
}
