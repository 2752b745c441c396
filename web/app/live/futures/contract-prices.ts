/**
 * Day figures, mark, index and funding of every contract: seeded by the server's page, marks by the public socket each second, the
 * figures of the day by a call now and then, which no channel tells.
 */
import type { FuturesTicker } from '@agio/contracts/http/futures-shapes';
import type { FuturesPublicChannelData, MarkPrice } from '@agio/contracts/ws/futures';
import { dayChange, dayRange } from '../day-change.ts';
import type { LiveSocket } from '../socket.ts';
import { createStore, type Store } from '../store.ts';

export type ContractPrices = ReadonlyMap<string, FuturesTicker>;

export interface ContractPricesFeed {
  readonly tickers: Store<ContractPrices>;
  connect(
    socket: LiveSocket<Pick<FuturesPublicChannelData, 'mark_price'>>,
    load: () => Promise<readonly FuturesTicker[]>,
  ): () => void;
}

const DAY_FIGURES_MS = 10_000;

export function createContractPrices(first: readonly FuturesTicker[]): ContractPricesFeed {
  const tickers = createStore<ContractPrices>(bySymbol(first));
  return {
    tickers,
    connect(socket, load) {
      let isGone = false;
      const refresh = () =>
        load().then(
          (fresh) => !isGone && tickers.set(bySymbol(fresh)),
          // The figures of before stay; marks go on by the socket.
          () => undefined,
        );
      const timer = setInterval(() => void refresh(), DAY_FIGURES_MS);
      const leave = socket.subscribe('mark_price', {}, ({ prices }) => tickers.set(withMarks(tickers.get(), prices)));
      return () => {
        isGone = true;
        clearInterval(timer);
        leave();
      };
    },
  };
}

function bySymbol(list: readonly FuturesTicker[]): ContractPrices {
  return new Map(list.map((ticker) => [ticker.symbol, ticker]));
}

/**
 * The change of the day, its high and its low move with the last price: the figures of the day come too seldom for a jump. Contracts that are not known yet wait
 * for those.
 */
export function withMarks(known: ContractPrices, prices: readonly MarkPrice[]): ContractPrices {
  const next = new Map(known);
  for (const { symbol, markPrice, indexPrice, lastPrice, fundingRate, nextFundingTime, status, time } of prices) {
    const ticker = known.get(symbol);
    if (!ticker) continue;
    const last = /[1-9]/.test(lastPrice) ? lastPrice : ticker.lastPrice;
    const marked = { markPrice, indexPrice, fundingRate, nextFundingTime, status, time };
    next.set(symbol, {
      ...ticker,
      ...marked,
      lastPrice: last,
      ...dayChange(last, ticker.openPrice),
      ...dayRange(ticker, [last]),
    });
  }
  return next;
}
