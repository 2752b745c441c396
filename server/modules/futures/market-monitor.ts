/**
 * The operator's market monitor (trading A12): watches each spot market that has an index, reports unusual events, and halts a market
 * whose price is far from the index.
 */
import type { Channel, Publisher } from '@agio/contracts/channel';
import type { MarketAlert } from '@agio/contracts/ws/futures';
import {
  isLargeMove,
  isWideSpread,
  MONITOR_LIMITS,
  type MonitorAlert,
  type MonitorState,
  observe,
  priceGap,
  QUIET_MONITOR,
} from '@agio/core';
import { formatUnits } from '@agio/core/fixed';
import type { EngineHandle } from '../../engine/index.ts';
import { attempt, type NoteFailure } from '../../failures/failures.ts';
import type { Job } from '../jobs.ts';
import type { LiveMarket, LiveMarkets } from '../markets/index.ts';
import type { LiveContracts } from './live.ts';

const EVERY_MS = 1_000;
/** An index that is older is ignored. */
const STALE_MS = 10_000;
/** The least time before the same alert of a market is told again. */
const REPEAT_MS = 60_000;
const KEPT_ALERTS = 100;
const PART = 'market monitor';

/** State of a market between two checks. */
interface Watch {
  state: MonitorState;
  /** Trades before this one happened before the start and are ignored. */
  readonly firstTradeId: number;
  readonly toldMs: Map<string, number>;
}

export interface MarketMonitor {
  readonly channel: Channel;
  readonly job: Job;
  start(publisher: Publisher): void;
}

export function createMarketMonitor(
  engine: EngineHandle,
  markets: LiveMarkets,
  contracts: LiveContracts,
  note: NoteFailure,
): MarketMonitor {
  const alerts: MarketAlert[] = [];
  const watches = new Map<string, Watch>();
  let publisher: Publisher | null = null;

  const look = (): void => {
    const to = publisher;
    if (to === null) return;
    const nowMs = Date.now();
    // A failure in one market must not stop the check of the others.
    for (const market of markets.markets.values()) attempt(PART, note, () => lookAt(market, to, nowMs));
  };
  const lookAt = (market: LiveMarket, to: Publisher, nowMs: number): void => {
    const found = alertsOf(market, watchOf(watches, market), contracts, nowMs);
    if (found.length === 0) return;
    alerts.push(...found);
    alerts.splice(0, alerts.length - KEPT_ALERTS);
    to.publish('market_monitor', '', { snapshot: false, alerts: found });
    const { symbol, status } = market.view;
    if (status === 'TRADING' && found.some(({ kind }) => kind === 'HALT'))
      engine.submit({ kind: 'SetMarketStatus', symbol, status: 'HALTED' }).catch((error: unknown) => note(PART, error));
  };

  return {
    channel: {
      name: 'market_monitor',
      isPrivate: false,
      topic: () => '',
      first: async () => ({ snapshot: true, alerts: alerts.slice().reverse() }),
    },
    job: { name: PART, everyMs: EVERY_MS, run: look },
    start: (to) => void (publisher = to),
  };
}

function watchOf(watches: Map<string, Watch>, market: LiveMarket): Watch {
  const { symbol } = market.view;
  const known = watches.get(symbol);
  if (known) return known;
  const firstTradeId = market.prints.at(-1)?.tradeId ?? 0;
  const made: Watch = { state: QUIET_MONITOR, firstTradeId, toldMs: new Map() };
  watches.set(symbol, made);
  return made;
}

function alertsOf(market: LiveMarket, watch: Watch, contracts: LiveContracts, nowMs: number): MarketAlert[] {
  const { symbol } = market.view;
  const contract = contracts.contracts.get(symbol);
  const print = market.prints.at(-1);
  if (contract === undefined || print === undefined || print.tradeId <= watch.firstTradeId) return [];
  const isFresh = contract.view.indexPrice !== 0 && nowMs - contract.indexTimeMs < STALE_MS;
  const index = isFresh ? contract.view.indexPrice : null;
  const seen = observe(watch.state, { timeMs: nowMs, last: print.price, index }, MONITOR_LIMITS);
  watch.state = seen.state;
  const gap = index === null ? '' : `${formatUnits(priceGap(print.price, index), 6)} %`;
  const found = seen.alerts.map((kind) => alert(symbol, kind, kind === 'INDEX_STALE' ? '' : gap, nowMs));
  const [bid] = market.book.bids;
  const [ask] = market.book.asks;
  if (bid && ask && isWideSpread(bid[0], ask[0], MONITOR_LIMITS))
    found.push(alert(symbol, 'SPREAD', `${formatUnits(ask[0] - bid[0], 8)}`, nowMs));
  const [before, last] = market.klines['1m'].slice(-2);
  if (before && last && isLargeMove(last.close, before.close, MONITOR_LIMITS))
    found.push(alert(symbol, 'MOVE', `${formatUnits(priceGap(last.close, before.close), 6)} %`, nowMs));
  return found.filter(({ kind }) => isDue(watch, kind, nowMs));
}

/** The gaps repeat by their own rule; spread and move are told at most once a minute. */
function isDue(watch: Watch, kind: string, nowMs: number): boolean {
  if (kind !== 'SPREAD' && kind !== 'MOVE') return true;
  if (nowMs - (watch.toldMs.get(kind) ?? -REPEAT_MS) < REPEAT_MS) return false;
  watch.toldMs.set(kind, nowMs);
  return true;
}

function alert(symbol: string, kind: MonitorAlert | 'SPREAD' | 'MOVE', detail: string, time: number): MarketAlert {
  return { symbol, kind, detail, time };
}
