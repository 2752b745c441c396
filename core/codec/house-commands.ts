/** Commands to the house's accounts as bytes (see commands.ts). */
import type { HouseCommand, HouseCommandKind, Pool } from '../house/commands.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { readAmount, readWord, writeNumber, writeWord } from './fields.ts';
import { readKey, writeIdempotency } from './idempotency.ts';

/** May only grow at its end. */
export const HOUSE_KINDS = ['ContributeCapital', 'FundPool'] as const satisfies readonly HouseCommandKind[];
const POOLS = ['INSURANCE', 'BONUS_POOL', 'PRIZE_POOL', 'EARN_POOL', 'DUAL_POOL'] as const satisfies readonly Pool[];

export function writeHouseFields(w: ByteWriter, command: HouseCommand): void {
  switch (command.kind) {
    case 'ContributeCapital':
      break;
    case 'FundPool':
      writeWord(w, POOLS, command.pool);
  }
  w.text(command.asset);
  writeNumber(w, command.amount);
  writeIdempotency(w, command.idempotency);
}

export function readHouseFields(r: ByteReader, kind: HouseCommandKind): HouseCommand {
  switch (kind) {
    case 'ContributeCapital':
      return { kind, asset: r.text(), amount: readAmount(r), idempotency: readKey(r) };
    case 'FundPool':
      return { kind, pool: readWord(r, POOLS), asset: r.text(), amount: readAmount(r), idempotency: readKey(r) };
  }
}
