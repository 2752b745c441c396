/**
 * Conditions that hold whatever a command asks for. A command that may not be done is refused with a code (rejects.ts); a failed
 * assertion is a bug of our own. The program that runs the core then stops before the command is written to the journal.
 */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * Throws when `holds` is false. `condition` says what must hold. It is a constant text and `holds` a few comparisons, so that
 * production asks as well: what takes a walk over the state is `checkInvariants`, which tests alone run.
 */
export function assert(holds: boolean, condition: string): asserts holds {
  if (!holds) throw new InvariantError(condition);
}

/** For the default of a `switch`: it does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`there is no case for ${JSON.stringify(value)}`);
}
