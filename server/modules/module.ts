/**
 * Everything that a domain gives to the composition, in one value. The composition knows only this of most domains, and more of four: the
 * sessions and API keys of users, the trading API's calls over sockets of spot, the live markets, the operators' audit. It serves the routes,
 * runs the projections, opens the channels, runs the jobs, and takes each step of the start for all modules before the next one.
 * docs/ADDING_A_DOMAIN.md walks a domain through.
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
  /** Work repeated at intervals, from the end of `start` to `stop`. */
  readonly jobs?: readonly Job[];
  /** First step: throws if the database belongs to another exchange. Changes nothing. */
  checkDatabase?(): Promise<void>;
  /** Second, once the projections have caught up with the journal: puts its tables in order, or throws if they do not belong to the journal. */
  prepare?(): Promise<void>;
  /** Third: creates initial data that this exchange does not have yet. */
  seed?(): Promise<void>;
  /** Last: loads its memory, and publishes from now on. Calls are answered after it. */
  start?(to: Publishers): Promise<void>;
  /** When the last call is answered and its jobs have ended; the engine still runs. */
  stop?(): Promise<void> | void;
}
