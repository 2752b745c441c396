import { CirclePlus } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Link } from 'react-router';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import type { Side } from '../../../api/types.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { useSpotMarket } from '../spot-market.ts';
import { PriceField } from '../../../terminal/ticket/price-field.tsx';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { TimeInForceRow } from '../../../terminal/ticket/time-in-force-row.tsx';
import { withAmount, withPrice, withQuantity } from './ticket-edits.ts';
import {
  hasLimit,
  hasThen,
  hasTotal,
  isConditional,
  type MarketUnit,
  type Ticket,
  type TicketField as FieldName,
} from './ticket.ts';
import { useTicketContext } from './use-ticket-context.ts';
import { coinAmount } from '../../../figures/coin-amount.ts';

export function AvailableRow({ side }: { side: Side }) {
  const { t } = useTranslation();
  const { to } = useLocale();
  const { pair, isLoggedIn } = useSpotMarket();
  const { availableBase, availableQuote } = useTicketContext();
  const [amount, asset] = side === 'BUY' ? [availableQuote, pair.quote] : [availableBase, pair.base];
  return (
    <p className="flex items-center justify-between leading-5 text-muted">
      {t('terminal.ticket.available')}
      <span className="flex items-center gap-1 text-fg">
        <bdi>{isLoggedIn ? coinAmount(amount, asset) : `– ${asset}`}</bdi>
        <Link
          to={to('/assets')}
          aria-label={t('terminal.ticket.add_funds')}
          className="-my-3 -me-2 grid size-11 place-items-center text-accent md:-my-1.5 md:size-8"
        >
          <CirclePlus aria-hidden className="size-4 md:size-3.5" />
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
  return (
    <>
      {ticket.type === 'OCO' ? <LimitPriceField ticket={ticket} errorOf={errorOf} /> : null}
      {isConditional(ticket) ? <TriggerFields ticket={ticket} errorOf={errorOf} /> : null}
      {hasLimit(ticket) && ticket.type !== 'OCO' ? <LimitPriceField ticket={ticket} errorOf={errorOf} /> : null}
      <QuantityField ticket={ticket} errorOf={errorOf} />
      {hasTotal(ticket) ? <AmountField ticket={ticket} errorOf={errorOf} label={t('terminal.ticket.total')} /> : null}
    </>
  );
}

function LimitPriceField({ ticket, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const { pair, ticket: store } = useSpotMarket();
  const field = {
    value: ticket.price,
    error: errorOf('price'),
    onChange: (price: string) => store.setState((now) => withPrice(now, price, pair)),
  };
  if (!isConditional(ticket)) return <PriceField side={ticket.side} {...field} />;
  return <TicketField label={t('terminal.ticket.price')} unit={pair.quote} {...field} />;
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
      step={{ size: pair.stepSize }}
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

/** The fields of the trigger: a price, or the callback of a trailing stop. */
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
  return (
    <>
      <TimeInForceRow
        isPostOnly={ticket.isPostOnly}
        timeInForce={ticket.timeInForce}
        mustRest={ticket.isPostOnly || ticket.isIceberg}
        onChange={(change) => store.setState(change)}
      />
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
