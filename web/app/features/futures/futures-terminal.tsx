import { useEffect, useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import type { TriggerSource } from '@agio/core/words';
import { createStore } from 'zustand/vanilla';
import { quietCall } from '../../api/client.ts';
import { type Contract, type FuturesTicker, getFuturesFills } from '../../api/calls/futures.ts';
import { getFuturesTickers } from '../../api/calls/futures-markets.ts';
import type { Deal, UserRate } from '../../api/types.ts';
import { createContractPrices } from '../../live/futures/contract-prices.ts';
import { createFuturesAccount, type FuturesAccountSeed } from '../../live/futures/futures-account.ts';
import { createMarketFeed, type MarketSeed } from '../../live/market-feed.ts';
import { futuresPrivateSocket, futuresPublicSocket } from '../../live/sockets.ts';
import { snapToTick } from '../../terminal/chart/line-places.ts';
import { listedContract } from '../../terminal/markets/use-listed-markets.ts';
import { TerminalFrame } from '../../terminal/terminal-frame.tsx';
import { TerminalMarketContext, type TerminalMarket } from '../../terminal/terminal-market.ts';
import { fieldPrice } from '../../terminal/ticket/field-price.ts';
import { followOfferedPrice } from '../../terminal/ticket/offered-price.ts';
import { isSet } from '../../terminal/ticket/typed-units.ts';
import { ContractInfo, ContractStrip } from './contract-strip.tsx';
import { FuturesChart } from './futures-chart.tsx';
import {
  FuturesMarketContext,
  useFuturesMarket,
  useFuturesTicket,
  usePreference,
  type FuturesMarket,
} from './futures-market.ts';
import { AccountTables } from './tables/account-tables.tsx';
import { sideWords } from './ticket/side-words.ts';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { EMPTY_TICKET, withChosenPrice, withType, type FuturesTicket } from './ticket/ticket.ts';

export interface FuturesTerminalData extends FuturesAccountSeed {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly tickers: readonly FuturesTicker[];
  readonly depth: MarketSeed | null;
  readonly deals: readonly Deal[];
  readonly userRate: UserRate | null;
  readonly isLoggedIn: boolean;
}

/** The terminal of one perpetual. */
export function FuturesTerminal({ data }: { data: FuturesTerminalData }) {
  const market = useFeeds(data);
  const shared = useMemo(() => sharedOf(market), [market]);
  return (
    <FuturesMarketContext value={market}>
      <TerminalMarketContext value={shared}>
        <Panels />
      </TerminalMarketContext>
    </FuturesMarketContext>
  );
}

function Panels() {
  const { t } = useTranslation();
  const { ticket: store } = useFuturesMarket();
  const ticket = useFuturesTicket();
  const isOneWay = usePreference().positionMode === 'ONE_WAY';
  return (
    <TerminalFrame
      terminal="futures"
      preset="pro_right"
      strip={<ContractStrip />}
      chart={(panel) => <FuturesChart {...panel} />}
      info={(panel) => <ContractInfo {...panel} />}
      account={(panel) => <AccountTables {...panel} />}
      accountName={t('futures.table.positions')}
      ticket={(panel) => <TicketPanel {...panel} />}
      onSide={(side) => store.setState({ side })}
      onType={(type) => store.setState((now) => withType(now, type))}
      sideLabel={(side) => sideWords(t, side, ticket, isOneWay)}
    />
  );
}

/** What the shared panels see of it. */
function sharedOf({ contract, contracts, feed, prices, account, ticket, isLoggedIn }: FuturesMarket): TerminalMarket {
  return {
    instrument: {
      symbol: contract.symbol,
      base: contract.base,
      quote: contract.quote,
      tickSize: contract.tickSize,
      basePrecision: contract.amountPrecision,
      quotePrecision: contract.pricePrecision,
    },
    name: contract.symbol,
    feed,
    socket: futuresPublicSocket,
    tickers: prices.tickers,
    markets: { kind: 'futures', list: contracts.map(listedContract) },
    ownOrders: account.orders,
    readOwnTrades: isLoggedIn
      ? async () => (await getFuturesFills(quietCall, { page: 1, symbol: contract.symbol })).items
      : null,
    revision: account.revision,
    choosePrice: (price) => ticket.setState((now) => withChosenPrice(now, price)),
  };
}

/** Feeds are made once per contract from what the server rendered, and connected after that. */
function useFeeds(data: FuturesTerminalData): FuturesMarket {
  const value = useMemo<FuturesMarket>(() => {
    const { contract, contracts, tickers, userRate, isLoggedIn } = data;
    const traded = {
      symbol: contract.symbol,
      quotePrecision: contract.pricePrecision,
      basePrecision: contract.amountPrecision,
    };
    return {
      contract,
      contracts,
      isLoggedIn,
      userRate,
      feed: createMarketFeed(traded, data),
      prices: createContractPrices(tickers),
      account: createFuturesAccount(data),
      ticket: createStore<FuturesTicket>(() => ({ ...EMPTY_TICKET, price: startingPrice(data), isPriceOffered: true })),
      chartSource: createStore<{ readonly source: TriggerSource }>(() => ({ source: 'LAST' })),
    };
  }, [data]);
  useEffect(() => {
    const leaves = [
      value.feed.connect(futuresPublicSocket()),
      value.prices.connect(futuresPublicSocket(), () => getFuturesTickers(quietCall)),
    ];
    leaves.push(followLastPrice(value));
    if (value.isLoggedIn) leaves.push(value.account.connect(futuresPrivateSocket()));
    return () => {
      for (const leave of leaves) leave();
    };
  }, [value]);
  return value;
}

/** The ticket's first price: of the newest trade, or, in a contract without trades, its last price or its mark. */
function startingPrice({ contract, deals, tickers }: FuturesTerminalData): string {
  return limitPrice(
    contract,
    deals,
    tickers.find(({ symbol }) => symbol === contract.symbol),
  );
}

function limitPrice(contract: Contract, deals: readonly Deal[], ticker: FuturesTicker | undefined): string {
  const known = [deals[0]?.price, ticker?.lastPrice, ticker?.markPrice].find((price) => price && isSet(price));
  // A mark may lie between two ticks.
  return known ? fieldPrice(snapToTick(known, contract.tickSize), contract.pricePrecision) : '';
}

/** The ticket's first price stays that of now until somebody chooses one. */
function followLastPrice({ contract, feed, prices, ticket }: FuturesMarket): () => void {
  return followOfferedPrice(ticket, {
    priceNow: () => limitPrice(contract, feed.deals.get(), prices.tickers.get().get(contract.symbol)),
    watch: (listener) => {
      const leaves = [feed.deals.subscribe(listener), prices.tickers.subscribe(listener)];
      return () => {
        for (const leave of leaves) leave();
      };
    },
  });
}
