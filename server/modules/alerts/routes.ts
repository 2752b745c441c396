/** The calls of price alerts. */
import {
  type AlertDirection,
  type AlertPauseHours,
  ALERT_PRICE_TIMES,
  MOST_PRICE_ALERTS,
} from '@agio/contracts/alert-limits';
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import * as contract from '@agio/contracts/http/alerts';
import { PRICE_SCALE } from '@agio/core/fixed';
import type { EngineHandle } from '../../engine/index.ts';
import type { LiveContracts } from '../futures/index.ts';
import { newestContractPrice } from '../futures/index.ts';
import { type LiveMarkets, newestPrints, priceText, unitsOf } from '../markets/index.ts';
import { type Store, type Tx, whileProjectionsWait } from '../../store/index.ts';
import * as repo from './alert-repo.ts';
import { isReached } from './crossing.ts';
import type { MarketKind } from '@agio/core/words';

export interface AlertRoutesOptions {
  readonly store: Store;
  readonly engine: EngineHandle;
  readonly markets: LiveMarkets;
  readonly contracts: LiveContracts;
  /** Called before an alert of the market is written. */
  readonly watch: (market: MarketKind, symbol: string) => void;
  /** Counts one change; throws when the user made too many. */
  readonly takeChange: (uid: number) => Promise<void>;
}

export function alertRoutes(options: AlertRoutesOptions): Route[] {
  const { store, engine, watch, takeChange } = options;
  const { db } = store;
  /** Levels are judged by what was projected: that is first brought to what callers were told. */
  const whileUpToDate = async <Result>(run: (tx: Tx) => Promise<Result>): Promise<Result> => {
    await store.waitForSeq(engine.durableSeq);
    return whileProjectionsWait(db, run);
  };
  return [
    implement(contract.priceAlerts, async ({ caller }) => ({
      alerts: (await repo.listAlerts(db, caller.uid)).map(viewOf),
    })),
    implement(contract.firedPriceAlerts, async ({ caller, query }) => ({
      fired: (await repo.newestFirings(db, caller.uid, query.limit)).map(firedView),
    })),
    implement(contract.createPriceAlert, async ({ caller: { uid }, body }) => {
      await takeChange(uid);
      const { market, symbol, pauseHours } = body;
      const level = levelOf(options, body);
      watch(market, symbol);
      const alert = await whileUpToDate(async (tx) => {
        const own = await repo.lockAlerts(tx, uid);
        if (own.length >= MOST_PRICE_ALERTS) throw new Refusal('TOO_MANY_ALERTS');
        const wasReached = await sideOf(tx, { ...level, market, symbol }, own);
        const createdAtMs = Date.now();
        return repo.insertAlert(tx, {
          uid,
          market,
          symbol,
          ...level,
          pauseHours,
          wasReached,
          firedAtMs: null,
          createdAtMs,
        });
      });
      return { alert: viewOf(alert) };
    }),
    implement(contract.updatePriceAlert, async ({ caller: { uid }, body }) => {
      await takeChange(uid);
      const alert = await whileUpToDate(async (tx) => {
        const own = await repo.lockAlerts(tx, uid);
        const known = own.find(({ id }) => id === body.id);
        if (!known) throw new Refusal('NOT_FOUND');
        const { market, symbol } = known;
        const level = levelOf(options, { ...body, market, symbol });
        const others = own.filter(({ id }) => id !== known.id);
        const isSame = level.price === known.price && level.direction === known.direction;
        // Of an alert that rests past its level the pause alone may change.
        const wasReached = isSame ? known.wasReached : await sideOf(tx, { ...level, market, symbol }, others);
        const changed = { ...known, ...level, pauseHours: body.pauseHours, wasReached };
        await repo.changeAlert(tx, known.id, changed);
        return changed;
      });
      return { alert: viewOf(alert) };
    }),
    implement(contract.deletePriceAlert, async ({ caller, body }) => {
      if (!(await repo.deleteAlert(db, caller.uid, body.id))) throw new Refusal('NOT_FOUND');
      return {};
    }),
  ];
}

interface AskedLevel {
  readonly market: MarketKind;
  readonly symbol: string;
  readonly direction: AlertDirection;
  readonly price: string;
}

/** Refuses a price that the market cannot have. */
function levelOf({ markets, contracts }: AlertRoutesOptions, { market, symbol, direction, price: text }: AskedLevel) {
  const known = market === 'SPOT' ? markets.markets.get(symbol) : contracts.contracts.get(symbol);
  if (!known) throw new Refusal('UNKNOWN_MARKET');
  const price = unitsOf('price', text, PRICE_SCALE, 'PRICE_TICK');
  if (price % known.view.parameters.tickSize !== 0) throw new Refusal('PRICE_TICK');
  return { direction, price };
}

type NewLevel = Pick<repo.AlertRow, 'market' | 'symbol' | 'direction' | 'price'>;

/** Refuses a level that waits already, one far beyond the last price, and one that it has passed; null where nothing was traded yet. */
async function sideOf(tx: Tx, level: NewLevel, own: readonly repo.AlertRow[]): Promise<boolean | null> {
  const isKnown = own.some(
    ({ market, symbol, direction, price }) =>
      market === level.market && symbol === level.symbol && direction === level.direction && price === level.price,
  );
  if (isKnown) throw new Refusal('ALREADY_EXISTS');
  const last =
    level.market === 'SPOT'
      ? (await newestPrints(tx, level.symbol, 1)).at(-1)?.price
      : await newestContractPrice(tx, level.symbol);
  if (last === undefined) return null;
  if (isTooFar(level.price, last)) throw new Refusal('ALERT_TOO_FAR');
  if (isReached(level, last)) throw new Refusal('ALERT_REACHED');
  return false;
}

/** In integers of any size: a hundred times a price may be more than a number counts exactly. */
function isTooFar(price: number, last: number): boolean {
  const [level, reference, times] = [BigInt(price), BigInt(last), BigInt(ALERT_PRICE_TIMES)];
  return level > reference * times || level * times < reference;
}

function viewOf(row: repo.AlertRow): contract.PriceAlert {
  return {
    id: row.id,
    market: row.market,
    symbol: row.symbol,
    direction: row.direction,
    price: priceText(row.price),
    pauseHours: row.pauseHours as AlertPauseHours | null,
    createdAt: row.createdAtMs,
    lastFiredAt: row.firedAtMs,
  };
}

export function firedView(row: repo.FiringRow): contract.FiredAlert {
  return {
    id: row.id,
    alertId: row.alertId,
    market: row.market,
    symbol: row.symbol,
    direction: row.direction,
    price: priceText(row.price),
    lastPrice: priceText(row.tradePrice),
    time: row.timeMs,
  };
}
