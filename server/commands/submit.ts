/** The one way from a command to its answer, for every module that sends commands for users. */
import type { CallInput } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import type { CommandBody, CommandResult, Idempotency, Outcome } from '@agio/core';
import type { EngineHandle } from '../engine/index.ts';
import type { Answered } from './answered.ts';

interface Submitting {
  readonly engine: Pick<EngineHandle, 'submit'>;
  readonly answered: Pick<Answered, 'note'>;
}

type Result<K extends CommandResult['kind']> = Extract<CommandResult, { kind: K }>;
type Refused = Extract<Outcome, { ok: false }>;

interface Submitted<K extends CommandResult['kind']> {
  readonly seq: number;
  /** The key was seen before, and this is its first answer again. */
  readonly repeated: boolean;
  readonly result: Result<K>;
}

/**
 * Sends the command and answers its result, which must be of this kind. `uids` are the users whose histories it changes: their later
 * reads include it. Throws what `refuse` makes of the core's refusal.
 */
export async function submit<K extends CommandResult['kind']>(
  { engine, answered }: Submitting,
  command: CommandBody,
  kind: K,
  uids: readonly number[],
  refuse: (refused: Refused) => Refusal | Promise<Refusal> = refusalOf,
): Promise<Submitted<K>> {
  const outcome = await engine.submit(command);
  for (const uid of uids) answered.note(uid, outcome.seq);
  if (!outcome.ok) throw await refuse(outcome);
  if (outcome.result.kind !== kind) throw new Error(`${command.kind} was answered by ${outcome.result.kind}`);
  return { seq: outcome.seq, repeated: outcome.repeated, result: outcome.result as Result<K> };
}

/** The idempotency key of a request; null without one. */
export function idempotencyOf({
  idempotencyKey: key,
  fingerprint,
}: Pick<CallInput<unknown, unknown>, 'idempotencyKey' | 'fingerprint'>): Idempotency | null {
  return key === '' ? null : { key, fingerprint };
}

/** The site's refusal has the name of the core's code: a code without one in REFUSALS does not compile. */
function refusalOf({ code }: Pick<Refused, 'code'>): Refusal {
  return new Refusal(code);
}
