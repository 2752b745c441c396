import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { getBalances, getUserRate } from '../../api/calls/account.ts';
import { quietCall } from '../../api/client.ts';
import { getDeals, getDepth } from '../../api/calls/spot.ts';
import type { Pair } from '../../api/types.ts';
import { TerminalMarketContext } from '../../terminal/terminal-market.ts';
import { useViewer } from '../../visitor/session.ts';
import { sharedOf, type TerminalData, useMarketFeeds } from './spot-feeds.ts';
import { SpotMarketContext } from './spot-market.ts';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { EMPTY_TICKET, type Ticket } from './ticket/ticket.ts';
import { pairName } from '../../figures/market-name.ts';

/** As many rows of the book as a terminal begins with: what a market order costs is counted on them. */
const DEPTH_ROWS = 500;

/** What one spends: whoever buys from a list thinks in money. */
const marketTicket = (): Ticket => ({ ...EMPTY_TICKET, type: 'MARKET', marketUnit: 'amount' });

type QuickTradeProps = {
  readonly pair: Pair;
  /** Stays mounted while it is closed, so that the focus goes back to the button that opened it. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** A market order beside the list of markets: the terminal's own ticket, with worst price, fee and what comes of it before the press. */
export default function QuickTrade({ pair, isOpen, onClose }: QuickTradeProps) {
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isNext) => {
        if (!isNext) onClose();
      }}
      title={t('market.quick_trade', { pair: pairName(pair) })}
      closeLabel={t('common.close')}
      className="!w-[min(360px,calc(100vw-32px))]"
    >
      <LoadedTicket
        key={`${pair.symbol} ${turn}`}
        pair={pair}
        onRetry={() => setTurn((now) => now + 1)}
        onSent={onClose}
      />
    </Dialog>
  );
}

type LoadedTicketProps = { readonly pair: Pair; readonly onRetry: () => void; readonly onSent: () => void };

/** Loads when it is drawn; a dialog draws what is in it when it opens. */
function LoadedTicket({ pair, onRetry, onSent }: LoadedTicketProps) {
  const { t } = useTranslation();
  const { isLoggedIn } = useViewer();
  const [data, setData] = useState<TerminalData | 'failed' | null>(null);
  useEffect(() => {
    let hasLeft = false;
    load(pair, isLoggedIn).then(
      (loaded) => !hasLeft && setData(loaded),
      () => !hasLeft && setData('failed'),
    );
    return () => {
      hasLeft = true;
    };
  }, [pair, isLoggedIn]);
  if (data === null) return <SkeletonRows rows={7} height="h-11" label={t('common.loading')} />;
  if (data === 'failed')
    return (
      <ErrorState text={t('common.load_failed')} retryLabel={t('common.retry')} onRetry={onRetry} className="py-12" />
    );
  return <MarketTicket data={data} onSent={onSent} />;
}

/** All of it or a failure: without the book or the balance the ticket would show figures that are wrong. */
async function load(pair: Pair, isLoggedIn: boolean): Promise<TerminalData> {
  const [depth, deals, balances, userRate] = await Promise.all([
    getDepth(quietCall, pair.symbol, DEPTH_ROWS),
    getDeals(quietCall, pair.symbol),
    isLoggedIn ? getBalances(quietCall) : null,
    isLoggedIn ? getUserRate(quietCall) : null,
  ]);
  return { pair, pairs: [pair], tickers: [], depth, deals, openOrders: null, balances, userRate, isLoggedIn };
}

function MarketTicket({ data, onSent }: { readonly data: TerminalData; readonly onSent: () => void }) {
  const market = useMarketFeeds(data, marketTicket);
  const shared = useMemo(() => sharedOf(market), [market]);
  return (
    <SpotMarketContext value={market}>
      <TerminalMarketContext value={shared}>
        <TicketPanel hasTypes={false} onSent={onSent} className="!bg-transparent" />
      </TerminalMarketContext>
    </SpotMarketContext>
  );
}
