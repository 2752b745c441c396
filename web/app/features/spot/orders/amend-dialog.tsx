import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import { FieldError } from '../../../../ui/text-field.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { RepeatKey } from '../../../api/repeat-key.ts';
import { amendOrder } from '../../../api/spot.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { refusalText } from '../../../i18n/words.ts';
import { useSpotMarket } from '../spot-market.ts';
import { GapDialog } from '../../../terminal/ticket/gap-dialog.tsx';
import { gapToAsk, type PriceGap } from '../../../terminal/ticket/price-gap.ts';
import { problemText } from '../ticket/problem-text.ts';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { useTicketContext } from '../ticket/use-ticket-context.ts';
import {
  amendedTicket,
  type AmendField,
  amendProblems,
  cancelsRest,
  changeOf,
  filledBy,
  valuesOf,
} from './amended-order.ts';
import { filledText } from './fill-text.ts';

type AmendDialogProps = { readonly order: Order; readonly pair: Pair; readonly onClose: () => void };

/** Changes an open order under its own id. */
export function AmendDialog({ order, pair, onClose }: AmendDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('terminal.amend.title', { side: t(`terminal.side_${order.side}`), pair: `${pair.base}/${pair.quote}` })}
      closeLabel={t('common.close')}
    >
      <AmendForm order={order} pair={pair} onClose={onClose} />
    </Dialog>
  );
}

function AmendForm({ order, pair, onClose }: AmendDialogProps) {
  const { t } = useTranslation();
  const context = useContextOf(pair);
  const [values, setValues] = useState(() => valuesOf(order));
  const [isChecked, setIsChecked] = useState(false);
  const [gap, setGap] = useState<PriceGap | null>(null);
  const { error, isBusy, send } = useAmend(order, pair, onClose);
  const ticket = amendedTicket(order, values);
  const problems = amendProblems(order, values, context);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (problems.length > 0 || isBusy) return;
    const change = changeOf(order, values);
    // Nothing changed: there is nothing to send.
    if (change === null) return onClose();
    const asked = change.price !== undefined && ticket.type === 'LIMIT' ? gapToAsk(ticket, context.lastPrice) : null;
    if (asked) setGap(asked);
    else void send(change);
  };
  const errorOf = (field: AmendField) => {
    const problem = problems.find((one) => one.field === field);
    if (problem === undefined || !(isChecked || isSet(values[field] ?? '') || problem.reason.startsWith('number_')))
      return undefined;
    return problemText(t, problem);
  };
  const labels: Readonly<Record<AmendField, readonly [label: string, unit: string]>> = {
    stopPrice: [t('terminal.ticket.trigger'), pair.quote],
    callback: [t('terminal.ticket.callback'), '%'],
    price: [t('terminal.ticket.limit_price'), pair.quote],
    quantity: [t('terminal.ticket.quantity'), pair.base],
    displayQuantity: [t('terminal.ticket.display'), pair.base],
  };
  return (
    <form onSubmit={submit} noValidate className="num grid gap-2 px-4 pb-4 text-13">
      {(Object.keys(valuesOf(order)) as AmendField[]).map((field) => {
        const [label, unit] = labels[field];
        return (
          <TicketField
            key={field}
            label={label}
            unit={unit}
            value={values[field] ?? ''}
            error={errorOf(field)}
            onChange={(value) => setValues((now) => ({ ...now, [field]: value }))}
          />
        );
      })}
      {order.status === 'UNTRIGGERED' ? null : <p className="text-12 text-muted">{t('terminal.amend.place')}</p>}
      {cancelsRest(order, values) ? (
        <p role="status" className="text-12 text-warn">
          {t('terminal.amend.cancels_rest', { filled: formatAmount(order.filledQuantity, 8), asset: pair.base })}
        </p>
      ) : null}
      {error ? <FieldError text={error} /> : null}
      <div className="mt-2 flex justify-end gap-2">
        <Button onClick={onClose}>{t('common.keep')}</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          {t('terminal.amend.send')}
        </Button>
      </div>
      <GapDialog
        gap={gap}
        ticket={ticket}
        lastPrice={context.lastPrice}
        onClose={() => setGap(null)}
        onConfirm={() => {
          setGap(null);
          const change = changeOf(order, values);
          if (change !== null) void send(change);
        }}
      />
    </form>
  );
}

/** For another market than the terminal's, book and last price are not known here: checks that need them are left to the engine. */
function useContextOf(pair: Pair) {
  const context = useTicketContext();
  return pair.symbol === context.pair.symbol
    ? context
    : { ...context, pair, lastPrice: '', book: { ...context.book, bids: [], asks: [] } };
}

/** Sends the change; after a lost answer the same change goes under the same key, so that it is made once. */
function useAmend(order: Order, pair: Pair, onDone: () => void) {
  const { t } = useTranslation();
  const { account } = useSpotMarket();
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [repeat] = useState(() => new RepeatKey());
  const send = async (change: NonNullable<ReturnType<typeof changeOf>>) => {
    setIsBusy(true);
    try {
      const changed = await repeat.send(change, (body, key) => amendOrder(quietCall, body, key));
      account.acceptOrders([changed]);
      announce(changed);
      onDone();
    } catch (failure) {
      setError(refusalText(t, failure));
      setIsBusy(false);
    }
  };
  const announce = (changed: Order) => {
    const side = t(`terminal.side_${changed.side}`);
    const filled = filledBy(order, changed);
    if (filled !== null) {
      const { title, description } = filledText(t, changed, filled, pair);
      showToast('success', title, description);
    } else if (changed.status === 'CANCELED') showToast('info', t('terminal.amend.rest_canceled', { side }));
    else if (changed.reason !== '')
      showToast('info', t('terminal.order.ended', { side }), t(`terminal.reason_${changed.reason || 'NONE'}`));
    else showToast('success', t('terminal.amend.done', { side }));
  };
  return { error, isBusy, send };
}
