import { CirclePlus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { decimalsOf, formatUnits } from '../../../ui/decimal.ts';
import { formatAmount } from '../../../ui/format.ts';
import { PercentSlider } from '../../../ui/percent-slider.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { tabClass } from '../../../ui/tabs.tsx';
import type { Side } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { GapDialog } from './gap-dialog.tsx';
import { priceGap, type PriceGap } from './price-gap.ts';
import { useSpotMarket, useTicket } from './spot-market.ts';
import { TicketField } from './ticket-field.tsx';
import {
  percentOfAvailable,
  problemsOf,
  withAmount,
  withPercent,
  withPrice,
  withQuantity,
  type MarketUnit,
  type Ticket,
  type TicketField as FieldName,
  type TicketType,
} from './ticket-model.ts';
import { TicketSummary } from './ticket-summary.tsx';
import { useSubmitOrder } from './use-submit-order.ts';
import { useTicketContext } from './use-ticket-context.ts';

const TYPES: readonly TicketType[] = ['LIMIT', 'MARKET'];
const TIMES = ['GTC', 'IOC', 'FOK'] as const;

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
    const asked = ticket.type === 'LIMIT' ? priceGap(ticket.price, context.lastPrice) : null;
    if (asked) setGap(asked);
    else void submit(ticket);
  };
  // A field says what is wrong once it holds something, or after a try to send.
  const errorOf = (field: FieldName) => {
    const problem = problems.find((one) => one.field === field);
    if (!problem || !(isChecked || (ticket[field] !== '' && !problem.reason.endsWith('missing')))) return undefined;
    return isLoggedIn || problem.reason !== 'balance' ? t(`spot.ticket.problem_${problem.reason}`, problem.values) : undefined;
  };
  return (
    <section id="ticket" aria-label={t('spot.ticket.title')} className={classNames('num flex min-h-0 flex-col bg-surface text-12', className)}>
      <div role="group" aria-label={t('spot.ticket.type')} className="flex h-11 flex-none gap-4 border-b border-line px-3 md:h-9">
        {TYPES.map((type) => (
          <button key={type} type="button" aria-pressed={ticket.type === type} onClick={() => store.setState({ type })} className={tabClass(ticket.type === type)}>
            {t(`spot.type_${type}`)}
          </button>
        ))}
      </div>
      <form onSubmit={send} noValidate className="scroll-quiet flex min-h-0 flex-col gap-2 overflow-y-auto p-3">
        <SideSwitch side={ticket.side} onChange={(side) => store.setState({ side })} />
        <AvailableRow side={ticket.side} />
        <Fields ticket={ticket} errorOf={errorOf} />
        <PercentSlider
          label={t('spot.ticket.percent')}
          value={percentOfAvailable(ticket, context)}
          disabled={!isLoggedIn}
          onChange={(percent) => store.setState((now) => withPercent(now, percent, context))}
        />
        {ticket.type === 'LIMIT' ? <LimitOptions ticket={ticket} /> : null}
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

function SideSwitch({ side, onChange }: { side: Side; onChange: (side: Side) => void }) {
  const { t } = useTranslation();
  const look = (value: Side) =>
    value !== side ? 'text-muted hover:text-fg' : value === 'BUY' ? 'bg-up-tint text-up ring-1 ring-inset ring-up' : 'bg-down-tint text-down ring-1 ring-inset ring-down';
  return (
    <div role="radiogroup" aria-label={t('spot.ticket.side')} className="grid h-11 flex-none grid-cols-2 gap-0.5 rounded-1 border border-line bg-well p-0.5 md:h-9">
      {(['BUY', 'SELL'] as const).map((value) => (
        <label key={value} className={classNames('grid cursor-pointer place-items-center rounded-[3px] text-13 font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent', look(value))}>
          <input type="radio" className="sr-only" checked={value === side} onChange={() => onChange(value)} />
          {t(`spot.side_${value}`)}
        </label>
      ))}
    </div>
  );
}

function AvailableRow({ side }: { side: Side }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pair, isLoggedIn } = useSpotMarket();
  const { availableBase, availableQuote } = useTicketContext();
  const [amount, asset, decimals] = side === 'BUY' ? [availableQuote, pair.quote, Math.max(pair.quotePrecision, 2)] : [availableBase, pair.base, pair.basePrecision];
  return (
    <p className="flex items-center justify-between leading-5 text-muted">
      {t('spot.ticket.available')}
      <span className="flex items-center gap-1 text-fg">
        <bdi>{isLoggedIn ? `${formatAmount(amount, decimals)} ${asset}` : `– ${asset}`}</bdi>
        <Link to={to('/assets')} aria-label={t('spot.ticket.add_funds')} className="grid size-5 place-items-center text-accent">
          <CirclePlus aria-hidden className="size-3.5" />
        </Link>
      </span>
    </p>
  );
}

function Fields({ ticket, errorOf }: { ticket: Ticket; errorOf: (field: FieldName) => string | undefined }) {
  const { t } = useTranslation();
  const { pair, ticket: store, market } = useSpotMarket();
  const tickDecimals = decimalsOf(pair.tickSize);
  const takeBest = () => {
    const book = market.book.get();
    const best = ticket.side === 'BUY' ? book.asks[0] : book.bids[0];
    if (best) store.setState((now) => withPrice(now, formatUnits(best.price, pair.quotePrecision)));
  };
  const best = (
    <button type="button" onClick={takeBest} className="min-w-12 self-stretch border-s border-line px-2 text-11 font-medium text-accent">
      {t('spot.ticket.best')}
    </button>
  );
  const quantity = (
    <TicketField label={t('spot.ticket.quantity')} unit={pair.base} value={ticket.quantity} decimals={pair.basePrecision} error={errorOf('quantity')} onChange={(value) => store.setState((now) => withQuantity(now, value))} />
  );
  const amount = (label: string) => (
    <TicketField label={label} unit={pair.quote} value={ticket.amount} decimals={8} error={errorOf('amount')} onChange={(value) => store.setState((now) => withAmount(now, value, pair))} />
  );
  if (ticket.type === 'MARKET') {
    const units: readonly MarketUnit[] = ['quantity', 'amount'];
    return (
      <>
        <Segmented
          label={t('spot.ticket.measured_in')}
          value={ticket.marketUnit}
          onChange={(marketUnit) => store.setState({ marketUnit })}
          options={units.map((value) => ({ value, label: t(`spot.ticket.by_${value}`, { base: pair.base, quote: pair.quote }) }))}
          className="flex"
        />
        {ticket.marketUnit === 'quantity' ? quantity : amount(t(ticket.side === 'BUY' ? 'spot.ticket.spend' : 'spot.ticket.receive_amount'))}
      </>
    );
  }
  return (
    <>
      <TicketField label={t('spot.ticket.price')} unit={pair.quote} value={ticket.price} decimals={tickDecimals} error={errorOf('price')} onChange={(value) => store.setState((now) => withPrice(now, value))} end={best} />
      {quantity}
      {amount(t('spot.ticket.total'))}
    </>
  );
}

function LimitOptions({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { ticket: store } = useSpotMarket();
  return (
    <div className="flex min-h-11 items-center justify-between gap-2 md:min-h-6">
      <Checkbox checked={ticket.isPostOnly} onChange={(isPostOnly) => store.setState(isPostOnly ? { isPostOnly, timeInForce: 'GTC' } : { isPostOnly })}>
        {t('spot.ticket.post_only')}
      </Checkbox>
      <Segmented
        label={t('spot.ticket.time_in_force')}
        value={ticket.timeInForce}
        onChange={(timeInForce) => store.setState({ timeInForce })}
        options={TIMES.map((value) => ({ value, label: value, disabled: ticket.isPostOnly && value !== 'GTC' }))}
      />
    </div>
  );
}

function SendButton({ ticket, isBusy }: { ticket: Ticket; isBusy: boolean }) {
  const { t } = useTranslation();
  const { pair } = useSpotMarket();
  const byAmount = ticket.type === 'MARKET' && ticket.marketUnit === 'amount';
  const amount = byAmount ? ticket.amount : ticket.quantity;
  const shown = /[1-9]/.test(amount) ? `${formatAmount(amount, 8)} ${byAmount ? pair.quote : pair.base}` : pair.base;
  return (
    <Button type="submit" look={ticket.side === 'BUY' ? 'buy' : 'sell'} busy={isBusy} className="h-12 w-full flex-none md:h-10">
      {t(isBusy ? 'spot.ticket.sending' : `spot.side_${ticket.side}`)} {isBusy ? null : <bdi>{shown}</bdi>}
    </Button>
  );
}

function LogInInstead() {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pathname } = useLocation();
  const back = `?redirect=${encodeURIComponent(pathname)}`;
  return (
    <div className="grid grid-cols-2 gap-2">
      <Link to={to('/login') + back} className={buttonClass('line', 'md', 'h-12 md:h-10')}>
        {t('frame.log_in')}
      </Link>
      <Link to={to('/register') + back} className={buttonClass('primary', 'md', 'h-12 md:h-10')}>
        {t('frame.register')}
      </Link>
    </div>
  );
}
