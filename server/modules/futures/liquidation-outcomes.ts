/**
 * What became of the liquidations that canceled orders: the core has one reason for all of them, and the receipts of the same moment tell
 * which scope it was, and whether it was closed or got well again (trading B13).
 */
import type { CoreEvent } from '@agio/core';
import type { PositionSide } from '@agio/core/words';
import { type Db, sql } from '../../store/index.ts';
import type { HistoryQuery } from './history-queries.ts';

interface Step {
  readonly uid: number;
  readonly wallet: string;
  readonly symbol: string;
  readonly positionSide: string;
  readonly marginMode: string;
  readonly step: string;
  readonly timeMs: number;
}

interface EndedOrder {
  readonly uid: number;
  readonly wallet: string;
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly reason: string;
  readonly updatedAtMs: number;
}

/** By scope and moment. RECOVERED: it stopped before everything was closed, since the equity was above the maintenance margin again. */
export type LiquidationOutcomes = ReadonlyMap<string, 'CLOSED' | 'RECOVERED'>;

type Owner = Pick<Step, 'uid' | 'wallet'>;

const isolatedKey = ({ uid, wallet }: Owner, symbol: string, positionSide: string, timeMs: number): string =>
  `${uid} ${wallet} ${symbol} ${positionSide} ${timeMs}`;
const crossKey = ({ uid, wallet }: Owner, timeMs: number): string => `${uid} ${wallet} ${timeMs}`;

/** In the order of the log: RECOVERED is the last step of a liquidation. */
function outcomesOf(steps: readonly Step[]): LiquidationOutcomes {
  return new Map(
    steps.map((one) => [
      one.marginMode === 'ISOLATED'
        ? isolatedKey(one, one.symbol, one.positionSide, one.timeMs)
        : crossKey(one, one.timeMs),
      one.step === 'RECOVERED' ? 'RECOVERED' : 'CLOSED',
    ]),
  );
}

export function liquidationOutcomes(events: readonly CoreEvent[]): LiquidationOutcomes {
  return outcomesOf(events.filter((event) => event.kind === 'Liquidated'));
}

/** Of those that ended some of these orders; null: there is none. */
export async function readLiquidationOutcomes(
  db: Db,
  { uid, wallet }: Pick<HistoryQuery, 'uid' | 'wallet'>,
  orders: readonly (Pick<EndedOrder, 'reason' | 'updatedAtMs'> | null)[],
): Promise<LiquidationOutcomes> {
  const times = orders.flatMap((order) => (order?.reason === 'LIQUIDATION' ? [order.updatedAtMs] : []));
  if (times.length === 0) return new Map();
  const rows = await db
    .selectFrom('futures_receipts')
    .select(['symbol', 'time_ms'])
    .select(sql<string>`body->>'positionSide'`.as('position_side'))
    .select(sql<string>`body->>'marginMode'`.as('margin_mode'))
    .select(sql<string>`body->>'step'`.as('step'))
    .where('uid', '=', uid)
    .where('wallet', '=', wallet)
    .where('kind', '=', 'Liquidated')
    .where('time_ms', 'in', [...new Set(times)])
    .orderBy('seq')
    .orderBy('event_index')
    .execute();
  return outcomesOf(
    rows.map(({ symbol, step, time_ms: timeMs, position_side: positionSide, margin_mode: marginMode }) => ({
      uid,
      wallet,
      symbol,
      positionSide,
      marginMode,
      step,
      timeMs,
    })),
  );
}

/**
 * Why an order ended, as calls and channels tell it. Only what was closed or taken over whole is told as liquidated: a scope that got well
 * again still has its positions.
 */
export function endReasonOf(order: EndedOrder, outcomes: LiquidationOutcomes): string {
  if (order.reason !== 'LIQUIDATION') return order.reason;
  const ofPosition = outcomes.get(isolatedKey(order, order.symbol, order.positionSide, order.updatedAtMs));
  const outcome = ofPosition ?? outcomes.get(crossKey(order, order.updatedAtMs));
  if (outcome === 'RECOVERED') return 'LIQUIDATION_RECOVERED';
  return ofPosition === undefined ? 'LIQUIDATION' : 'POSITION_LIQUIDATION';
}
