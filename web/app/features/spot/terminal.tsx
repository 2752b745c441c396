import './terminal.css';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from 'zustand/vanilla';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { tabClass } from '../../../ui/tabs.tsx';
import { whenQuiet } from '../../../ui/when-quiet.ts';
import { announce } from '../../choices/announce.ts';
import { fillText } from './orders/fill-text.ts';
import { getUserRate } from '../../api/account.ts';
import { quietCall } from '../../api/client.ts';
import type { Balance, Deal, DepthSnapshot, Fill, Order, Pair, Side, Ticker, UserRate } from '../../api/types.ts';
import { createAccountFeed } from '../../live/account-feed.ts';
import { createMarketFeed } from '../../live/market-feed.ts';
import { privateSocket, publicSocket } from '../../live/sockets.ts';
import { createStore as createLiveStore } from '../../live/store.ts';
import { createTickerFeed } from '../../live/ticker-feed.ts';
import { AccountPanel } from './orders/account-panel.tsx';
import { BookPanel } from './book/book-panel.tsx';
import { ChartPanel } from './chart/chart-panel.tsx';
import { MarketStrip } from './market-strip.tsx';
import { SpotMarketContext, type SpotMarket } from './spot-market.ts';
import { EMPTY_TICKET, type Ticket } from './ticket/ticket.ts';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { TradesPanel } from './trades-panel.tsx';

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

const PHONE_TABS = ['chart', 'book', 'trades'] as const;
type PhoneTab = (typeof PHONE_TABS)[number];

/** One market's terminal: on wide screens every panel at once, on phones chart, book and trades as tabs. */
export function Terminal({ data }: { data: TerminalData }) {
  const { t } = useTranslation();
  const [phoneTab, setPhoneTab] = useState<PhoneTab>('chart');
  const value = useMarketFeeds(data);
  const onPhone = (tab: PhoneTab) => (phoneTab === tab ? '' : 'max-md:hidden');
  return (
    <SpotMarketContext value={value}>
      <div className="flex min-h-0 flex-1 flex-col gap-px bg-line max-md:pb-[72px]">
        <MarketStrip />
        <div role="group" aria-label={t('spot.view')} className="flex h-11 flex-none gap-6 bg-surface px-4 md:hidden">
          {PHONE_TABS.map((tab) => (
            <button
              key={tab}
              type="button"
              aria-pressed={phoneTab === tab}
              onClick={() => setPhoneTab(tab)}
              className={tabClass(phoneTab === tab, true)}
            >
              {t(`spot.phone_${tab}`)}
            </button>
          ))}
        </div>
        <div className="terminal-grid">
          <ChartPanel className={classNames('[grid-area:chart] max-md:h-[420px]', onPhone('chart'))} />
          <BookPanel className={classNames('[grid-area:book]', onPhone('book'))} />
          <TicketPanel className="[grid-area:ticket] max-md:hidden" />
          <AccountPanel className="[grid-area:table] max-md:min-h-64" />
          <TradesPanel className={classNames('[grid-area:trades]', onPhone('trades'))} />
        </div>
        <PhoneOrderBar />
      </div>
    </SpotMarketContext>
  );
}

/** Feeds are made once per market from what the server rendered, and connected after that. */
function useMarketFeeds(data: TerminalData): SpotMarket {
  const { t } = useTranslation();
  const value = useMemo<SpotMarket>(
    () => ({
      pair: data.pair,
      pairs: data.pairs,
      market: createMarketFeed(data),
      tickers: createTickerFeed(data.tickers),
      account: createAccountFeed(data),
      ticket: createStore<Ticket>(() => ({ ...EMPTY_TICKET, price: data.deals[0]?.price ?? '' })),
      isLoggedIn: data.isLoggedIn,
      userRate: createLiveStore(data.userRate),
    }),
    [data],
  );
  // Loads the dialog's code ahead: the question before an order must not need a server that may be away by then.
  useEffect(() => whenQuiet(() => void import('../../../ui/dialog-popup.tsx').catch(() => null)), []);
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

/** Phones: buy and sell stay in reach of the thumb and open the ticket as a sheet. */
function PhoneOrderBar() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const open = (side: Side, store: SpotMarket['ticket']) => {
    store.setState({ side });
    setIsOpen(true);
  };
  return (
    <SpotMarketContext.Consumer>
      {(market) =>
        market ? (
          <>
            <div className="fixed inset-x-0 bottom-[calc(var(--tabbar)+env(safe-area-inset-bottom))] z-20 grid grid-cols-2 gap-2 border-t border-line bg-surface px-4 py-2 md:hidden">
              <Button look="buy" className="h-12" onClick={() => open('BUY', market.ticket)}>
                {t('spot.side_BUY')}
              </Button>
              <Button look="sell" className="h-12" onClick={() => open('SELL', market.ticket)}>
                {t('spot.side_SELL')}
              </Button>
            </div>
            <Dialog
              isOpen={isOpen}
              onOpenChange={setIsOpen}
              title={`${market.pair.base}/${market.pair.quote}`}
              closeLabel={t('common.close')}
              shape="sheet"
            >
              <TicketPanel onSent={() => setIsOpen(false)} className="pb-[env(safe-area-inset-bottom)]" />
            </Dialog>
          </>
        ) : null
      }
    </SpotMarketContext.Consumer>
  );
}
