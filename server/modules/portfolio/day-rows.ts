/** What stands at the end of each day, from the events of a batch. Days are counted from 1970-01-01, UTC. */
import { DAY_MS } from '@agio/contracts/durations';
import { type CoreEvent, entriesOf, type EntryType } from '@agio/core';
import { type AccountMove, isMoved } from './movements.ts';
import { VALUE_ASSET } from './prices.ts';

export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

export interface SpotDay {
  readonly uid: number;
  readonly asset: string;
  readonly day: number;
  readonly amount: bigint;
}

export interface FuturesDay {
  readonly uid: number;
  readonly asset: string;
  readonly day: number;
  readonly realised: bigint;
  readonly fees: bigint;
  readonly funding: bigint;
  /** Bonus and vouchers that paid losses, debts that were covered. */
  readonly other: bigint;
  /** No result: transfers, prizes, corrections. */
  readonly moved: bigint;
}

export interface PositionDay {
  readonly uid: number;
  readonly symbol: string;
  readonly position_side: string;
  readonly day: number;
  readonly direction: string;
  readonly quantity: bigint;
  readonly cost: bigint;
}

export interface MovesDay {
  readonly uid: number;
  readonly day: number;
  readonly value: bigint;
  readonly is_unknown: boolean;
}

/** The last balance of each day counts. */
export function spotDays(events: readonly CoreEvent[]): SpotDay[] {
  const last = new Map<string, SpotDay>();
  for (const event of events) {
    if (event.kind !== 'BalanceChanged' || event.wallet !== 'SPOT' || event.uid === 0) continue;
    const { uid, asset } = event;
    const day = dayOf(event.timeMs);
    last.set(`${uid} ${asset} ${day}`, { uid, asset, day, amount: event.available + event.locked });
  }
  return [...last.values()];
}

export function positionDays(events: readonly CoreEvent[]): PositionDay[] {
  const last = new Map<string, PositionDay>();
  for (const event of events) {
    if (event.kind !== 'PositionChanged' || event.wallet !== 'FUTURES' || event.uid === 0) continue;
    const { uid, symbol, positionSide: position_side, direction, cost } = event;
    const day = dayOf(event.timeMs);
    const quantity = BigInt(event.quantity);
    last.set(`${uid} ${symbol} ${position_side} ${day}`, {
      uid,
      symbol,
      position_side,
      day,
      direction,
      quantity,
      cost,
    });
  }
  return [...last.values()];
}

type Result = 'realised' | 'fees' | 'funding' | 'other' | 'moved';

const RESULTS: Partial<Record<EntryType, Result>> = {
  REALISED: 'realised',
  FEE: 'fees',
  LIQUIDATION_FEE: 'fees',
  FEE_VOUCHER: 'fees',
  FUNDING: 'funding',
};

const resultOf = (type: EntryType): Result => (isMoved(type) ? 'moved' : (RESULTS[type] ?? 'other'));

export function futuresDays(events: readonly CoreEvent[]): FuturesDay[] {
  const sums = new Map<string, FuturesDay>();
  for (const event of events) {
    const day = dayOf(event.timeMs);
    for (const { uid, wallet, type, asset, amount } of entriesOf(event, VALUE_ASSET)) {
      if (wallet !== 'FUTURES' || uid === 0) continue;
      const key = `${uid} ${asset} ${day}`;
      const none = { uid, asset, day, realised: 0n, fees: 0n, funding: 0n, other: 0n, moved: 0n };
      const sum = sums.get(key) ?? none;
      const result = resultOf(type);
      sums.set(key, { ...sum, [result]: sum[result] + amount });
    }
  }
  return [...sums.values()];
}

export function movesDays(moves: readonly AccountMove[]): MovesDay[] {
  const sums = new Map<string, MovesDay>();
  for (const { uid, timeMs, value } of moves) {
    const day = dayOf(timeMs);
    const sum = sums.get(`${uid} ${day}`);
    sums.set(`${uid} ${day}`, {
      uid,
      day,
      value: (sum?.value ?? 0n) + (value ?? 0n),
      is_unknown: (sum?.is_unknown ?? false) || value === null,
    });
  }
  return [...sums.values()];
}
