/** The kernel: what the core calls of it (core/kernel/kernel.ts). */
import { amend, cancel, place } from './commands.ts';
import { forgetEnded, keepEnded } from './ended.ts';
import { match, trade } from './fills.ts';

export { amend, cancel, forgetEnded, keepEnded, match, place, trade };
