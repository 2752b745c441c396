/** Price alerts: people are told when the last price of a market passes a level, once for each crossing, whatever is killed. */
import type { Channel, Publisher } from '@agio/contracts/channel';
import { HOUR_MS } from '@agio/contracts/durations';
import type { PriceAlertData } from '@agio/contracts/ws/spot';
import type { EngineHandle } from '../../engine/index.ts';
import type { Store } from '../../store/index.ts';
import type { Futures } from '../futures/index.ts';
import type { Markets } from '../markets/index.ts';
import type { Module } from '../module.ts';
import { createMoveRate } from '../wallet/index.ts';
import { deleteOldFirings, type FiringRow, firingsAfter, newestFiringId, newestFirings } from './alert-repo.ts';
import { createAlertProjection } from './projection.ts';
import { alertRoutes, firedView } from './routes.ts';

export { createStatusNotices } from './status-notices.ts';

const TELL_EVERY_MS = 250;
const TOLD_AT_ONCE = 1_000;
const FIRST_FIRED = 50;
const CHANNEL = 'price_alert';

export interface AlertsOptions {
  readonly store: Store;
  readonly engine: EngineHandle;
  readonly markets: Markets;
  readonly futures: Futures;
  /** Whether there is a limit to how often a user changes alerts. */
  readonly hasLimits: boolean;
}

export function createAlerts({ store, engine, markets, futures, hasLimits }: AlertsOptions): Module {
  const { db } = store;
  let publisher: Publisher | null = null;
  let toldId = 0;
  /** Where the projections stood when a crossing was written: it can be read once they are past this. Null: all is told. */
  let newsAfterSeq: number | null = null;
  const { projection, watch } = createAlertProjection(() => {
    if (publisher) newsAfterSeq = store.projectedSeq;
  });
  const changes = createMoveRate('ALERT', hasLimits);
  const tell = async (): Promise<void> => {
    const afterSeq = newsAfterSeq;
    if (afterSeq === null || store.projectedSeq <= afterSeq) return;
    const news = await firingsAfter(db, toldId, TOLD_AT_ONCE);
    toldId = news.at(-1)?.id ?? toldId;
    if (newsAfterSeq === afterSeq && news.length < TOLD_AT_ONCE) newsAfterSeq = null;
    for (const [uid, fired] of Map.groupBy(news, (row) => row.uid))
      publisher?.publishTo(uid, CHANNEL, frameOf(false, fired));
  };
  const channel: Channel = {
    name: CHANNEL,
    isPrivate: true,
    topic: () => '',
    first: async (_topic, uid) => frameOf(true, await newestFirings(db, uid, FIRST_FIRED)),
  };
  return {
    routes: alertRoutes({
      store,
      engine,
      markets: markets.live,
      contracts: futures.live,
      watch,
      takeChange: (uid) => changes.take(uid),
    }),
    projections: [projection],
    channels: { spot: [channel] },
    jobs: [
      { name: 'price alerts that fired', everyMs: TELL_EVERY_MS, run: tell },
      {
        name: 'old price alerts',
        everyMs: HOUR_MS,
        beginsAtOnce: true,
        run: () => deleteOldFirings(db, Date.now()),
      },
    ],
    async start(to) {
      // What fired before is in the first frame of each reader.
      toldId = await newestFiringId(db);
      publisher = to.spot;
    },
    stop: () => void (publisher = null),
  };
}

function frameOf(snapshot: boolean, fired: readonly FiringRow[]): PriceAlertData {
  return { snapshot, fired: fired.map(firedView) };
}
