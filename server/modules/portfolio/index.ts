/** The portfolio: what the coins of a spot wallet cost, and what an account earned from day to day (decision 072). */
import { DAY_MS } from '@agio/contracts/durations';
import { implement } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/portfolio';
import { formatUnits } from '@agio/core/fixed';
import { answeredOf } from '../../commands/answered.ts';
import type { EngineHandle } from '../../engine/index.ts';
import type { Store } from '../../store/index.ts';
import type { Module } from '../module.ts';
import { readAccount } from './account-repo.ts';
import { type DayResult, resultsOf } from './days.ts';
import { dayOf } from './day-rows.ts';
import { openPortfolios } from './opening.ts';
import { portfolioProjection } from './projection.ts';
import { VALUE_ASSET } from './prices.ts';
import { costsOf, readPrices } from './repo.ts';

export interface PortfolioOptions {
  readonly store: Store;
  readonly engine: EngineHandle;
}

export function createPortfolio({ store, engine }: PortfolioOptions): Module {
  const { db } = store;
  const answered = answeredOf(store);
  return {
    routes: [
      implement(contract.coinCosts, async ({ caller: { uid } }) => {
        await answered.wait(uid);
        const [costs, { scales }] = await Promise.all([costsOf(db, uid), readPrices(db)]);
        const text = (asset: string, units: bigint): string => formatUnits(units, scaleOf(scales, asset));
        const items = costs.map(({ asset, quantity, unknown, cost }) => ({
          asset,
          quantity: text(asset, quantity),
          unknown: text(asset, unknown),
          cost: text(VALUE_ASSET, cost),
        }));
        return { items };
      }),
      implement(contract.pnlDays, async ({ query: { from, to }, caller: { uid } }) => {
        await answered.wait(uid);
        const [firstDay, lastDay] = [dayOf(Date.parse(from)), Math.min(dayOf(Date.parse(to)), dayOf(Date.now()))];
        const account = await readAccount(db, uid, firstDay, lastDay);
        const scale = scaleOf(account.scales, VALUE_ASSET);
        return { days: resultsOf(account, firstDay, lastDay).map((result) => dayView(result, scale)) };
      }),
    ],
    projections: [portfolioProjection],
    prepare: () => openPortfolios(db, engine),
  };
}

function scaleOf(scales: ReadonlyMap<string, number>, asset: string): number {
  const scale = scales.get(asset);
  if (scale === undefined) throw new Error(`asset ${asset} has no scale`);
  return scale;
}

function dayView({ day, equity, moved, pnl, futures }: DayResult, scale: number): contract.PnlDay {
  const text = (units: bigint): string => formatUnits(units, scale);
  const orNull = (units: bigint | null): string | null => (units === null ? null : text(units));
  return {
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    equity: orNull(equity),
    moved: orNull(moved),
    pnl: orNull(pnl),
    futures: {
      pnl: text(futures.pnl),
      realised: text(futures.realised),
      fees: text(futures.fees),
      funding: text(futures.funding),
    },
  };
}
