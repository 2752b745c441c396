/** An open position as the core has it, an object, and how it is made of the record in which the kernel keeps it (core/kernel/perp-layout.ts). */
import { LazyMap } from './lazy-map.ts';
import type { Direction, Position } from '../../formulas/perp/position.ts';
import {
  BOTH_COST,
  BOTH_QUANTITY,
  POSITION_FEES,
  POSITION_ID,
  POSITION_OPENED,
  POSITION_REALISED,
} from '../../kernel/perp-layout.ts';
import type { PositionSide } from '../../protocol/words.ts';
import type { RecordTable } from './record-table.ts';

/** Its margin, when isolated, is what its ISO account holds. */
export interface OpenPosition extends Position {
  readonly positionId: number;
  readonly positionSide: PositionSide;
  readonly direction: Direction;
  /** Units of the base coin, in 10^-8; above 0 while it is open. */
  quantity: bigint;
  /** What its quantity cost, exactly, in units of the settlement asset (trading B4). */
  cost: bigint;
  readonly isolated: boolean;
  /** Parts of the isolated margin that bonus grants back, by grant (trading E2). */
  readonly bonusParts: LazyMap<number, bigint>;
  autoAdd: boolean;
  readonly openedAtMs: number;
  /** Since it was opened: gains and losses of its closed parts, fees paid, funding received less paid. */
  realised: bigint;
  fees: bigint;
  funding: bigint;
}

type Beginning = Pick<OpenPosition, 'positionId' | 'positionSide' | 'direction' | 'isolated' | 'openedAtMs'>;

/** One that has nothing yet. */
export function newPosition({ positionId, positionSide, direction, isolated, openedAtMs }: Beginning): OpenPosition {
  return {
    positionId,
    positionSide,
    direction,
    quantity: 0n,
    cost: 0n,
    isolated,
    bonusParts: new LazyMap(),
    autoAdd: false,
    openedAtMs,
    realised: 0n,
    fees: 0n,
    funding: 0n,
  };
}

/**
 * The one-way position of a holding, by the number of its record, as the kernel's fills left it; null for none. `known`: the object of before, which is changed
 * where it is of the same position. What the fills realised and charged is then no longer in the record.
 */
export function takePosition(records: RecordTable, number: number, known: OpenPosition | null): OpenPosition | null {
  const position = readPosition(records, number, known);
  records.setNum(number, POSITION_REALISED, 0);
  records.setNum(number, POSITION_FEES, 0);
  return position;
}

/** The same, of which nothing is taken. */
export function readPosition(
  records: RecordTable,
  number: number,
  known: OpenPosition | null = null,
): OpenPosition | null {
  const quantity = records.num(number, BOTH_QUANTITY);
  if (quantity === 0) return null;
  const positionId = records.num(number, POSITION_ID);
  const openedAtMs = records.num(number, POSITION_OPENED);
  const direction = quantity > 0 ? 1n : -1n;
  const position =
    known?.positionId === positionId
      ? known
      : newPosition({ positionId, positionSide: 'BOTH', direction, isolated: false, openedAtMs });
  position.quantity = BigInt(Math.abs(quantity));
  position.cost = BigInt(records.num(number, BOTH_COST));
  position.realised += BigInt(records.num(number, POSITION_REALISED));
  position.fees += BigInt(records.num(number, POSITION_FEES));
  return position;
}
