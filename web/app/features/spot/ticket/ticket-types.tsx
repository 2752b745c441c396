import { useTranslation } from '../../../i18n/use-translation.tsx';
import { TypeTabs } from '../../../terminal/ticket/type-tabs.tsx';
import { useSpotMarket } from '../spot-market.ts';
import { withType } from './ticket-edits.ts';
import { CONDITIONAL_TYPES, type Ticket, type TicketType } from './ticket.ts';

const PLAIN_TYPES = ['LIMIT', 'MARKET'] as const;

export function TicketTypes({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { pair, ticket: store } = useSpotMarket();
  const choiceOf = (value: TicketType) => ({ value, label: t(`terminal.ticket.type_${value}`) });
  return (
    <TypeTabs
      value={ticket.type}
      plain={PLAIN_TYPES.map(choiceOf)}
      waiting={CONDITIONAL_TYPES.filter((type) => type !== 'OCO').map(choiceOf)}
      last={[choiceOf('OCO')]}
      onChange={(type) => store.setState((now) => withType(now, type, pair))}
    />
  );
}
