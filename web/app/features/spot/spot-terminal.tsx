import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { TerminalFrame } from '../../terminal/terminal-frame.tsx';
import { TerminalMarketContext } from '../../terminal/terminal-market.ts';
import { MarketStrip, PairInfo } from './market-strip.tsx';
import { AccountPanel } from './orders/account-panel.tsx';
import { SpotChart } from './spot-chart.tsx';
import { sharedOf, type TerminalData, useMarketFeeds } from './spot-feeds.ts';
import { SpotMarketContext } from './spot-market.ts';
import { fieldPrice } from '../../terminal/ticket/field-price.ts';
import { withType } from './ticket/ticket-edits.ts';
import { TicketPanel } from './ticket/ticket-panel.tsx';
import { EMPTY_TICKET, type Ticket } from './ticket/ticket.ts';

/** A limit order at the last price. */
const firstTicket = ({ deals, pair }: TerminalData): Ticket => ({
  ...EMPTY_TICKET,
  price: fieldPrice(deals[0]?.price ?? '', pair.quotePrecision),
  isPriceOffered: true,
});

/** The terminal of one spot market. */
export function SpotTerminal({ data }: { data: TerminalData }) {
  const { t } = useTranslation();
  const market = useMarketFeeds(data, firstTicket);
  const shared = useMemo(() => sharedOf(market), [market]);
  return (
    <SpotMarketContext value={market}>
      <TerminalMarketContext value={shared}>
        <TerminalFrame
          terminal="spot"
          preset="standard"
          strip={<MarketStrip />}
          chart={(panel) => <SpotChart {...panel} />}
          info={(panel) => <PairInfo {...panel} />}
          account={(panel) => <AccountPanel {...panel} />}
          accountName={t('spot.phone_orders')}
          ticket={(panel) => <TicketPanel {...panel} />}
          onSide={(side) => market.ticket.setState({ side })}
          onType={(type) => market.ticket.setState((now) => withType(now, type, market.pair))}
          sideLabel={(side) => t(`terminal.side_${side}`)}
        />
      </TerminalMarketContext>
    </SpotMarketContext>
  );
}
