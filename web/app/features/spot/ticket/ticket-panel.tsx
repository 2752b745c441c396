import type { Translate } from '../../../i18n/translator.ts';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import { PercentSlider } from '../../../../ui/percent-slider.tsx';
import type { Pair } from '../../../api/types.ts';
import { isolated, listed } from '../../../i18n/isolated.ts';
import { problemText } from './problem-text.ts';
import { useSpotMarket, useTicket } from '../spot-market.ts';
import { LogInInstead } from '../../../terminal/log-in.tsx';
import { type OrderTerm, standingTerms } from '../../../terminal/ticket/order-terms.ts';
import { SendButton } from '../../../terminal/ticket/send-button.tsx';
import { SideSwitch } from '../../../terminal/ticket/side-switch.tsx';
import { TicketFrame } from '../../../terminal/ticket/ticket-frame.tsx';
import { useChosenShare } from '../../../terminal/ticket/use-chosen-share.ts';
import { useTicketForm } from '../../../terminal/ticket/use-ticket-form.ts';
import { AvailableRow, LimitOptions, TicketFields } from './ticket-fields.tsx';
import { percentOfAvailable, withPercent } from './ticket-edits.ts';
import { endsUnfilled, previewOf } from './ticket-preview.ts';
import { problemsOf } from './ticket-problems.ts';
import { TicketSummary } from './ticket-summary.tsx';
import { SpotBalances } from './spot-balances.tsx';
import { TicketTypes } from './ticket-types.tsx';
import { isByAmount, type Ticket } from './ticket.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { usePlaceOrder } from './use-place-order.ts';
import { useTicketContext } from './use-ticket-context.ts';
import { pairName } from '../../../figures/market-name.ts';

const SIZE_FIELDS = [
  ...(['side', 'type', 'marketUnit', 'isMarketThen', 'quantity', 'amount'] as const),
  ...(['price', 'stopPrice', 'stopLimitPrice', 'callback', 'activationPrice'] as const),
];

type TicketPanelProps = {
  readonly className?: string;
  readonly onSent?: () => void;
  /** Without them it stays the type that it began with. */
  readonly hasTypes?: boolean;
};

export function TicketPanel({ className, onSent = () => undefined, hasTypes = true }: TicketPanelProps) {
  const { t } = useTranslation();
  const { isLoggedIn, pair, ticket: store } = useSpotMarket();
  const name = `spot ${pair.symbol}`;
  const ticket = useTicket();
  const context = useTicketContext();
  const place = usePlaceOrder();
  const share = useChosenShare({
    store,
    fields: SIZE_FIELDS,
    sized: (now, percent) => withPercent(now, percent, context),
  });
  const form = useTicketForm({
    name,
    ticket,
    problems: problemsOf(ticket, context, isLoggedIn),
    problemText: (problem) => problemText(t, problem),
    lastPrice: context.lastPrice,
    order: orderLine(t, ticket, context.pair),
    average: previewOf(ticket, context)?.averagePrice ?? '',
    isRefused: endsUnfilled(ticket, context) === 'post_only',
    isLoggedIn,
    keepSize: share.end,
    place: (onLost) => place(ticket, onLost),
    onSent,
  });
  const { errorOf } = form;
  return (
    <TicketFrame
      className={className}
      form={form}
      above={hasTypes ? <TicketTypes ticket={ticket} /> : null}
      send={
        isLoggedIn ? (
          <SendButton
            side={ticket.side}
            isBusy={form.isBusy}
            isLost={form.isLost}
            labelOf={(size) => t(`terminal.ticket.send_${ticket.side}`, { size })}
            size={sizeOf(ticket, context.pair)}
            isPostOnly={ticket.type === 'LIMIT' && ticket.isPostOnly}
          />
        ) : (
          <LogInInstead />
        )
      }
      summary={<TicketSummary ticket={ticket} context={context} />}
      account={isLoggedIn && hasTypes ? <SpotBalances /> : null}
      terms={termsOf(t, ticket, context.pair)}
    >
      <SideSwitch
        side={ticket.side}
        labelOf={(side) => t(`terminal.side_${side}`)}
        onChange={(side) => store.setState({ side })}
      />
      <AvailableRow side={ticket.side} />
      <TicketFields ticket={ticket} errorOf={errorOf} />
      <PercentSlider
        label={t('terminal.ticket.percent')}
        value={share.percent ?? percentOfAvailable(ticket, context)}
        disabled={!isLoggedIn}
        onChange={share.choose}
      />
      {ticket.type === 'LIMIT' ? <LimitOptions ticket={ticket} errorOf={errorOf} /> : null}
    </TicketFrame>
  );
}

/** Side, size, type and market of the order, for the question before it. */
function orderLine(t: Translate, ticket: Ticket, pair: Pair): string {
  const rest = [sizeOf(ticket, pair), t(`terminal.ticket.type_${ticket.type}`), pairName(pair)];
  return `${isolated(t(`terminal.side_${ticket.side}`))} ${listed(rest)}`;
}

/** What a limit order may do and shows, for the same question; the summary says what a conditional order waits for. */
function termsOf(t: Translate, ticket: Ticket, { base }: Pair): readonly OrderTerm[] {
  if (ticket.type !== 'LIMIT') return [];
  const shown = `${formatAmount(ticket.displayQuantity, 8)} ${base}`;
  return [...standingTerms(t, ticket), ...(ticket.isIceberg ? [[t('terminal.ticket.display'), shown] as const] : [])];
}

/** How much of what the button buys or sells. */
function sizeOf(ticket: Ticket, { base, quote }: Pair): string {
  const [amount, asset] = isByAmount(ticket) ? [ticket.amount, quote] : [ticket.quantity, base];
  return isSet(amount) ? `${formatAmount(amount, 8)} ${asset}` : base;
}
