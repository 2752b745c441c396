/** The kernel: what the core calls of it (core/kernel/kernel.ts). */
import { keepEnded } from './ended.ts';
import { trade } from './fills.ts';
import { run } from './run.ts';
import { amend, cancel, forgetEnded, match, place } from './single.ts';

export { amend, cancel, forgetEnded, keepEnded, match, place, run, trade };
