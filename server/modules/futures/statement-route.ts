/** The call about a user's statement of a margin wallet. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import { statement } from '@agio/contracts/http/futures';
import { formatUnits } from '@agio/core/fixed';
import type { LongReads } from '../../limits/long-reads.ts';
import type { Db } from '../../store/index.ts';
import { pageOfEntries } from './statement-repo.ts';
import type { FuturesTrading } from './trading.ts';

/** `scales`: decimals of each asset. */
export function statementRoute(
  trading: FuturesTrading,
  db: Db,
  scales: ReadonlyMap<string, number>,
  longReads: LongReads,
): Route {
  return implement(statement, async ({ query, caller: { uid } }) => {
    const scale = scales.get(query.asset);
    if (scale === undefined) throw new Refusal('UNKNOWN_ASSET');
    await trading.settled(uid);
    const { type, symbol, from: fromMs, to: toMs, ...rest } = query;
    const asked = { ...rest, uid, type, symbol, fromMs, toMs };
    const { items, total, sum } = await longReads.run(uid, () => pageOfEntries(db, asked));
    return {
      items: items.map((entry) => ({
        type: entry.type,
        symbol: entry.symbol,
        amount: formatUnits(entry.amount, scale),
        parts: entry.parts,
        time: entry.timeMs,
      })),
      total,
      sum: formatUnits(sum, scale),
    };
  });
}
