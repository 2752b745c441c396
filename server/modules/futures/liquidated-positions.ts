/**
 * Which orders ended with one isolated position, and which with all of a cross account: the core has one reason for both, and the
 * receipts of the same moment tell which it was.
 */
import type { CoreEvent } from '@agio/core';
import type { PositionSide } from '@agio/core/words';
import { type Db, sql } from '../../store/index.ts';
import type { HistoryQuery } from './history-queries.ts';

interface Scope {
  readonly uid: number;
  readonly wallet: string;
  readonly symbol: string;
  readonly positionSide: string;
}

interface EndedOrder extends Scope {
  readonly positionSide: PositionSide;
  readonly reason: string;
  readonly updatedAtMs: number;
}

/** Isolated positions by the moment at which they were liquidated. */
export type LiquidatedPositions = ReadonlySet<string>;

const keyOf = ({ uid, wallet, symbol, positionSide }: Scope, timeMs: number): string =>
  `${uid} ${wallet} ${symbol} ${positionSide} ${timeMs}`;

export function liquidatedPositions(events: readonly CoreEvent[]): LiquidatedPositions {
  return new Set(
    events.flatMap((event) =>
      event.kind === 'Liquidated' && event.marginMode === 'ISOLATED' ? [keyOf(event, event.timeMs)] : [],
    ),
  );
}

/** Of those that ended some of these orders. */
export async function readLiquidatedPositions(
  db: Db,
  { uid, wallet }: Pick<HistoryQuery, 'uid' | 'wallet'>,
  orders: readonly Pick<EndedOrder, 'reason' | 'updatedAtMs'>[],
): Promise<LiquidatedPositions> {
  const times = orders.flatMap(({ reason, updatedAtMs }) => (reason === 'LIQUIDATION' ? [updatedAtMs] : []));
  if (times.length === 0) return new Set();
  const rows = await db
    .selectFrom('futures_receipts')
    .select(['symbol', 'time_ms', sql<string>`body->>'positionSide'`.as('position_side')])
    .where('uid', '=', uid)
    .where('wallet', '=', wallet)
    .where('kind', '=', 'Liquidated')
    .where('time_ms', 'in', [...new Set(times)])
    .where(sql<string>`body->>'marginMode'`, '=', 'ISOLATED')
    .execute();
  return new Set(
    rows.map(({ symbol, time_ms: timeMs, position_side: positionSide }) =>
      keyOf({ uid, wallet, symbol, positionSide }, timeMs),
    ),
  );
}

/** Why an order ended, as calls and channels tell it. */
export function endReasonOf(order: EndedOrder, positions: LiquidatedPositions): string {
  const isPosition = order.reason === 'LIQUIDATION' && positions.has(keyOf(order, order.updatedAtMs));
  return isPosition ? 'POSITION_LIQUIDATION' : order.reason;
}
