/** The public futures channels: each gathers from durable events and sends ten times a second. */
import type { Channel, Publisher } from '@agio/contracts/channel';
import { KLINE_INTERVALS, type KlineInterval } from '@agio/core/words';
import { type FuturesDealsData, futuresChannelParams } from '@agio/contracts/ws/futures';
import type { DepthData } from '@agio/contracts/ws/spot';
import type { CoreEvent } from '@agio/core';
import type { EngineHandle } from '../../engine/index.ts';
import type { NoteFailure } from '../../failures/failures.ts';
import type { Job } from '../jobs.ts';
import { bestOf, FIRST_DEALS, FLUSH_EVERY_MS, MAX_DEALS_A_FRAME, weightOfBest } from '../markets/index.ts';
import type { KlineSource, Deal } from './kline-repo.ts';
import type { LiveContract, LiveContracts } from './live.ts';
import { klinesOf } from './kline-views.ts';
import * as views from './views.ts';

const STATUS_EVERY_MS = 1_000;
const PART = 'futures channels';
/** Index of the closing time in a kline. */
const CLOSE_TIME = 6;
const SOURCES = ['LAST', 'MARK', 'INDEX'] as const satisfies readonly KlineSource[];

type DepthEvent = Extract<CoreEvent, { kind: 'PerpDepthChanged' }>;

/** Events gathered since the last frames. */
interface Gathered {
  sentId: number;
  lastId: number;
  readonly levels: Map<string, DepthEvent>;
  readonly deals: Deal[];
  hasMark: boolean;
  /** Its status may have changed, which is told with the mark. */
  hasStatus: boolean;
  /** Klines that ended before it were told for the last time. */
  flushedMs: number;
}

export interface ContractChannels {
  readonly channels: Channel[];
  /** The jobs that send the gathered events at intervals. */
  readonly jobs: readonly Job[];
  start(publisher: Publisher): void;
  stop(): void;
}

export function createFuturesChannels(engine: EngineHandle, live: LiveContracts, note: NoteFailure): ContractChannels {
  const states = new Map<string, Gathered>();
  const stateOf = (contract: LiveContract): Gathered => {
    const { symbol } = contract.view;
    const known = states.get(symbol);
    if (known) return known;
    const { updateId } = contract.book;
    const made = {
      sentId: updateId,
      lastId: updateId,
      levels: new Map(),
      deals: [],
      hasMark: false,
      hasStatus: false,
      flushedMs: 0,
    };
    states.set(symbol, made);
    return made;
  };
  let publisher: Publisher | null = null;

  engine.onEvents(PART, ({ events }) => {
    if (publisher === null) return;
    for (const event of events) {
      const contract = 'symbol' in event ? live.contracts.get(event.symbol) : undefined;
      if (contract === undefined) continue;
      if (event.kind === 'PerpDepthChanged') noteLevel(stateOf(contract), event);
      else if (event.kind === 'PerpTraded') stateOf(contract).deals.push(event);
      else if (event.kind === 'MarkPriceChanged') stateOf(contract).hasMark = true;
      else if (event.kind === 'ContractChanged') stateOf(contract).hasStatus = true;
    }
  });

  const send = (to: Publisher, contract: LiveContract): void => {
    const state = stateOf(contract);
    const hadPrices = state.deals.length > 0 || state.hasMark;
    sendDepth(to, contract, state);
    sendDeals(to, contract, state);
    sendMark(to, contract, state);
    if (hadPrices) sendKlines(to, contract, state.flushedMs);
    state.flushedMs = views.nowOf(contract);
  };
  const flush = (): void => {
    const to = publisher;
    if (to === null) return;
    for (const [symbol, contract] of live.contracts) {
      try {
        send(to, contract);
      } catch (error) {
        // Only this contract misses a frame; its readers notice by the ids of the next one.
        note(PART, error);
        dropGathered(states.get(symbol));
      }
    }
  };
  const tellTime = (): void => publisher?.publish('network_status', '', { snapshot: false, time: Date.now() });

  return {
    channels: channelsOf(live, (contract) => {
      // Gathered changes are sent first, so that the next frame follows this snapshot.
      if (publisher) sendDepth(publisher, contract, stateOf(contract));
    }),
    jobs: [
      { name: PART, everyMs: FLUSH_EVERY_MS, run: flush },
      { name: PART, everyMs: STATUS_EVERY_MS, run: tellTime },
    ],
    start: (to) => void (publisher = to),
    stop: () => void (publisher = null),
  };
}

function noteLevel(state: Gathered, event: DepthEvent): void {
  if (event.updateId <= state.lastId) return;
  state.lastId = event.updateId;
  state.levels.set(`${event.side} ${event.price}`, event);
}

function sendDepth(to: Publisher, contract: LiveContract, state: Gathered): void {
  if (state.lastId === state.sentId) return;
  const { symbol } = contract.view;
  if (to.hasReaders('depth', symbol)) {
    const changed = [...state.levels.values()];
    const of = (side: DepthEvent['side']): [string, string][] =>
      views.levelTexts(changed.filter((level) => level.side === side).map((level) => [level.price, level.quantity]));
    const ids = { U: state.sentId + 1, u: state.lastId, pu: state.sentId };
    const data: DepthData = {
      snapshot: false,
      symbol,
      ...ids,
      bids: of('BUY'),
      asks: of('SELL'),
      time: views.nowOf(contract),
    };
    to.publish('depth', symbol, data);
  }
  state.sentId = state.lastId;
  state.levels.clear();
}

/** Drops gathered events that could not be sent, so that they do not pile up. */
function dropGathered(state: Gathered | undefined): void {
  if (state === undefined) return;
  state.sentId = state.lastId;
  state.levels.clear();
  state.deals.length = 0;
  state.hasMark = false;
  state.hasStatus = false;
}

function sendDeals(to: Publisher, contract: LiveContract, state: Gathered): void {
  if (state.deals.length === 0) return;
  const { symbol } = contract.view;
  if (to.hasReaders('deals', symbol)) {
    for (let at = 0; at < state.deals.length; at += MAX_DEALS_A_FRAME) {
      const deals = state.deals.slice(at, at + MAX_DEALS_A_FRAME).map(views.dealOf);
      const data: FuturesDealsData = { snapshot: false, symbol, deals };
      to.publish('deals', symbol, data);
    }
  }
  state.deals.length = 0;
}

function sendMark(to: Publisher, contract: LiveContract, state: Gathered): void {
  if (!state.hasMark && !state.hasStatus) return;
  state.hasMark = false;
  state.hasStatus = false;
  const { symbol } = contract.view;
  for (const topic of [symbol, '']) {
    if (to.hasReaders('mark_price', topic))
      to.publish('mark_price', topic, { snapshot: false, prices: [views.markPriceOf(contract)] });
  }
}

/** Sends the running kline, and before it the one that ended since the last flush, because its last trade may be new. */
function sendKlines(to: Publisher, contract: LiveContract, sinceMs: number): void {
  const { symbol } = contract.view;
  for (const source of SOURCES) {
    for (const interval of KLINE_INTERVALS) {
      const topic = `${symbol}@${interval}@${source}`;
      if (!to.hasReaders('kline', topic)) continue;
      for (const kline of klinesOf(contract, source, interval, { limit: 2 })) {
        if (kline[CLOSE_TIME] >= sinceMs)
          to.publish('kline', topic, { snapshot: false, symbol, interval, source, kline });
      }
    }
  }
}

function channelsOf(live: LiveContracts, beforeDepth: (contract: LiveContract) => void): Channel[] {
  const contractOf = (symbol: string): LiveContract => {
    const contract = live.contracts.get(symbol);
    if (contract === undefined) throw new Error(`contract ${symbol} is not known here`);
    return contract;
  };
  const bySymbol = (params: Readonly<Record<string, unknown>>): string | null => {
    const parsed = futuresChannelParams.depth.safeParse(params);
    return parsed.success && live.contracts.has(parsed.data.symbol) ? parsed.data.symbol : null;
  };
  const channel = (name: string, topic: Channel['topic'], first: (topic: string) => unknown): Channel => ({
    name,
    isPrivate: false,
    topic,
    first: async (wanted) => first(wanted),
  });
  return [
    {
      ...channel('depth', bySymbol, (symbol): DepthData => {
        const contract = contractOf(symbol);
        beforeDepth(contract);
        const { updateId: u } = contract.book;
        const { bids, asks } = bestOf(contract.book);
        const levels = { bids: views.levelTexts(bids), asks: views.levelTexts(asks) };
        return { snapshot: true, symbol, U: u, u, pu: u, ...levels, time: views.nowOf(contract) };
      }),
      firstWeight: (symbol) => weightOfBest(contractOf(symbol).book),
    },
    channel('deals', bySymbol, (symbol) => {
      const newest = contractOf(symbol).deals.slice(-FIRST_DEALS).reverse();
      return { snapshot: true, symbol, deals: newest.map(views.dealOf) };
    }),
    channel(
      'kline',
      (params) => {
        const parsed = futuresChannelParams.kline.safeParse(params);
        if (!parsed.success || !live.contracts.has(parsed.data.symbol)) return null;
        const { symbol, interval, source } = parsed.data;
        return `${symbol}@${interval}@${source}`;
      },
      (topic) => {
        const [symbol, interval, source] = topic.split('@') as [string, KlineInterval, KlineSource];
        const [kline] = klinesOf(contractOf(symbol), source, interval, { limit: 1 });
        return kline === undefined ? undefined : { snapshot: true, symbol, interval, source, kline };
      },
    ),
    channel(
      'mark_price',
      (params) => {
        const parsed = futuresChannelParams.mark_price.safeParse(params);
        if (!parsed.success) return null;
        const { symbol = '' } = parsed.data;
        return symbol === '' || live.contracts.has(symbol) ? symbol : null;
      },
      (symbol) => {
        const wanted = symbol === '' ? [...live.contracts.values()] : [contractOf(symbol)];
        return { snapshot: true, prices: wanted.map(views.markPriceOf) };
      },
    ),
    channel(
      'network_status',
      () => '',
      () => ({ snapshot: true, time: Date.now() }),
    ),
  ];
}
