/** A user's favourite markets. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/users';
import type { Db } from '../../store/index.ts';

const MOST = 500;

export function favouriteRoutes(db: Db): Route[] {
  return [
    implement(contract.favourites, async ({ query, caller }) => ({ symbols: await list(db, caller.uid, query.type) })),
    implement(contract.updateFavourite, async ({ body, caller }) => {
      const { symbol, type } = body;
      const known = await list(db, caller.uid, type);
      if (body.operationType === 'DELETE') {
        await db
          .deleteFrom('favourites')
          .where('uid', '=', caller.uid)
          .where('type', '=', type)
          .where('symbol', '=', symbol)
          .execute();
      } else {
        if (known.length >= MOST)
          throw new Refusal('BAD_REQUEST', { detail: `at most ${MOST} favourites`, field: 'symbol' });
        await db
          .insertInto('favourites')
          .values({ uid: caller.uid, type, symbol, added_at_ms: Date.now() })
          .onConflict((conflict) => conflict.columns(['uid', 'type', 'symbol']).doNothing())
          .execute();
      }
      return { symbols: await list(db, caller.uid, type) };
    }),
  ];
}

async function list(db: Db, uid: number, type: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favourites')
    .select('symbol')
    .where('uid', '=', uid)
    .where('type', '=', type)
    .orderBy('added_at_ms')
    .orderBy('symbol')
    .execute();
  return rows.map((row) => row.symbol);
}
