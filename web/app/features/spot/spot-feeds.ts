/** The feeds of one spot market, from what was loaded of it, for its terminal and for a quick trade. */
import { useEffect, useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import { getUserRate } from '../../api/calls/account.ts';
import { quietCall } from '../../api/client.ts';
import { getFills } from '../../api/calls/spot.ts';
import type { Balance, Deal, DepthSnapshot, Order, Pair, Ticker, UserRate } from '../../api/types.ts';
import { createAccountFeed } from '../../live/account-feed.ts';
import { createMarketFeed } from '../../live/market-feed.ts';
import { privateSocket, publicSocket } from '../../live/sockets.ts';
import { createStore as createLiveStore } from '../../live/store.ts';
import { createTickerFeed } from '../../live/ticker-feed.ts';
import { listedPair } from '../../terminal/markets/use-listed-markets.ts';
import type { TerminalMarket } from '../../terminal/terminal-market.ts';
import { fieldPrice } from '../../terminal/ticket/field-price.ts';
import { followOfferedPrice } from '../../terminal/ticket/offered-price.ts';
import type { SpotMarket } from './spot-market.ts';
import { withPrice, withType } from './ticket/ticket-edits.ts';
import { hasLimit, type Ticket } from './ticket/ticket.ts';
import { pairName } from '../../figures/market-name.ts';

export interface TerminalData {
  readonly pair: Pair;
  readonly pairs: readonly Pair[];
  readonly tickers: readonly Ticker[];
  readonly depth: DepthSnapshot | null;
  readonly deals: readonly Deal[];
  readonly openOrders: readonly Order[] | null;
  readonly balances: readonly Balance[] | null;
  readonly userRate: UserRate | null;
  readonly isLoggedIn: boolean;
}

/** The market as the panels shared with perpetuals see it. */
export function sharedOf({ pair, pairs, market, tickers, account, ticket, isLoggedIn }: SpotMarket): TerminalMarket {
  return {
    instrument: pair,
    name: pairName(pair),
    feed: market,
    socket: publicSocket,
    tickers: tickers.tickers,
    markets: { kind: 'spot', list: pairs.map(listedPair) },
    ownOrders: account.openOrders,
    readOwnTrades: isLoggedIn ? async () => (await getFills(quietCall, { page: 1, symbol: pair.symbol })).items : null,
    revision: account.revision,
    choosePrice: (price) =>
      ticket.setState((now) => withPrice(hasLimit(now) ? now : withType(now, 'LIMIT', pair), price, pair)),
  };
}

/** Makes the feeds of a market from its data, and then connects them; the ticket begins as `ticketOf` says. Both stay the same. */
export function useMarketFeeds(data: TerminalData, ticketOf: (data: TerminalData) => Ticket): SpotMarket {
  const value = useMemo<SpotMarket>(
    () => ({
      pair: data.pair,
      pairs: data.pairs,
      market: createMarketFeed(data.pair, data),
      tickers: createTickerFeed(data.tickers),
      account: createAccountFeed(data),
      ticket: createStore<Ticket>(() => ticketOf(data)),
      isLoggedIn: data.isLoggedIn,
      userRate: createLiveStore(data.userRate),
    }),
    [data, ticketOf],
  );
  useEffect(() => {
    const leaves = [value.market.connect(publicSocket()), value.tickers.connect(publicSocket())];
    if (value.isLoggedIn) leaves.push(value.account.connect(privateSocket()));
    leaves.push(followTrialEnd(value.userRate), followLastPrice(value));
    return () => {
      for (const leave of leaves) leave();
    };
  }, [value]);
  return value;
}

/** The price that a ticket begins with stays that of now until somebody chooses one. */
function followLastPrice({ pair, market, ticket }: SpotMarket): () => void {
  return followOfferedPrice(ticket, {
    priceNow: () => fieldPrice(market.deals.get()[0]?.price ?? '', pair.quotePrecision),
    watch: market.deals.subscribe,
  });
}

/** The longest delay of a timer; a page is hardly open that long. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Loads the user's rates again when trial rates end. */
function followTrialEnd(userRate: SpotMarket['userRate']): () => void {
  const end = userRate.get()?.prizeVipexpireTime ?? null;
  const wait = end === null ? LONGEST_WAIT_MS : end - Date.now();
  if (wait >= LONGEST_WAIT_MS) return () => undefined;
  const ask = () =>
    getUserRate(quietCall).then(
      (rate) => userRate.set(rate),
      () => userRate.set(null),
    );
  const timer = setTimeout(() => void ask(), Math.max(wait, 0));
  return () => clearTimeout(timer);
}
