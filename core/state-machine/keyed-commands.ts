/** Which commands carry a caller's own name, and how long that is remembered (reliability 1.4). */
import { type Command, type CommandBody, type Idempotency, isProductCommand } from '../protocol/commands.ts';
import { MAX_KEY_LENGTH } from '../protocol/field-checks.ts';
import type { IdempotencyKeys } from './idempotency.ts';

/** Sent by users themselves, with a key or without one. */
const OWN_MOVES: readonly string[] = ['Transfer', 'MoveMargin', 'ConvertDust'];

export function isOwnMove({ kind }: CommandBody): boolean {
  return OWN_MOVES.includes(kind);
}

/** Their keys live longer (reliability 1.4). */
export function movesMoney(command: CommandBody): boolean {
  const { kind } = command;
  return (
    kind === 'Deposit' ||
    kind === 'Transfer' ||
    kind === 'MoveMargin' ||
    kind === 'OpenVoucherPosition' ||
    isProductCommand(command)
  );
}

export function isKey({ key, fingerprint }: Idempotency): boolean {
  return key !== '' && key.length <= MAX_KEY_LENGTH && fingerprint.length <= MAX_KEY_LENGTH;
}

/** As Core.hasRoomForKey, of a core with so many users. */
export function hasRoomForKey(keys: IdempotencyKeys, users: number, body: CommandBody, timeMs: number): boolean {
  if (!('uid' in body) || !('idempotency' in body) || body.idempotency === null) return true;
  const ofMoney = movesMoney(body);
  // Small balances are converted once a day at most (trading C7), so their keys need no bound.
  if (ofMoney && (!isOwnMove(body) || body.kind === 'ConvertDust')) return true;
  const { uid, idempotency } = body;
  if (keys.hasRoom(uid, ofMoney, users)) return true;
  return isKey(idempotency) && keys.find(uid, idempotency, timeMs) !== null;
}

/** Null for a command without a name. */
export function keyOf(command: Command): Idempotency | null {
  // Asked of every command: reading a field that may not be there costs half of asking first whether it is.
  return (command as { readonly idempotency?: Idempotency | null }).idempotency ?? null;
}
