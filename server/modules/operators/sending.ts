/** Sends the operator's commands to the engine, and reads the decimal texts of operators' calls. */
import type { CallInput } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import type { CommandBody, CommandResult, Idempotency } from '@agio/core';
import type { EngineHandle } from '../../engine/index.ts';
import { readUnits } from '../markets/index.ts';
import type { Users } from '../users/index.ts';
import type { Answered } from '../../commands/answered.ts';
import { submit } from '../../commands/submit.ts';
import { refusalOf, said } from './refusal-sentences.ts';

export interface Sender {
  readonly engine: EngineHandle;
  readonly users: Users;
  /** Histories that a user reads afterwards hold what the operator did. */
  readonly answered: Answered;
}

type Result<K extends CommandResult['kind']> = Extract<CommandResult, { kind: K }>;

/** Throws a Refusal. `uids` are the users whom it concerns. */
export async function send<K extends CommandResult['kind']>(
  sender: Sender,
  command: CommandBody,
  kind: K,
  uids: readonly number[] = [],
): Promise<Result<K>> {
  return (await submit(sender, command, kind, uids, (refused) => refusalOf(sender, command, refused))).result;
}

export async function uidOf({ users }: Sender, email: string): Promise<number> {
  const uid = await users.findUser(email);
  if (uid === null) throw said('NOT_FOUND', `Not found: nobody has the e-mail address ${email}.`);
  return uid;
}

/** Decimals of an asset's ledger unit. */
export async function scaleOf(engine: EngineHandle, asset: string): Promise<number> {
  const found = (await engine.query('assets', {})).find((known) => known.asset === asset);
  if (found === undefined) throw said('UNKNOWN_ASSET', `There is no asset ${asset}.`);
  return found.scale;
}

/** The text, which may begin with a minus, as units of 10^-scale. */
export function unitsOf<Unit extends number>(field: string, text: string, scale: number): Unit {
  const units = readUnits(text.replace('-', ''), scale);
  if (units === 'TOO_LARGE') throw said('AMOUNT_TOO_LARGE', `${field} is too large.`);
  if (units === 'TOO_FINE')
    throw new Refusal('BAD_REQUEST', { detail: `${field} has more than ${scale} decimals`, field });
  return (text.startsWith('-') ? 0 - units : units) as Unit;
}

/** Calls that move value are bound to a key, so that a repeat does nothing twice. */
export function keyOf({ idempotencyKey, fingerprint }: CallInput<unknown, unknown>): Idempotency {
  if (idempotencyKey === '') throw new Refusal('BAD_REQUEST', { detail: 'send an Idempotency-Key' });
  return { key: idempotencyKey, fingerprint };
}
