/**
 * Enters once what accounts held before this was recorded: coins of unknown cost, and how the day of the entry ends. Done once in the
 * life of a database, before commands are taken, while its rows and the live state stand at the same command.
 */
import type { EngineHandle } from '../../engine/index.ts';
import { type Db, sql } from '../../store/index.ts';
import { dayOf, type PositionDay, type SpotDay } from './day-rows.ts';
import { VALUE_ASSET } from './prices.ts';
import * as repo from './repo.ts';

const USERS_AT_ONCE = 500;

export async function openPortfolios(db: Db, engine: EngineHandle): Promise<void> {
  const { is_opened: isOpened } = await db
    .selectFrom('portfolio_opening')
    .select('is_opened')
    .executeTakeFirstOrThrow();
  if (isOpened) return;
  const day = dayOf(Date.now());
  const assets = await engine.query('assets', {});
  const markets = await engine.query('markets', {});
  const uids = (await db.selectFrom('ledger_users').select('uid').orderBy('uid').execute()).map(({ uid }) => uid);
  const spot: SpotDay[] = [];
  const positions: PositionDay[] = [];
  for (let at = 0; at < uids.length; at += USERS_AT_ONCE) {
    const part = uids.slice(at, at + USERS_AT_ONCE);
    spot.push(...(await Promise.all(part.map((uid) => spotOf(engine, uid, day)))).flat());
    positions.push(...(await Promise.all(part.map((uid) => positionsOf(engine, uid, day)))).flat());
  }
  await db.transaction().execute(async (tx) => {
    await repo.writePrices(tx, {
      scales: new Map(assets.map(({ asset, scale }) => [asset, scale])),
      markets: new Map(
        markets.map(({ symbol, base, quote, lastPrice }) => [symbol, { base, quote, price: lastPrice }]),
      ),
    });
    for (const table of ['portfolio_costs', 'portfolio_futures_days', 'portfolio_moves'] as const)
      await tx.deleteFrom(table).execute();
    const coins = spot.filter(({ asset, amount }) => asset !== VALUE_ASSET && amount > 0n);
    await repo.writeCosts(
      tx,
      coins.map(({ uid, asset, amount }) => ({ uid, asset, quantity: amount, unknown: amount, cost: 0n })),
    );
    await repo.writeSpotDays(tx, spot);
    await repo.writePositionDays(tx, positions);
    // The statement of the futures wallet is older than this: its days are known.
    await sql`
      insert into portfolio_futures_days (uid, asset, day, realised, fees, funding, other, moved)
      select uid, asset, (time_ms / 86400000)::int,
        coalesce(sum(amount) filter (where type = 'REALISED'), 0),
        coalesce(sum(amount) filter (where type in ('FEE', 'LIQUIDATION_FEE', 'FEE_VOUCHER')), 0),
        coalesce(sum(amount) filter (where type = 'FUNDING'), 0),
        coalesce(sum(amount) filter (where type in ('BONUS', 'DEBT_COVERED', 'VOUCHER_PROFIT')), 0),
        coalesce(sum(amount) filter (where type not in ('REALISED', 'FEE', 'LIQUIDATION_FEE', 'FEE_VOUCHER', 'FUNDING',
          'BONUS', 'DEBT_COVERED', 'VOUCHER_PROFIT')), 0)
      from futures_entries where wallet = 'FUTURES' group by 1, 2, 3
    `.execute(tx);
    await tx.updateTable('portfolio_opening').set({ is_opened: true, from_day: day }).execute();
  });
}

async function spotOf(engine: EngineHandle, uid: number, day: number): Promise<SpotDay[]> {
  const balances = await engine.query('balances', { uid });
  return balances
    .filter(({ wallet }) => wallet === 'SPOT')
    .map(({ asset, available, locked }) => ({ uid, asset, day, amount: available + locked }));
}

async function positionsOf(engine: EngineHandle, uid: number, day: number): Promise<PositionDay[]> {
  const positions = await engine.query('positions', { uid, wallet: 'FUTURES', symbol: '' });
  return positions.map(({ symbol, positionSide, direction, quantity, cost }) => ({
    uid,
    symbol,
    position_side: positionSide,
    day,
    direction,
    quantity: BigInt(quantity),
    cost,
  }));
}
