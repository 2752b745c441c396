/** Whoever holds a position or an open order in a market is told when it stops to take every order, and when it takes them again. */
import type { Channel, Publisher } from '@agio/contracts/channel';
import { HOUR_MS } from '@agio/contracts/durations';
import { implement } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/alerts';
import type { MarketStatusData } from '@agio/contracts/ws/spot';
import type { CoreEvent } from '@agio/core';
import type { Projection, Store } from '../../store/index.ts';
import type { LiveContracts } from '../futures/index.ts';
import type { LiveMarkets } from '../markets/index.ts';
import type { Module } from '../module.ts';
import { statusChangesOf, statusKey } from './status-changes.ts';
import * as repo from './status-repo.ts';

const TELL_EVERY_MS = 250;
const TOLD_AT_ONCE = 1_000;
const FIRST_TOLD = 50;
/** What changed longer ago is in the list and no news: a replay of the log writes old changes too. */
const NEWS_MS = 300_000;
const CHANNEL = 'market_status';

export interface StatusNoticesOptions {
  readonly store: Store;
  readonly markets: LiveMarkets;
  readonly contracts: LiveContracts;
}

export function createStatusNotices({ store, markets, contracts }: StatusNoticesOptions): Module {
  const { db } = store;
  let publisher: Publisher | null = null;
  /**
   * Up to which command the rows have to be there before holders are looked for; null: there is no change that nobody was told of.
   * 0 at the start: a stop may have left changes of which nobody was told.
   */
  let waitsForSeq: number | null = 0;
  const tell = async (): Promise<void> => {
    const asked = waitsForSeq;
    if (asked === null || store.projectedSeq < asked) return;
    const changes = await repo.noticeHolders(db);
    // One that was written meanwhile is looked for at the next turn.
    if (waitsForSeq === asked) waitsForSeq = null;
    for (const change of changes) if (change.timeMs > Date.now() - NEWS_MS) await publish(change);
  };
  /** In portions, between which the event loop does what else there is: a market may have any number of holders. */
  const publish = async (change: repo.ToldChange): Promise<void> => {
    const frame = frameOf(false, [change]);
    let uids: readonly number[];
    let last = 0;
    do {
      uids = await repo.noticedUids(db, change.id, last, TOLD_AT_ONCE);
      for (const uid of uids) publisher?.publishTo(uid, CHANNEL, frame);
      last = uids.at(-1) ?? last;
    } while (uids.length === TOLD_AT_ONCE);
  };
  const channel: Channel = {
    name: CHANNEL,
    isPrivate: true,
    topic: () => '',
    first: async (_topic, uid) => frameOf(true, await repo.newestNotices(db, uid, FIRST_TOLD)),
  };
  return {
    routes: [
      implement(contract.marketStatusNotices, async ({ caller, query }) => ({
        changes: (await repo.newestNotices(db, caller.uid, query.limit)).map(shown),
      })),
    ],
    projections: [createStatusProjection((seq) => void (waitsForSeq = seq))],
    channels: { spot: [channel] },
    jobs: [
      { name: 'market statuses to tell', everyMs: TELL_EVERY_MS, run: tell },
      {
        name: 'old market statuses',
        everyMs: HOUR_MS,
        beginsAtOnce: true,
        run: () => repo.deleteOldChanges(db, Date.now()),
      },
    ],
    async start(to) {
      // A database of an earlier release does not know them; one that does has heard of each change.
      await repo.writeUnknown(db, [
        ...[...markets.markets.values()].map(({ view }) => ({ ...view, market: 'SPOT' as const })),
        ...[...contracts.contracts.values()].map(({ view }) => ({ ...view, market: 'FUTURES' as const })),
      ]);
      publisher = to.spot;
    },
    stop: () => void (publisher = null),
  };
}

/** `onChanged`: changes of commands up to this one were written, in a transaction that has not ended yet. */
function createStatusProjection(onChanged: (seq: number) => void): Projection {
  return {
    name: 'market statuses',
    async apply(tx, events) {
      const own = events.filter(({ kind }) => kind === 'MarketChanged' || kind === 'ContractChanged');
      const last = events.at(-1);
      if (own.length === 0 || last === undefined) return;
      const known = new Map((await repo.knownStatuses(tx)).map((one) => [statusKey(one), one.status]));
      const changes = statusChangesOf(known, own);
      await repo.writeStatuses(tx, lastOf(own));
      await repo.insertChanges(tx, changes);
      if (changes.length > 0) onChanged(last.seq);
    },
  };
}

/** The newest status of each market that these events name. */
function lastOf(events: readonly CoreEvent[]): repo.StatusOf[] {
  const last = new Map<string, repo.StatusOf>();
  for (const event of events) {
    if (event.kind !== 'MarketChanged' && event.kind !== 'ContractChanged') continue;
    const market = event.kind === 'MarketChanged' ? 'SPOT' : 'FUTURES';
    const one = { market, symbol: event.symbol, status: event.status } as const;
    last.set(statusKey(one), one);
  }
  return [...last.values()];
}

const shown = ({ id, market, symbol, status, timeMs }: repo.ToldChange): contract.MarketStatusNotice => ({
  id,
  market,
  symbol,
  status,
  time: timeMs,
});

const frameOf = (snapshot: boolean, changes: readonly repo.ToldChange[]): MarketStatusData => ({
  snapshot,
  changes: changes.map(shown),
});
