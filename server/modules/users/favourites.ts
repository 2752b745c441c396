/** A user's favourite markets. */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/users';
import { lockedWritesOf } from '../../limits/locked-writes.ts';
import type { Db, Tx } from '../../store/index.ts';

/** Of a user, in the spot markets and again in the perpetuals. */
const MOST = 500;

interface Favourite {
  readonly uid: number;
  readonly type: string;
  readonly symbol: string;
}

export function favouriteRoutes(db: Db): Route[] {
  const { run: inTurn } = lockedWritesOf(db);
  return [
    implement(contract.favourites, async ({ query, caller }) => ({ symbols: await list(db, caller.uid, query.type) })),
    implement(contract.updateFavourite, async ({ body, caller }) => {
      const { symbol, type } = body;
      if (body.operationType === 'DELETE') {
        await db
          .deleteFrom('favourites')
          .where('uid', '=', caller.uid)
          .where('type', '=', type)
          .where('symbol', '=', symbol)
          .execute();
      } else
        await inTurn(caller.uid, () => db.transaction().execute((tx) => add(tx, { uid: caller.uid, type, symbol })));
      return { symbols: await list(db, caller.uid, type) };
    }),
  ];
}

async function add(tx: Tx, favourite: Favourite): Promise<void> {
  const { uid, type } = favourite;
  // The user's row is locked, so that parallel calls cannot pass the limit.
  await tx.selectFrom('users').select('uid').where('uid', '=', uid).forUpdate().executeTakeFirstOrThrow();
  if ((await list(tx, uid, type)).length >= MOST)
    throw new Refusal('BAD_REQUEST', { detail: `at most ${MOST} favourites`, field: 'symbol' });
  await tx
    .insertInto('favourites')
    .values({ ...favourite, added_at_ms: Date.now() })
    .onConflict((conflict) => conflict.columns(['uid', 'type', 'symbol']).doNothing())
    .execute();
}

async function list(db: Tx, uid: number, type: string): Promise<string[]> {
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
