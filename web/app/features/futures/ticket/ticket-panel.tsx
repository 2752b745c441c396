import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { PercentSlider } from '../../../../ui/percent-slider.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import type { Side } from '../../../api/types.ts';
import { GapDialog } from '../../../terminal/ticket/gap-dialog.tsx';
import { gapToAsk, type PriceGap } from '../../../terminal/ticket/price-gap.ts';
import { LogInInstead } from '../../../terminal/log-in.tsx';
import { SideSwitch } from '../../../terminal/ticket/side-switch.tsx';
import { TypeTabs } from '../../../terminal/ticket/type-tabs.tsx';
import { isSet, text, units } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket, useFuturesTicket, usePreference } from '../futures-market.ts';
import { costOf } from '../margin.ts';
import { AccountSummary } from '../settings/account-summary.tsx';
import { SettingsBar } from '../settings/settings-bar.tsx';
import { problemText } from './problem-text.ts';
import { TicketFields, TicketOptions } from './ticket-fields.tsx';
import { plannedOf, quantityForShare, type TicketContext } from './ticket-preview.ts';
import { problemsOf } from './ticket-problems.ts';
import { TicketSummary } from './ticket-summary.tsx';
import { isConditional, TICKET_TYPES, type FuturesTicket, type TicketField, type TicketType } from './ticket.ts';
import { useSubmitOrder } from './use-submit-order.ts';
import { useTicketContext } from './use-ticket-context.ts';

export function TicketPanel({ className, onSent = () => undefined }: { className?: string; onSent?: () => void }) {
  const { t } = useTranslation();
  const { ticket: store, isLoggedIn } = useFuturesMarket();
  const ticket = useFuturesTicket();
  const context = useTicketContext();
  const isOneWay = usePreference().positionMode === 'ONE_WAY';
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
    if (!isLoggedIn || problems.length > 0 || isBusy) return;
    const asked = ticket.type === 'LIMIT' ? gapToAsk(ticket, context.lastPrice) : null;
    if (asked) setGap(asked);
    else void submit(ticket);
  };
  // A field says what is wrong once it holds something, or after a try to send.
  const errorOf = (field: TicketField) => {
    const problem = problems.find((one) => one.field === field);
    if (!isLoggedIn && problem?.reason === 'balance') return undefined;
    if (!problem || !(isChecked || (ticket[field] !== '' && !problem.reason.endsWith('missing')))) return undefined;
    return problemText(t, problem);
  };
  const typeOf = (value: TicketType) => ({
    value,
    label: t(value === 'STOP' ? 'futures.ticket.type_STOP' : `terminal.ticket.type_${value}`),
  });
  const sideLabel = useSideLabel(ticket, isOneWay);
  return (
    <section
      id="ticket"
      aria-label={t('terminal.ticket.title')}
      className={classNames('num flex min-h-0 flex-col bg-surface text-12', className)}
    >
      {isLoggedIn ? <SettingsBar /> : null}
      <TypeTabs
        value={ticket.type}
        plain={(['LIMIT', 'MARKET'] as const).map(typeOf)}
        waiting={TICKET_TYPES.filter((type) => isConditional({ type })).map(typeOf)}
        onChange={(type) => store.setState({ type })}
      />
      <form
        onSubmit={send}
        noValidate
        className="scroll-quiet flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-3 [&>*]:flex-none"
      >
        {isOneWay ? null : <ActionChoice ticket={ticket} />}
        <SideSwitch side={ticket.side} labelOf={sideLabel} onChange={(side) => store.setState({ side })} />
        <Available context={context} />
        <TicketFields ticket={ticket} errorOf={errorOf} />
        <PercentSlider
          label={t('terminal.ticket.percent')}
          value={shareOf(ticket, context)}
          onChange={(percent) => {
            const quantity = quantityForShare(ticket, percent, context);
            store.setState({ quantity: quantity === 0n ? '' : text(quantity) });
          }}
        />
        <TicketOptions ticket={ticket} errorOf={errorOf} isOneWay={isOneWay} />
        {isLoggedIn ? <SendButton ticket={ticket} isBusy={isBusy} label={sideLabel(ticket.side)} /> : <LogInInstead />}
        <TicketSummary ticket={ticket} context={context} />
      </form>
      {isLoggedIn ? <AccountSummary /> : null}
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

/** In hedge mode a side opens or closes, which its name says. */
export function useSideLabel(
  { isClosing }: Pick<FuturesTicket, 'isClosing'>,
  isOneWay: boolean,
): (side: Side) => string {
  const { t } = useTranslation();
  return (side) => t(isOneWay ? `futures.side_${side}` : isClosing ? `futures.close_${side}` : `futures.open_${side}`);
}

function ActionChoice({ ticket }: { ticket: FuturesTicket }) {
  const { t } = useTranslation();
  const { ticket: store } = useFuturesMarket();
  return (
    <Segmented
      label={t('futures.action')}
      value={ticket.isClosing ? 'close' : 'open'}
      onChange={(action) => store.setState({ isClosing: action === 'close' })}
      options={(['open', 'close'] as const).map((value) => ({ value, label: t(`futures.${value}`) }))}
      className="flex"
    />
  );
}

function Available({ context }: { context: TicketContext }) {
  const { t } = useTranslation();
  return (
    <p className="flex items-center justify-between leading-5 text-muted">
      {t('terminal.ticket.available')}
      <bdi className="text-fg">
        {formatNumber(formatUnits(context.available, 8), 2)} {context.state.contract.settle}
      </bdi>
    </p>
  );
}

/** How much of what is available the order takes, 0 to 100; of a closing one how much of what is open it closes. */
function shareOf(ticket: FuturesTicket, context: TicketContext): number {
  const quantity = units(ticket.quantity);
  if (quantity === 0n) return 0;
  const isClosing = ticket.isReduceOnly || ticket.isClosing;
  const all = isClosing ? quantityForShare(ticket, 100, context) : context.available;
  const used = isClosing ? quantity : costOf(context.state, plannedOf(ticket, context, quantity));
  return all === 0n ? 0 : Math.min(100, Number((used * 100n) / all));
}

function SendButton({ ticket, isBusy, label }: { ticket: FuturesTicket; isBusy: boolean; label: string }) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const shown = isSet(ticket.quantity) ? `${formatAmount(ticket.quantity, 8)} ${contract.base}` : contract.base;
  return (
    <Button
      type="submit"
      look={ticket.side === 'BUY' ? 'buy' : 'sell'}
      busy={isBusy}
      className="h-12 w-full flex-none md:h-10"
    >
      {isBusy ? t('terminal.ticket.sending') : label} {isBusy ? null : <bdi>{shown}</bdi>}
    </Button>
  );
}
