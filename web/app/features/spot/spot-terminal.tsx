import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from 'zustand/vanilla';
import { getUserRate } from '../../api/account.ts';
import { quietCall } from '../../api/client.ts';
import { getKlines } from '../../api/spot.ts';
import type { Balance, Deal, DepthSnapshot, Fill, Order, Pair, Ticker, UserRate } from '../../api/types.ts';
import { announce } from '../../choices/announce.ts';
import { createAccountFeed } from '../../live/account-feed.ts';
import { createMarketFeed } from '../../live/market-feed.ts';
import { privateSocket, publicSocket } from '../../live/sockets.ts';
import { createStore as createLiveStore } from '../../live/store.ts';
import { createTickerFeed } from '../../live/ticker-feed.ts';
import { TerminalFrame } from '../../terminal/terminal-frame.tsx';
import { TerminalMarketContext, type CandleSource, type TerminalMarket } from '../../terminal/terminal-market.ts';
import { MarketStrip } from './market-strip.tsx';
import { AccountPanel } from './orders/account-panel.tsx';
import { fillText } from './orders/fill-text.ts';
import { SpotChart } from './spot-chart.tsx';
import { SpotMarketContext, type SpotMarket } from './spot-market.ts';
import { withPrice, withType } from './ticket/ticket-edits.ts';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { EMPTY_TICKET, hasLimit, type Ticket } from './ticket/ticket.ts';

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

/** The terminal of one spot market. */
export function SpotTerminal({ data }: { data: TerminalData }) {
  const { t } = useTranslation();
  const market = useMarketFeeds(data);
  const shared = useMemo(() => sharedOf(market), [market]);
  const candles = useMemo(() => candlesOf(market.pair.symbol), [market]);
  return (
    <SpotMarketContext value={market}>
      <TerminalMarketContext value={shared}>
        <TerminalFrame
          preset="standard"
          strip={<MarketStrip />}
          chart={(panel) => <SpotChart candles={candles} {...panel} />}
          account={(panel) => <AccountPanel {...panel} />}
          ticket={(panel) => <TicketPanel {...panel} />}
          onSide={(side) => market.ticket.setState({ side })}
          sideLabel={(side) => t(`terminal.side_${side}`)}
        />
      </TerminalMarketContext>
    </SpotMarketContext>
  );
}

/** What the shared panels see of it. */
function sharedOf({ pair, market, tickers, account, ticket }: SpotMarket): TerminalMarket {
  return {
    instrument: pair,
    name: `${pair.base}/${pair.quote}`,
    feed: market,
    tickers: tickers.tickers,
    ownOrders: account.openOrders,
    revision: account.revision,
    choosePrice: (price) => ticket.setState((now) => withPrice(hasLimit(now) ? now : withType(now, 'LIMIT'), price)),
  };
}

function candlesOf(symbol: string): CandleSource {
  return {
    load: (query) => getKlines(quietCall, { symbol, ...query }),
    follow: (interval, onRow) => publicSocket().subscribe('kline', { symbol, interval }, ({ kline }) => onRow(kline)),
  };
}

/** Feeds are made once per market from what the server rendered, and connected after that. */
function useMarketFeeds(data: TerminalData): SpotMarket {
  const { t } = useTranslation();
  const value = useMemo<SpotMarket>(
    () => ({
      pair: data.pair,
      pairs: data.pairs,
      market: createMarketFeed(data.pair, data),
      tickers: createTickerFeed(data.tickers),
      account: createAccountFeed(data),
      ticket: createStore<Ticket>(() => ({ ...EMPTY_TICKET, price: data.deals[0]?.price ?? '' })),
      isLoggedIn: data.isLoggedIn,
      userRate: createLiveStore(data.userRate),
    }),
    [data],
  );
  useEffect(() => {
    const leaves = [value.market.connect(publicSocket()), value.tickers.connect(publicSocket())];
    if (value.isLoggedIn) {
      const onFill = (fill: Fill) => {
        // What the ticket sent itself is told by its answer.
        if (!fill.isMaker) return;
        const { title, description } = fillText(t, fill, value.pairs);
        announce('success', title, description);
      };
      leaves.push(value.account.connect(privateSocket(), onFill));
    }
    leaves.push(followTrialEnd(value.userRate));
    return () => {
      for (const leave of leaves) leave();
    };
  }, [value, t]);
  return value;
}

/** Longer waits than this a timer cannot hold; a page is hardly open that long. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** When trial rates end, the user's own are asked for. */
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
