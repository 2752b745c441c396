import { useEffect } from 'react';
import type { Translate } from '../../../i18n/translator.ts';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { PercentSlider } from '../../../../ui/percent-slider.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import type { Contract } from '../../../api/calls/futures.ts';
import type { Side } from '../../../api/types.ts';
import { isolated, listed } from '../../../i18n/isolated.ts';
import { LogInInstead } from '../../../terminal/log-in.tsx';
import { type OrderTerm, standingTerms, TICKED } from '../../../terminal/ticket/order-terms.ts';
import { SendButton } from '../../../terminal/ticket/send-button.tsx';
import { SideSwitch } from '../../../terminal/ticket/side-switch.tsx';
import { TicketFrame } from '../../../terminal/ticket/ticket-frame.tsx';
import { TypeTabs } from '../../../terminal/ticket/type-tabs.tsx';
import { useChosenShare } from '../../../terminal/ticket/use-chosen-share.ts';
import { useTicketForm } from '../../../terminal/ticket/use-ticket-form.ts';
import { isSet, text } from '../../../terminal/ticket/typed-units.ts';
import { TransferButton } from '../../../transfer/transfer-button.tsx';
import { useFuturesMarket, usePreference } from '../futures-market.ts';
import { CalculatorButton } from '../calculator/calculator-button.tsx';
import { AccountInShort, AccountSummary } from '../settings/account-summary.tsx';
import { SettingsBar } from '../settings/settings-bar.tsx';
import { stopCondition } from '../stop-condition.ts';
import { withShare } from './ticket-amount.ts';
import { problemText } from './problem-text.ts';
import { TicketFields, TicketOptions } from './ticket-fields.tsx';
import { isPostOnlyRefused, previewOf, type TicketContext } from './ticket-preview.ts';
import { problemsOf } from './ticket-problems.ts';
import { sendWords, sideWords } from './side-words.ts';
import { closableText, SizeLimitLine } from './size-limit-line.tsx';
import { closableSize } from './ticket-closing.ts';
import { offeredSize, shareOf } from './ticket-size.ts';
import { TicketSummary } from './ticket-summary.tsx';
import {
  hasLimit,
  isConditional,
  mayHaveExits,
  TICKET_TYPES,
  withType,
  type FuturesTicket,
  type TicketType,
} from './ticket.ts';
import { useCountedTicket } from './use-counted-ticket.ts';
import { usePlaceOrder } from './use-place-order.ts';
import { useTicketContext } from './use-ticket-context.ts';

const SIZE_FIELDS = [
  ...(['side', 'type', 'isMarketThen', 'isReduceOnly', 'isClosing', 'quantity', 'amount'] as const),
  ...(['price', 'triggerPrice', 'callback', 'activationPrice'] as const),
];

export function TicketPanel({ className, onSent = () => undefined }: { className?: string; onSent?: () => void }) {
  const { t } = useTranslation();
  const { ticket: store, isLoggedIn, contract } = useFuturesMarket();
  const { base } = contract;
  const context = useTicketContext();
  const name = `futures ${contract.symbol}`;
  const { ticket, keep, release, kept } = useCountedTicket(name, context);
  const isOneWay = usePreference().positionMode === 'ONE_WAY';
  // It is looked for by trying sizes, so once a paint, and not while no size is typed.
  const largest = isSet(ticket.quantity) ? offeredSize(ticket, context) : null;
  const place = usePlaceOrder();
  const sideLabel = (side: Side) => sideWords(t, side, ticket, isOneWay);
  const size = isSet(ticket.quantity) ? `${formatAmount(ticket.quantity, 8)} ${base}` : base;
  const average = previewOf(ticket, context)?.averagePrice;
  const typeOf = (value: TicketType) => ({
    value,
    label: t(value === 'STOP' ? 'futures.ticket.type_STOP' : `terminal.ticket.type_${value}`),
  });
  const share = useChosenShare({
    store,
    fields: SIZE_FIELDS,
    sized: (now, percent) => withShare({ ...now, sizeUnit: ticket.sizeUnit }, percent, context),
  });
  const form = useTicketForm({
    name,
    ticket,
    problems: problemsOf(ticket, context, isLoggedIn),
    problemText: (problem) => problemText(t, problem),
    lastPrice: context.lastPrice,
    order: `${isolated(sideLabel(ticket.side))} ${listed([size, typeOf(ticket.type).label, contract.symbol])}`,
    average: average === undefined ? '' : text(average),
    isRefused: isPostOnlyRefused(ticket, context),
    isLoggedIn,
    keepSize: () => {
      share.end();
      keep();
    },
    place: (onLost) =>
      kept((keepWithKey) =>
        place(ticket, (key) => {
          keepWithKey(key);
          onLost();
        }),
      ),
    onSent,
  });
  const { errorOf } = form;
  const isAsked = form.question !== null || form.isBusy;
  useEffect(() => {
    if (!isAsked) release();
  }, [isAsked, release]);
  return (
    <TicketFrame
      className={className}
      form={form}
      above={
        <>
          {isLoggedIn ? <SettingsBar /> : null}
          <TypeTabs
            value={ticket.type}
            plain={(['LIMIT', 'MARKET'] as const).map(typeOf)}
            waiting={TICKET_TYPES.filter((type) => isConditional({ type })).map(typeOf)}
            onChange={(type) => store.setState((now) => withType(now, type))}
          />
        </>
      }
      below={isLoggedIn ? <AccountSummary /> : null}
      send={
        isLoggedIn ? (
          <SendButton
            side={ticket.side}
            isBusy={form.isBusy}
            isLost={form.isLost}
            labelOf={(amount) => sendWords(t, ticket.side, amount, ticket, isOneWay)}
            size={size}
            isPostOnly={ticket.type === 'LIMIT' && ticket.isPostOnly}
            closes={ticket.isReduceOnly || ticket.isClosing}
          />
        ) : (
          <LogInInstead />
        )
      }
      summary={<TicketSummary ticket={ticket} context={context} />}
      account={isLoggedIn ? <AccountInShort /> : null}
      terms={termsOf(t, ticket, contract)}
    >
      {isOneWay ? null : <ActionChoice ticket={ticket} />}
      <SideSwitch side={ticket.side} labelOf={sideLabel} onChange={(side) => store.setState({ side })} />
      <Available ticket={ticket} context={context} isLoggedIn={isLoggedIn} />
      <TicketFields ticket={ticket} errorOf={errorOf} />
      <PercentSlider
        label={t('terminal.ticket.percent')}
        value={share.percent ?? (largest === null ? 0 : shareOf(ticket, largest))}
        onChange={share.choose}
      />
      {largest === null ? null : <SizeLimitLine ticket={ticket} context={context} largest={largest} />}
      <TicketOptions ticket={ticket} errorOf={errorOf} isOneWay={isOneWay} />
    </TicketFrame>
  );
}

/** What an order is sent with beside price and amount, for the question before it. */
function termsOf(t: Translate, ticket: FuturesTicket, contract: Contract): readonly OrderTerm[] {
  const exits = mayHaveExits(ticket) && ticket.hasExits;
  const shown = (price: string) => (isSet(price) ? formatNumber(price, contract.pricePrecision) : '');
  const priceTerm = (isMeant: boolean, name: string, price: string) =>
    isMeant && isSet(price) ? [[name, `${shown(price)} ${contract.settle}`] as const] : [];
  const { type, side, source } = ticket;
  const condition =
    type === 'LIMIT' || type === 'MARKET'
      ? null
      : stopCondition(t, {
          type,
          side,
          source,
          trigger: shown(ticket.triggerPrice),
          percent: ticket.callback,
          activation: shown(ticket.activationPrice),
        });
  return [
    ...(condition === null ? [] : [[t('terminal.waits_until'), condition] as const]),
    ...priceTerm(condition !== null && hasLimit(ticket), t('terminal.ticket.price'), ticket.price),
    ...priceTerm(exits, t('futures.ticket.take_profit'), ticket.takeProfit),
    ...priceTerm(exits, t('futures.ticket.stop_loss'), ticket.stopLoss),
    ...(ticket.isReduceOnly ? [[t('futures.ticket.reduce_only'), TICKED] as const] : []),
    ...(type === 'LIMIT' ? standingTerms(t, ticket) : []),
  ];
}

function ActionChoice({ ticket }: { ticket: FuturesTicket }) {
  const { t } = useTranslation();
  const { ticket: store } = useFuturesMarket();
  return (
    <div data-toast-below>
      <Segmented
        label={t('futures.action')}
        value={ticket.isClosing ? 'close' : 'open'}
        onChange={(action) => store.setState({ isClosing: action === 'close' })}
        options={(['open', 'close'] as const).map((value) => ({ value, label: t(`futures.${value}`) }))}
        className="flex"
      />
    </div>
  );
}

type AvailableProps = { readonly ticket: FuturesTicket; readonly context: TicketContext; readonly isLoggedIn: boolean };

/** What there is for the order: money, or for one that only closes, which needs none, what is left to close. */
function Available({ ticket, context, isLoggedIn }: AvailableProps) {
  const { t } = useTranslation();
  const closable = closableSize(ticket, context.state);
  return (
    <p className="flex items-center justify-between leading-5 text-muted">
      {t(closable === null ? 'terminal.ticket.available' : 'futures.ticket.closable')}
      <span className="flex items-center gap-1">
        <bdi className="text-fg">
          {closable === null
            ? `${formatNumber(formatUnits(context.available, 8), 2)} ${context.state.contract.settle}`
            : closableText(closable, ticket, context)}
        </bdi>
        {isLoggedIn && closable === null ? <TransferButton label={t('futures.account.transfer')} /> : null}
        <CalculatorButton context={context} />
      </span>
    </p>
  );
}
