/** Book and public trades of one market, seeded by the server's page and kept fresh by the public socket. */
import type { Deal } from '@agio/contracts/http/markets';
import type { DepthData } from '@agio/contracts/ws/spot';
import { createBookMerger, type Book } from './book.ts';
import { scalesOf } from './book-view.ts';
import type { LiveSocket } from './socket.ts';
import { createStore, type Store } from './store.ts';

const DEALS_KEPT = 50;

export interface MarketSeed {
  readonly lastUpdateId: number;
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

export interface MarketFeed {
  readonly book: Store<Book>;
  /** Newest first. */
  readonly deals: Store<readonly Deal[]>;
  connect(socket: LiveSocket<MarketChannels>): () => void;
}

/** The channels of a market that spot and perpetual sockets have in common. */
export interface MarketChannels {
  readonly depth: DepthData;
  readonly deals: { readonly deals: readonly Deal[] };
}

interface Traded {
  readonly symbol: string;
  readonly quotePrecision: number;
  readonly basePrecision: number;
}

type FeedSeed = {
  readonly depth: MarketSeed | null;
  readonly deals: readonly Deal[];
};

export function createMarketFeed(market: Traded, { depth, deals: firstDeals }: FeedSeed): MarketFeed {
  const merger = createBookMerger(scalesOf(market));
  if (depth) merger.apply(seedFrame(market.symbol, depth));
  const book = createStore<Book>(merger.book());
  const deals = createStore<readonly Deal[]>(firstDeals);
  const params = { symbol: market.symbol };
  return {
    book,
    deals,
    connect(socket) {
      const leaveBook = socket.subscribe('depth', params, (data) => {
        const applied = merger.apply(data);
        if (applied === 'gap') socket.resubscribe('depth', params);
        else if (applied === 'applied') book.set(merger.book());
      });
      const leaveDeals = socket.subscribe('deals', params, ({ deals: fresh }) => {
        deals.set(mergeDeals(deals.get(), fresh));
      });
      return () => {
        leaveBook();
        leaveDeals();
      };
    },
  };
}

function seedFrame(symbol: string, seed: MarketSeed): DepthData {
  const { lastUpdateId: u } = seed;
  return { snapshot: true, symbol, U: u, u, pu: u, bids: copy(seed.bids), asks: copy(seed.asks), time: 0 };
}

function copy(levels: MarketSeed['bids']): [string, string][] {
  return levels.map(([price, quantity]) => [price, quantity]);
}

/** Snapshots come newest first and later frames oldest first; the id decides, and a trade counts once. */
export function mergeDeals(known: readonly Deal[], fresh: readonly Deal[]): readonly Deal[] {
  const byId = new Map([...known, ...fresh].map((deal) => [deal.id, deal]));
  return [...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, DEALS_KEPT);
}
