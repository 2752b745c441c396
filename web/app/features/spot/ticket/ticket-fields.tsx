import { CirclePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount } from '../../../../ui/format.ts';
import { Segmented } from '../../../../ui/segmented.tsx';
import type { Side } from '../../../api/types.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { useSpotMarket } from '../spot-market.ts';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { withAmount, withPrice, withQuantity } from './ticket-edits.ts';
import {
  hasLimit,
  hasThen,
  isConditional,
  type MarketUnit,
  type Ticket,
  type TicketField as FieldName,
} from './ticket.ts';
import { useTicketContext } from './use-ticket-context.ts';

const TIMES = ['GTC', 'IOC', 'FOK'] as const;

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
      {t('terminal.ticket.available')}
      <span className="flex items-center gap-1 text-fg">
        <bdi>{isLoggedIn ? `${formatAmount(amount, decimals)} ${asset}` : `– ${asset}`}</bdi>
        <Link
          to={to('/assets')}
          aria-label={t('terminal.ticket.add_funds')}
          className="grid size-5 place-items-center text-accent"
        >
          <CirclePlus aria-hidden className="size-3.5" />
        </Link>
      </span>
    </p>
  );
}

type FieldsProps = {
  readonly ticket: Ticket;
  readonly errorOf: (field: FieldName) => string | undefined;
};

export function TicketFields({ ticket, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const { pair, ticket: store } = useSpotMarket();
  const amountLabel = t(ticket.side === 'BUY' ? 'terminal.ticket.spend' : 'terminal.ticket.receive_amount');
  if (ticket.type === 'MARKET') {
    const units: readonly MarketUnit[] = ['quantity', 'amount'];
    return (
      <>
        <Segmented
          label={t('terminal.ticket.measured_in')}
          value={ticket.marketUnit}
          onChange={(marketUnit) => store.setState({ marketUnit })}
          options={units.map((value) => ({
            value,
            label: t(`terminal.ticket.by_${value}`, { base: pair.base, quote: pair.quote }),
          }))}
          className="flex"
        />
        {ticket.marketUnit === 'quantity' ? (
          <QuantityField ticket={ticket} errorOf={errorOf} />
        ) : (
          <AmountField ticket={ticket} errorOf={errorOf} label={amountLabel} />
        )}
      </>
    );
  }
  // Where more prices are asked for, the preview alone shows the total: the ticket stays on one screen.
  const hasTotal = hasLimit(ticket) && ticket.type !== 'OCO' && ticket.type !== 'TRAILING_STOP';
  return (
    <>
      {ticket.type === 'OCO' ? <PriceField ticket={ticket} errorOf={errorOf} /> : null}
      {isConditional(ticket) ? <TriggerFields ticket={ticket} errorOf={errorOf} /> : null}
      {hasLimit(ticket) && ticket.type !== 'OCO' ? <PriceField ticket={ticket} errorOf={errorOf} /> : null}
      <QuantityField ticket={ticket} errorOf={errorOf} />
      {hasTotal ? <AmountField ticket={ticket} errorOf={errorOf} label={t('terminal.ticket.total')} /> : null}
    </>
  );
}

function PriceField({ ticket, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const { pair, ticket: store, market } = useSpotMarket();
  const takeBest = () => {
    const book = market.book.get();
    const best = ticket.side === 'BUY' ? book.asks[0] : book.bids[0];
    if (best) store.setState((now) => withPrice(now, formatUnits(best.price, pair.quotePrecision)));
  };
  return (
    <TicketField
      label={t(isConditional(ticket) ? 'terminal.ticket.limit_price' : 'terminal.ticket.price')}
      unit={pair.quote}
      value={ticket.price}
      error={errorOf('price')}
      onChange={(value) => store.setState((now) => withPrice(now, value))}
      end={
        isConditional(ticket) ? null : (
          <button
            type="button"
            onClick={takeBest}
            className="min-w-12 self-stretch border-s border-line px-2 text-11 font-medium text-accent"
          >
            {t('terminal.ticket.best')}
          </button>
        )
      }
    />
  );
}

function QuantityField({ ticket, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const { pair, ticket: store } = useSpotMarket();
  return (
    <TicketField
      label={t('terminal.ticket.quantity')}
      unit={pair.base}
      value={ticket.quantity}
      error={errorOf('quantity')}
      onChange={(value) => store.setState((now) => withQuantity(now, value))}
    />
  );
}

function AmountField({ ticket, errorOf, label }: FieldsProps & { readonly label: string }) {
  const { pair, ticket: store } = useSpotMarket();
  return (
    <TicketField
      label={label}
      unit={pair.quote}
      value={ticket.amount}
      error={errorOf('amount')}
      onChange={(value) => store.setState((now) => withAmount(now, value, pair))}
    />
  );
}

/** What wakes the order: a price, or how far the price turns back. */
function TriggerFields({ ticket, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const { pair, ticket: store } = useSpotMarket();
  const priceField = (field: 'stopPrice' | 'stopLimitPrice' | 'activationPrice', label: string, placeholder = '') => (
    <TicketField
      label={label}
      unit={pair.quote}
      value={ticket[field]}
      error={errorOf(field)}
      placeholder={placeholder}
      onChange={(value) => store.setState({ [field]: value })}
    />
  );
  return (
    <>
      {hasThen(ticket) ? (
        <Segmented
          label={t('terminal.ticket.then')}
          value={ticket.isMarketThen ? 'market' : 'limit'}
          onChange={(then) => store.setState({ isMarketThen: then === 'market' })}
          options={(['limit', 'market'] as const).map((value) => ({
            value,
            label: t(`terminal.ticket.then_${value}`),
          }))}
          className="flex"
        />
      ) : null}
      {ticket.type === 'TRAILING_STOP' ? (
        <>
          <TicketField
            label={t('terminal.ticket.callback')}
            unit="%"
            value={ticket.callback}
            error={errorOf('callback')}
            onChange={(callback) => store.setState({ callback })}
          />
          {priceField('activationPrice', t('terminal.ticket.activation'), t('terminal.ticket.at_once'))}
        </>
      ) : (
        priceField('stopPrice', t(ticket.type === 'OCO' ? 'terminal.ticket.stop_trigger' : 'terminal.ticket.trigger'))
      )}
      {ticket.type === 'OCO'
        ? priceField('stopLimitPrice', t('terminal.ticket.stop_limit'), t('terminal.ticket.stop_market'))
        : null}
    </>
  );
}

export function LimitOptions({ ticket, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const { pair, ticket: store } = useSpotMarket();
  const rests = ticket.isPostOnly || ticket.isIceberg;
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2 md:min-h-6">
        <Checkbox
          checked={ticket.isPostOnly}
          onChange={(isPostOnly) => store.setState(isPostOnly ? { isPostOnly, timeInForce: 'GTC' } : { isPostOnly })}
        >
          {t('terminal.ticket.post_only')}
        </Checkbox>
        <Segmented
          label={t('terminal.ticket.time_in_force')}
          value={ticket.timeInForce}
          onChange={(timeInForce) => store.setState({ timeInForce })}
          options={TIMES.map((value) => ({ value, label: value, disabled: rests && value !== 'GTC' }))}
        />
      </div>
      <Checkbox
        checked={ticket.isIceberg}
        onChange={(isIceberg) => store.setState(isIceberg ? { isIceberg, timeInForce: 'GTC' } : { isIceberg })}
        className="min-h-11 md:min-h-6"
      >
        {t('terminal.ticket.iceberg')}
      </Checkbox>
      {ticket.isIceberg ? (
        <TicketField
          label={t('terminal.ticket.display')}
          unit={pair.base}
          value={ticket.displayQuantity}
          error={errorOf('displayQuantity')}
          onChange={(displayQuantity) => store.setState({ displayQuantity })}
        />
      ) : null}
    </>
  );
}
