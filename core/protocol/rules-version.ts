/**
 * Which rules this program trades by. It is raised by one whenever the same commands would give other answers, other events or
 * another state than before: a mended rule as well as a new one. A change that no command can show (speed, names, a reader
 * of bytes) leaves it. The formats of commands and snapshots say how bytes are read; this says what the commands do.
 *
 * 1: everything before rules had a version; journals and snapshots without one are of it.
 * 2: the mended bonus, voucher, liquidation, stop and deleveraging rules.
 * 3: markets and contracts have one limit together, and orders of both one pool: what is refused and forgotten when room is scarce is another.
 * 4: names of ended orders take no room beside them: what is forgotten when that is scarce is another.
 *
 * Commands taken under other rules are never applied again: the program goes on from a snapshot behind them. There is no
 * second path through the core for them. Once it is raised, `tools/record-golden-journal.ts` keeps what the
 * rules in force leave; what older ones left stays.
 */
export const RULES_VERSION = 4;

/** The version of journals and snapshots written before rules had one. */
export const FIRST_RULES_VERSION = 1;
