import type { Hashes } from './hashes/hashes.ts';

export interface CoreOptions {
  /** Checks every invariant of trading C4 after every command and throws at the first that fails: for tests. */
  readonly checkInvariants?: boolean;
  /** The host's, where it has faster ones than the core's own. */
  readonly hashes?: Hashes;
  /**
   * Numbers that nobody can foresee, for the table of names (core/kernel/known-names.ts). Nothing that the core answers or keeps depends on them; without them users can
   * choose names that take long to look for.
   */
  readonly nameSecret?: Uint32Array;
  /** False: it does all by itself, for tests of its kernel. */
  readonly hasKernel?: boolean;
}
