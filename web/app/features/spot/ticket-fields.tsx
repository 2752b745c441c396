import { CirclePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { decimalsOf, formatUnits } from '../../../ui/decimal.ts';
import { formatAmount } from '../../../ui/format.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import type { Side } from '../../api/types.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { useSpotMarket } from './spot-market.ts';
import { TicketField } from './ticket-field.tsx';
import {
  withAmount,
  withPrice,
  withQuantity,
  type MarketUnit,
  type Ticket,
  type TicketField as FieldName,
} from './ticket-model.ts';
import { useTicketContext } from './use-ticket-context.ts';

const TIMES = ['GTC', 'IOC', 'FOK'] as const;

export function SideSwitch({ side, onChange }: { side: Side; onChange: (side: Side) => void }) {
  const { t } = useTranslation();
  const look = (value: Side) =>
    value !== side
      ? 'text-muted hover:text-fg'
      : value === 'BUY'
        ? 'bg-up-tint text-up ring-1 ring-inset ring-up'
        : 'bg-down-tint text-down ring-1 ring-inset ring-down';
  return (
    <div
      role="radiogroup"
      aria-label={t('spot.ticket.side')}
      className="grid h-11 flex-none grid-cols-2 gap-0.5 rounded-1 border border-line bg-well p-0.5 md:h-9"
    >
      {(['BUY', 'SELL'] as const).map((value) => (
        <label
          key={value}
          className={classNames(
            'grid cursor-pointer place-items-center rounded-[3px] text-13 font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent',
            look(value),
          )}
        >
          <input type="radio" className="sr-only" checked={value === side} onChange={() => onChange(value)} />
          {t(`spot.side_${value}`)}
        </label>
      ))}
    </div>
  );
}

export function AvailableRow({ side }: { side: Side }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pair, isLoggedIn } = useSpotMarket();
  const { availableBase, availableQuote } = useTicketContext();
  const [amount, asset, decimals] =
    side === 'BUY'
      ? [availableQuote, pair.quote, Math.max(pair.quotePrecision, 2)]
      : [availableBase, pair.base, pair.basePrecision];
  return (
    <p className="flex items-center justify-between leading-5 text-muted">
      {t('spot.ticket.available')}
      <span className="flex items-center gap-1 text-fg">
        <bdi>{isLoggedIn ? `${formatAmount(amount, decimals)} ${asset}` : `– ${asset}`}</bdi>
        <Link
          to={to('/assets')}
          aria-label={t('spot.ticket.add_funds')}
          className="grid size-5 place-items-center text-accent"
        >
          <CirclePlus aria-hidden className="size-3.5" />
        </Link>
      </span>
    </p>
  );
}

export function TicketFields({
  ticket,
  errorOf,
}: {
  ticket: Ticket;
  errorOf: (field: FieldName) => string | undefined;
}) {
  const { t } = useTranslation();
  const { pair, ticket: store, market } = useSpotMarket();
  const tickDecimals = decimalsOf(pair.tickSize);
  const takeBest = () => {
    const book = market.book.get();
    const best = ticket.side === 'BUY' ? book.asks[0] : book.bids[0];
    if (best) store.setState((now) => withPrice(now, formatUnits(best.price, pair.quotePrecision)));
  };
  const best = (
    <button
      type="button"
      onClick={takeBest}
      className="min-w-12 self-stretch border-s border-line px-2 text-11 font-medium text-accent"
    >
      {t('spot.ticket.best')}
    </button>
  );
  const quantity = (
    <TicketField
      label={t('spot.ticket.quantity')}
      unit={pair.base}
      value={ticket.quantity}
      decimals={pair.basePrecision}
      error={errorOf('quantity')}
      onChange={(value) => store.setState((now) => withQuantity(now, value))}
    />
  );
  const amount = (label: string) => (
    <TicketField
      label={label}
      unit={pair.quote}
      value={ticket.amount}
      decimals={8}
      error={errorOf('amount')}
      onChange={(value) => store.setState((now) => withAmount(now, value, pair))}
    />
  );
  if (ticket.type === 'MARKET') {
    const units: readonly MarketUnit[] = ['quantity', 'amount'];
    return (
      <>
        <Segmented
          label={t('spot.ticket.measured_in')}
          value={ticket.marketUnit}
          onChange={(marketUnit) => store.setState({ marketUnit })}
          options={units.map((value) => ({
            value,
            label: t(`spot.ticket.by_${value}`, { base: pair.base, quote: pair.quote }),
          }))}
          className="flex"
        />
        {ticket.marketUnit === 'quantity'
          ? quantity
          : amount(t(ticket.side === 'BUY' ? 'spot.ticket.spend' : 'spot.ticket.receive_amount'))}
      </>
    );
  }
  return (
    <>
      <TicketField
        label={t('spot.ticket.price')}
        unit={pair.quote}
        value={ticket.price}
        decimals={tickDecimals}
        error={errorOf('price')}
        onChange={(value) => store.setState((now) => withPrice(now, value))}
        end={best}
      />
      {quantity}
      {amount(t('spot.ticket.total'))}
    </>
  );
}

export function LimitOptions({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { ticket: store } = useSpotMarket();
  return (
    <div className="flex min-h-11 items-center justify-between gap-2 md:min-h-6">
      <Checkbox
        checked={ticket.isPostOnly}
        onChange={(isPostOnly) => store.setState(isPostOnly ? { isPostOnly, timeInForce: 'GTC' } : { isPostOnly })}
      >
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
