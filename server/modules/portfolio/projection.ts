/** What coins cost and how each day ended, from the engine's events. */
import type { CoreEvent } from '@agio/core';
import type { Projection, Tx } from '../../store/index.ts';
import { bring, take } from './cost.ts';
import { futuresDays, movesDays, positionDays, spotDays } from './day-rows.ts';
import { type CoinMovement, movementsOf } from './movements.ts';
import * as repo from './repo.ts';

const MOVING: ReadonlySet<CoreEvent['kind']> = new Set([
  'AssetCreated',
  'MarketChanged',
  'Traded',
  'FundsMoved',
  'Posted',
]);

export const portfolioProjection: Projection = {
  name: 'portfolio',
  async apply(tx, events) {
    await repo.writeSpotDays(tx, spotDays(events));
    await repo.writePositionDays(tx, positionDays(events));
    await repo.addFuturesDays(tx, futuresDays(events));
    const moving = events.filter(({ kind }) => MOVING.has(kind));
    if (moving.length === 0) return;
    const prices = await repo.readPrices(tx);
    const { coins, moves, havePricesChanged } = movementsOf(moving, prices);
    if (havePricesChanged) await repo.writePrices(tx, prices);
    await repo.addMoves(tx, movesDays(moves));
    if (coins.length > 0) await applyCoins(tx, coins);
  },
};

async function applyCoins(tx: Tx, coins: readonly CoinMovement[]): Promise<void> {
  const keys = new Map(coins.map(({ uid, asset }) => [repo.costKey({ uid, asset }), { uid, asset }]));
  const held = await repo.readCosts(tx, [...keys.values()]);
  for (const { quantity, cost, ...key } of coins) {
    const name = repo.costKey(key);
    const before = held.get(name)!;
    held.set(name, quantity > 0n ? bring(before, quantity, cost) : take(before, -quantity));
  }
  await repo.writeCosts(
    tx,
    [...keys].map(([name, key]) => ({ ...key, ...held.get(name)! })),
  );
}
