import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../ui/class-names.ts';
import { tabClass } from '../../../../ui/tabs.tsx';
import { useSpotMarket } from '../spot-market.ts';
import { withType } from './ticket-edits.ts';
import { CONDITIONAL_TYPES, isConditional, type Ticket, type TicketType } from './ticket.ts';

const PLAIN_TYPES: readonly TicketType[] = ['LIMIT', 'MARKET'];

/** The two plain types as tabs; those that wait for a price share the third, the browser's own list. */
export function TicketTypes({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { ticket: store } = useSpotMarket();
  const waits = isConditional(ticket);
  return (
    <div
      role="group"
      aria-label={t('terminal.ticket.type')}
      className="flex h-11 flex-none gap-4 border-b border-line px-3 md:h-9"
    >
      {PLAIN_TYPES.map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={ticket.type === type}
          onClick={() => store.setState((now) => withType(now, type))}
          className={tabClass(ticket.type === type)}
        >
          {t(`terminal.ticket.type_${type}`)}
        </button>
      ))}
      <span className={classNames(tabClass(waits), 'has-focus-visible:outline-2 has-focus-visible:outline-accent')}>
        <select
          aria-label={t('terminal.ticket.conditional_type')}
          value={waits ? ticket.type : ''}
          onChange={(event) => store.setState((now) => withType(now, event.target.value as TicketType))}
          className="h-full cursor-pointer appearance-none field-sizing-content bg-transparent pe-5 outline-none [&>option]:bg-overlay [&>option]:text-fg"
        >
          <option value="" hidden>
            {t('terminal.ticket.conditional')}
          </option>
          {CONDITIONAL_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`terminal.ticket.type_${type}`)}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-0 size-3.5" />
      </span>
    </div>
  );
}
