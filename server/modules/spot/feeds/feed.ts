/** The parts of a public channel: the channel itself, what it gathers from events, and when it sends that. */
import type { Channel, Publisher } from '@agio/contracts/channel';
import type { CoreEvent } from '@agio/core';
import type { LiveMarket, LiveMarkets } from '../../markets/index.ts';

export type DepthEvent = Extract<CoreEvent, { kind: 'DepthChanged' }>;
export type TradeEvent = Extract<CoreEvent, { kind: 'Traded' }>;

export interface Feed {
  readonly channel: Channel;
  onDepth?(market: LiveMarket, event: DepthEvent): void;
  onTrade?(market: LiveMarket, event: TradeEvent): void;
  /** Its status or its rules changed. */
  onMarket?(market: LiveMarket): void;
  /** Called ten times a second: sends the gathered changes and clears them. */
  flush(publisher: Publisher): Promise<void>;
}

export function marketOfTopic(live: LiveMarkets, symbol: string): LiveMarket {
  const market = live.markets.get(symbol);
  if (!market) throw new Error(`market ${symbol} is not known here`);
  return market;
}

/**
 * Sends the gathered changes of every market. When sending one market fails, its changes are dropped so that they cannot pile up, and
 * the others are still sent; the first failure is thrown at the end.
 */
export function sendOfEach(
  live: LiveMarkets,
  send: (market: LiveMarket) => void,
  dropGathered: (market: LiveMarket) => void,
): void {
  const failed: unknown[] = [];
  for (const market of live.markets.values()) {
    try {
      send(market);
    } catch (error) {
      failed.push(error);
      dropGathered(market);
    }
  }
  if (failed.length > 0) throw failed[0];
}

/** One state for each market, made when it is first needed. */
export function perMarket<State>(make: (market: LiveMarket) => State): (market: LiveMarket) => State {
  const states = new Map<string, State>();
  return (market) => {
    const { symbol } = market.view;
    const known = states.get(symbol);
    if (known) return known;
    const made = make(market);
    states.set(symbol, made);
    return made;
  };
}
