/** Makes the events that a pack stands for (core/protocol/event-packs.ts). */
import type { Amount } from '../fixed.ts';
import { liquidationPrice } from '../formulas/perp/liquidation.ts';
import { type Tier, tiersOf } from '../formulas/perp/tiers.ts';
import {
  AMOUNT,
  BALANCE,
  BALANCE_SEQ,
  COST,
  FEES,
  FIRST_ROW,
  FUNDING,
  type FundingPack,
  LEVERAGE,
  OPENED_AT,
  OTHERS,
  POSITION_ID,
  QUANTITY,
  REALISED,
  ROW,
  SEQ,
  SIDE,
  type Told,
  UID,
  USER_SEQ,
} from '../protocol/event-packs.ts';
import type { CoreEvent } from '../protocol/events.ts';
import { POSITION_SIDES } from '../protocol/words.ts';

/** The event itself, or all that the pack stands for, in order. Throws when the pack's rows were written over: it is read too late. */
export function unpackEach(told: Told, emit: (event: CoreEvent) => void): void {
  if (told.kind === 'FundingPack') new PackReader(told, emit).run();
  else emit(told);
}

class PackReader {
  private readonly pack: FundingPack;
  private readonly emit: (event: CoreEvent) => void;
  private readonly tiers: readonly Tier[];
  private index: number;
  /** Place of the next one in `told`. */
  private next = 0;

  constructor(pack: FundingPack, emit: (event: CoreEvent) => void) {
    this.pack = pack;
    this.emit = emit;
    this.tiers = tiersOf(pack);
    this.index = pack.index;
  }

  run(): void {
    const { rowCount, seq, index, count } = this.pack;
    this.checkRows();
    const { rows } = this.pack;
    const end = FIRST_ROW + rowCount * ROW;
    for (let at = FIRST_ROW; at < end; at += ROW) {
      this.tellOthers();
      this.emit(paymentOf(this.pack, at, this.index++));
      this.emit(positionOf(this.pack, this.tiers, at, this.index++));
    }
    for (let at = FIRST_ROW; at < end; at += ROW) if (rows[at + AMOUNT] < 0) this.tellBalance(at);
    for (let at = FIRST_ROW; at < end; at += ROW) if (rows[at + AMOUNT] > 0) this.tellBalance(at);
    this.tellOthers();
    this.checkRows();
    if (this.index !== index + count) throw new Error(`the funding of command ${seq} is not whole`);
  }

  private checkRows(): void {
    const { rows, seq } = this.pack;
    if (rows[SEQ] !== seq) throw new Error(`the funding of command ${seq} is read after the contract's next one`);
  }

  private tellBalance(at: number): void {
    this.tellOthers();
    this.emit(balanceOf(this.pack, at, this.index++));
  }

  /** The events of no row whose turn it is. */
  private tellOthers(): void {
    const { told } = this.pack;
    for (; this.next < told.length && told[this.next].index === this.index; this.index += 1)
      this.emit(told[this.next++]);
  }
}

function paymentOf({ rows, symbol, rate, markPrice, seq, timeMs }: FundingPack, at: number, index: number): CoreEvent {
  const amount = BigInt(rows[at + AMOUNT]);
  return {
    kind: 'FundingPaid',
    uid: rows[at + UID],
    wallet: 'FUTURES',
    symbol,
    positionSide: POSITION_SIDES[rows[at + SIDE]],
    quantity: BigInt(Math.abs(rows[at + QUANTITY])),
    rate,
    markPrice,
    direction: rows[at + QUANTITY] < 0 ? 'SHORT' : 'LONG',
    due: amount,
    amount,
    userSeq: rows[at + USER_SEQ],
    seq,
    index,
    timeMs,
  };
}

function positionOf(
  { rows, symbol, seq, timeMs }: FundingPack,
  tiers: readonly Tier[],
  at: number,
  index: number,
): CoreEvent {
  const quantity = Math.abs(rows[at + QUANTITY]);
  const isLong = rows[at + QUANTITY] > 0;
  const cost = BigInt(rows[at + COST]);
  const price = liquidationPrice({
    direction: isLong ? 1n : -1n,
    quantity: BigInt(quantity),
    cost,
    balance: BigInt(rows[at + BALANCE] + rows[at + OTHERS]),
    otherMaintenance: 0n,
    otherUnrealised: 0n,
    tiers,
  });
  return {
    kind: 'PositionChanged',
    positionId: rows[at + POSITION_ID],
    uid: rows[at + UID],
    wallet: 'FUTURES',
    symbol,
    positionSide: POSITION_SIDES[rows[at + SIDE]],
    direction: isLong ? 'LONG' : 'SHORT',
    marginMode: 'CROSS',
    leverage: rows[at + LEVERAGE],
    quantity: quantity as Amount,
    cost,
    margin: 0n,
    autoAdd: false,
    realised: BigInt(rows[at + REALISED]),
    fees: BigInt(rows[at + FEES]),
    funding: BigInt(rows[at + FUNDING]),
    liquidationPrice: price ?? 0n,
    openedAtMs: rows[at + OPENED_AT],
    updatedAtMs: timeMs,
    userSeq: rows[at + USER_SEQ] + 1,
    seq,
    index,
    timeMs,
  };
}

function balanceOf({ rows, asset, seq, timeMs }: FundingPack, at: number, index: number): CoreEvent {
  return {
    kind: 'BalanceChanged',
    userSeq: rows[at + BALANCE_SEQ],
    uid: rows[at + UID],
    wallet: 'FUTURES',
    asset,
    available: BigInt(rows[at + BALANCE]),
    locked: 0n,
    seq,
    index,
    timeMs,
  };
}

/** Where the row begins whose balance is told after that row's: first who paid, then who got. 0: the first of all. `end` or more: none. */
export function rowAfter(rows: Float64Array, row: number, end: number): number {
  const isPaying = row < FIRST_ROW || rows[row + AMOUNT] < 0;
  let at = row + ROW;
  while (at < end && rows[at + AMOUNT] < 0 !== isPaying) at += ROW;
  if (at < end || !isPaying) return at;
  at = FIRST_ROW;
  while (at < end && rows[at + AMOUNT] < 0) at += ROW;
  return at;
}
