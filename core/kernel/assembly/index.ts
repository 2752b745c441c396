/** The kernel: what the core calls of it (core/kernel/kernel.ts). */
import { keepEnded } from './ended.ts';
import { trade } from './fills.ts';
import { readOrders, readUsers } from './read-records.ts';
import { run } from './run.ts';
import { amend, cancel, forgetEnded, match, place } from './single.ts';

export { amend, cancel, forgetEnded, keepEnded, match, place, readOrders, readUsers, run, trade };
