import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { formatAmount } from '../../../../ui/format.ts';
import { PercentSlider } from '../../../../ui/percent-slider.tsx';
import { GapDialog } from '../../../terminal/ticket/gap-dialog.tsx';
import { gapToAsk, type PriceGap } from '../../../terminal/ticket/price-gap.ts';
import { problemText } from './problem-text.ts';
import { useSpotMarket, useTicket } from '../spot-market.ts';
import { LogInInstead } from '../../../terminal/log-in.tsx';
import { SideSwitch } from '../../../terminal/ticket/side-switch.tsx';
import { AvailableRow, LimitOptions, TicketFields } from './ticket-fields.tsx';
import { percentOfAvailable, withPercent } from './ticket-edits.ts';
import { problemsOf } from './ticket-problems.ts';
import { TicketSummary } from './ticket-summary.tsx';
import { TicketTypes } from './ticket-types.tsx';
import { isByAmount, type Ticket, type TicketField as FieldName } from './ticket.ts';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { useSubmitOrder } from './use-submit-order.ts';
import { useTicketContext } from './use-ticket-context.ts';

export function TicketPanel({ className, onSent = () => undefined }: { className?: string; onSent?: () => void }) {
  const { t } = useTranslation();
  const { isLoggedIn, ticket: store } = useSpotMarket();
  const ticket = useTicket();
  const context = useTicketContext();
  const [isChecked, setIsChecked] = useState(false);
  const [gap, setGap] = useState<PriceGap | null>(null);
  const { isBusy, submit } = useSubmitOrder(() => {
    setIsChecked(false);
    onSent();
  });
  const problems = problemsOf(ticket, context);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (problems.length > 0 || isBusy) return;
    const asked = ticket.type === 'LIMIT' ? gapToAsk(ticket, context.lastPrice) : null;
    if (asked) setGap(asked);
    else void submit(ticket);
  };
  // A field says what is wrong once it holds something, or after a try to send.
  const errorOf = (field: FieldName) => {
    const problem = problems.find((one) => one.field === field);
    if (!problem || !(isChecked || (ticket[field] !== '' && !problem.reason.endsWith('missing')))) return undefined;
    if (!isLoggedIn && problem.reason === 'balance') return undefined;
    return problemText(t, problem);
  };
  return (
    <section
      id="ticket"
      aria-label={t('terminal.ticket.title')}
      className={classNames('num flex min-h-0 flex-col bg-surface text-12', className)}
    >
      <TicketTypes ticket={ticket} />
      <form
        onSubmit={send}
        noValidate
        className="scroll-quiet flex min-h-0 flex-col gap-2 overflow-y-auto p-3 [&>*]:flex-none"
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
          value={percentOfAvailable(ticket, context)}
          disabled={!isLoggedIn}
          onChange={(percent) => store.setState((now) => withPercent(now, percent, context))}
        />
        {ticket.type === 'LIMIT' ? <LimitOptions ticket={ticket} errorOf={errorOf} /> : null}
        {isLoggedIn ? <SendButton ticket={ticket} isBusy={isBusy} /> : <LogInInstead />}
        <TicketSummary ticket={ticket} context={context} />
      </form>
      <GapDialog
        gap={gap}
        ticket={ticket}
        lastPrice={context.lastPrice}
        onClose={() => setGap(null)}
        onConfirm={() => {
          setGap(null);
          void submit(ticket);
        }}
      />
    </section>
  );
}

function SendButton({ ticket, isBusy }: { ticket: Ticket; isBusy: boolean }) {
  const { t } = useTranslation();
  const { pair } = useSpotMarket();
  const byAmount = isByAmount(ticket);
  const amount = byAmount ? ticket.amount : ticket.quantity;
  const shown = isSet(amount) ? `${formatAmount(amount, 8)} ${byAmount ? pair.quote : pair.base}` : pair.base;
  return (
    <Button
      type="submit"
      look={ticket.side === 'BUY' ? 'buy' : 'sell'}
      busy={isBusy}
      className="h-12 w-full flex-none md:h-10"
    >
      {t(isBusy ? 'terminal.ticket.sending' : `terminal.side_${ticket.side}`)} {isBusy ? null : <bdi>{shown}</bdi>}
    </Button>
  );
}
