import { SIZE_UNITS, type SizeUnit } from '@agio/contracts/display';
import type { TriggerSource } from '@agio/core/words';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { changeDisplay } from '../../../choices/display.ts';
import type { Step } from '../../../terminal/ticket/stepped.ts';
import { PriceField } from '../../../terminal/ticket/price-field.tsx';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { TimeInForceRow } from '../../../terminal/ticket/time-in-force-row.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatPercent, shownSign } from '../../../../ui/format.ts';
import { directionClass } from '../../../../ui/price.tsx';
import { UnitSelect } from '../../../terminal/ticket/unit-select.tsx';
import { isSet, units } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket } from '../futures-market.ts';
import { signedMoney } from '../signed-money.ts';
import { exitPreview } from './exit-preview.ts';
import { askedPrice, previewOf } from './ticket-preview.ts';
import { useTicketContext } from './use-ticket-context.ts';
import { withUnit } from './ticket-amount.ts';
import {
  hasLimit,
  isByAmount,
  isConditional,
  mayHaveExits,
  type FuturesTicket,
  type TicketField as FieldName,
} from './ticket.ts';

const EXITS = ['takeProfit', 'stopLoss'] as const;

const SOURCES: readonly TriggerSource[] = ['LAST', 'MARK'];

type FieldsProps = {
  readonly ticket: FuturesTicket;
  readonly errorOf: (field: FieldName) => string | undefined;
};

interface FieldExtras {
  readonly placeholder?: string;
  readonly step?: Step;
}

/** What the chosen type of order asks for: its trigger, its price, its amount. */
export function TicketFields({ ticket, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const { contract, ticket: store } = useFuturesMarket();
  const field = (name: FieldName, label: string, unit: string, { placeholder = '', step }: FieldExtras = {}) => (
    <TicketField
      label={label}
      unit={unit}
      value={ticket[name]}
      error={errorOf(name)}
      placeholder={placeholder}
      step={step}
      onChange={(value) => store.setState({ [name]: value })}
    />
  );
  const mayLimit = ticket.type === 'STOP' || ticket.type === 'TAKE_PROFIT';
  return (
    <>
      {isConditional(ticket) ? (
        <div className="flex items-center justify-between gap-2">
          <SourceChoice ticket={ticket} />
          {mayLimit ? (
            <Segmented
              label={t('terminal.ticket.then')}
              value={ticket.isMarketThen ? 'market' : 'limit'}
              onChange={(then) => store.setState({ isMarketThen: then === 'market' })}
              options={(['market', 'limit'] as const).map((value) => ({
                value,
                label: t(`terminal.ticket.type_${value === 'market' ? 'MARKET' : 'LIMIT'}`),
              }))}
            />
          ) : null}
        </div>
      ) : null}
      {mayLimit ? field('triggerPrice', t('terminal.ticket.trigger'), contract.settle) : null}
      {ticket.type === 'TRAILING_STOP' ? (
        <>
          {field('callback', t('terminal.ticket.callback'), '%')}
          {field('activationPrice', t('terminal.ticket.activation'), contract.settle, {
            placeholder: t('terminal.ticket.at_once'),
          })}
        </>
      ) : null}
      {ticket.type === 'LIMIT' ? (
        <PriceField
          side={ticket.side}
          value={ticket.price}
          error={errorOf('price')}
          onChange={(price) => store.setState({ price, isPriceOffered: false })}
        />
      ) : null}
      {ticket.type !== 'LIMIT' && hasLimit(ticket)
        ? field('price', t('terminal.ticket.price'), contract.settle, { step: { size: contract.tickSize } })
        : null}
      <SizeField ticket={ticket} errorOf={errorOf} />
    </>
  );
}

/** The size, in the base coin or in the settlement coin; what is wrong with the quantity counted from an amount is said here too. */
function SizeField({ ticket, errorOf }: FieldsProps) {
  const { t } = useTranslation();
  const { contract, ticket: store } = useFuturesMarket();
  const context = useTicketContext();
  const { base, settle, stepSize } = contract;
  const change = (sizeUnit: SizeUnit) => {
    store.setState((now) => withUnit({ ...now, sizeUnit: ticket.sizeUnit }, sizeUnit, context));
    changeDisplay({ sizeUnit });
  };
  const isAmount = isByAmount(ticket);
  const unit = (
    <UnitSelect
      label={t('terminal.ticket.measured_in')}
      value={ticket.sizeUnit}
      unit={isAmount ? settle : base}
      options={SIZE_UNITS.map((value) => ({
        value,
        label: t(`terminal.ticket.by_${value}`, { base, quote: settle }),
      }))}
      onChange={change}
    />
  );
  return isAmount ? (
    <TicketField
      label={t('terminal.ticket.total')}
      unit={unit}
      value={ticket.amount}
      error={errorOf('amount') ?? errorOf('quantity')}
      onChange={(amount) => store.setState({ amount })}
    />
  ) : (
    <TicketField
      label={t('terminal.ticket.quantity')}
      unit={unit}
      value={ticket.quantity}
      error={errorOf('quantity')}
      step={{ size: stepSize }}
      onChange={(quantity) => store.setState({ quantity })}
    />
  );
}

function SourceChoice({ ticket }: { ticket: FuturesTicket }) {
  const { t } = useTranslation();
  const { ticket: store } = useFuturesMarket();
  return (
    <Segmented
      label={t('futures.ticket.source')}
      value={ticket.source}
      onChange={(source) => store.setState({ source })}
      options={SOURCES.map((value) => ({ value, label: t(value === 'LAST' ? 'futures.last' : 'futures.mark') }))}
    />
  );
}

/** Exits, reduce-only, and of a limit order how long it stands. */
export function TicketOptions({ ticket, errorOf, isOneWay }: FieldsProps & { readonly isOneWay: boolean }) {
  const { t } = useTranslation();
  const { contract, ticket: store } = useFuturesMarket();
  const mayExit = mayHaveExits(ticket);
  const hasOutcome = isSet(ticket.quantity) && EXITS.some((name) => isSet(ticket[name]) && errorOf(name) === undefined);
  const exit = (name: (typeof EXITS)[number], label: string) => (
    <div className="min-w-0">
      <TicketField
        label={label}
        placeholder={contract.settle}
        value={ticket[name]}
        error={errorOf(name)}
        onChange={(value) => store.setState({ [name]: value })}
      />
      {errorOf(name) === undefined ? <ExitOutcome typed={ticket[name]} ticket={ticket} /> : null}
    </div>
  );
  return (
    <>
      {/* Where it offers nothing it takes no place. */}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 empty:hidden md:min-h-6">
        {mayExit ? (
          <Checkbox checked={ticket.hasExits} onChange={(hasExits) => store.setState({ hasExits })}>
            {t('futures.ticket.exits')}
          </Checkbox>
        ) : null}
        {isOneWay ? (
          <Checkbox checked={ticket.isReduceOnly} onChange={(isReduceOnly) => store.setState({ isReduceOnly })}>
            {t('futures.ticket.reduce_only')}
          </Checkbox>
        ) : null}
      </div>
      {mayExit && ticket.hasExits ? (
        <>
          <SourceChoice ticket={ticket} />
          <div className="grid grid-cols-2 gap-x-2">
            {exit('takeProfit', t('futures.ticket.take_profit'))}
            {exit('stopLoss', t('futures.ticket.stop_loss'))}
            {hasOutcome ? (
              <p className="col-span-2 text-11 leading-4 text-muted md:[@container_ticket_(max-height:640px)]:sr-only">
                {t('futures.position.part_pnl')}
              </p>
            ) : null}
          </div>
        </>
      ) : null}
      {ticket.type === 'LIMIT' ? (
        <TimeInForceRow
          isPostOnly={ticket.isPostOnly}
          timeInForce={ticket.timeInForce}
          mustRest={ticket.isPostOnly}
          onChange={(change) => store.setState(change)}
        />
      ) : null}
    </>
  );
}

/** What an exit would come to; in a low ticket the name of the figure is told at the pointer, and read out below. */
function ExitOutcome({ typed, ticket }: { readonly typed: string; readonly ticket: FuturesTicket }) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const context = useTicketContext();
  const preview = exitPreview(typed, {
    side: ticket.side,
    quantity: units(ticket.quantity),
    // Where the book opens it, and not only its best price: the line on the chart counts from there.
    price: previewOf(ticket, context)?.averagePrice ?? askedPrice(ticket, context),
    feeRate: context.feeRates.taker,
  });
  if (preview === null) return null;
  const { moved, result } = preview;
  return (
    <p className="mt-0.5 flex flex-wrap justify-between gap-x-2 text-11 leading-4 text-muted">
      <bdi>{formatPercent(formatUnits(moved * 100n, 8))}</bdi>
      {result === null ? null : (
        <bdi title={t('futures.position.part_pnl')} className={directionClass(shownSign(formatUnits(result, 8), 2))}>
          {signedMoney(result)} {contract.settle}
        </bdi>
      )}
    </p>
  );
}
