/** Each payment into the insurance fund and out of it. Amounts and balances are units of the settlement coin. */
import { DAY_MS } from '@agio/contracts/durations';
import { FUND_MOVEMENT_KINDS } from '@agio/contracts/http/futures-shapes';
import { type CoreEvent, fundAfter } from '@agio/core';
import {
  countForPages,
  type Db,
  insertRows,
  onPage,
  type Page,
  type PageRange,
  readWord,
  type Tx,
} from '../../store/index.ts';
import { SETTLE_ASSET } from './settle-asset.ts';

export interface FundMovement {
  readonly seq: number;
  readonly index: number;
  readonly timeMs: number;
  /** Empty: it belongs to no contract. */
  readonly symbol: string;
  readonly kind: (typeof FUND_MOVEMENT_KINDS)[number];
  /** Below 0: the fund paid. */
  readonly amount: bigint;
  /** What the fund held afterwards. */
  readonly balance: bigint;
}

/** What these events moved, oldest first. The sum of the amounts is the change of the fund, whatever the events are. */
export function fundMovementsOf(before: bigint, events: readonly CoreEvent[]): FundMovement[] {
  const movements: FundMovement[] = [];
  let fund = before;
  let settled: CoreEvent | undefined;
  for (const event of events) {
    const { seq, index, timeMs } = event;
    const balance = fundAfter(fund, event, SETTLE_ASSET);
    const isRest = event.kind === 'InsuranceChanged' && isRestOf(settled, event);
    if (event.kind === 'FundingSettled') settled = event;
    if (balance === fund) continue;
    const last = movements.at(-1);
    const amount = balance - fund;
    fund = balance;
    // What the takeover inventory paid or got at a funding is told after the rest of that funding, and is one payment with it.
    if (isRest && last?.seq === seq && last.index === settled?.index) {
      movements.pop();
      if (last.amount + amount !== 0n) movements.push({ ...last, amount: last.amount + amount, balance });
      continue;
    }
    const kind = isRest ? 'FUNDING' : kindOf(event);
    movements.push({ seq, index, timeMs, symbol: symbolOf(event), kind, amount, balance });
  }
  return movements;
}

const isRestOf = (settled: CoreEvent | undefined, event: Extract<CoreEvent, { kind: 'InsuranceChanged' }>): boolean =>
  settled?.kind === 'FundingSettled' &&
  settled.seq === event.seq &&
  settled.symbol === event.symbol &&
  settled.index + 1 === event.index;

/** A deleveraging moves nothing: it closes at cost. Whatever else a liquidation tells of the fund comes from what was taken over. */
function kindOf(event: CoreEvent): FundMovement['kind'] {
  if (event.kind === 'Posted') return 'OPERATOR';
  if (event.kind === 'FundingSettled') return 'FUNDING';
  if (event.kind === 'DebtCovered') return 'DEBT';
  const isClosed = event.kind === 'Liquidated' && (event.step === 'REDUCED' || event.step === 'CLOSED');
  return isClosed ? 'LIQUIDATION_FEE' : 'TAKEOVER';
}

function symbolOf(event: CoreEvent): string {
  switch (event.kind) {
    case 'InsuranceChanged':
    case 'Liquidated':
    case 'Deleveraged':
    case 'FundingSettled':
      return event.symbol;
    default:
      return '';
  }
}

/** The same rows may come twice: a replay writes what is there already. */
export const insertFundMovements = (tx: Tx, movements: readonly FundMovement[]): Promise<void> =>
  insertRows(
    tx,
    'futures_fund_movements',
    movements.map(({ seq, index, timeMs, symbol, kind, amount, balance }) => ({
      seq,
      event_index: index,
      time_ms: timeMs,
      symbol,
      kind,
      amount: amount.toString(),
      balance: balance.toString(),
    })),
  );

/** Newest first; of one day, counted from 1970-01-01 in UTC, or of all. `sinceMs`: from when on they are kept; null: all are. */
export async function pageOfFundMovements(
  db: Db,
  day: number | undefined,
  range: PageRange,
): Promise<Page<FundMovement> & { readonly sinceMs: number | null }> {
  let all = db.selectFrom('futures_fund_movements');
  if (day !== undefined) all = all.where('time_ms', '>=', day * DAY_MS).where('time_ms', '<', (day + 1) * DAY_MS);
  const total = await countForPages(db, all);
  const rows = await all
    .selectAll()
    .orderBy('time_ms', 'desc')
    .orderBy('seq', 'desc')
    .orderBy('event_index', 'desc')
    .$call(onPage(range))
    .execute();
  const { movements_from_ms: sinceMs } = await db
    .selectFrom('futures_fund')
    .select('movements_from_ms')
    .executeTakeFirstOrThrow();
  const items = rows.map((row) => ({
    seq: row.seq,
    index: row.event_index,
    timeMs: row.time_ms,
    symbol: row.symbol,
    kind: readWord('kind', row.kind, FUND_MOVEMENT_KINDS),
    amount: BigInt(row.amount),
    balance: BigInt(row.balance),
  }));
  return { total, items, sinceMs };
}
