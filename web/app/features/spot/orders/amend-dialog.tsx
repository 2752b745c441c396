import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { decimal, decimalsOf, formatUnits } from '../../../../ui/decimal.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FieldError } from '../../../../ui/text-field.tsx';
import { NO_ANSWER, quietCall } from '../../../api/client.ts';
import { ApiError } from '../../../api/request.ts';
import { amendOrder } from '../../../api/spot.ts';
import type { AmendOrder, Order, Pair } from '../../../api/types.ts';
import { refusalText } from '../../../i18n/words.ts';
import { useSpotMarket } from '../spot-market.ts';
import { TicketField } from '../ticket/ticket-field.tsx';
import { isSet, SCALE } from '../ticket/ticket.ts';

const BIPS_SCALE = 2;
type Field = 'stopPrice' | 'callback' | 'price' | 'quantity' | 'displayQuantity';
type Values = Readonly<Partial<Record<Field, string>>>;

type AmendDialogProps = { readonly order: Order; readonly pair: Pair; readonly onClose: () => void };

/** Changes an open order under its own id. */
export function AmendDialog({ order, pair, onClose }: AmendDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('spot.amend.title', { side: t(`spot.side_${order.side}`), pair: `${pair.base}/${pair.quote}` })}
      closeLabel={t('common.close')}
    >
      <AmendForm order={order} pair={pair} onClose={onClose} />
    </Dialog>
  );
}

function AmendForm({ order, pair, onClose }: AmendDialogProps) {
  const { t } = useTranslation();
  const { account } = useSpotMarket();
  const before = valuesOf(order);
  const [values, setValues] = useState(before);
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const unanswered = useRef<{ readonly key: string; readonly body: string } | null>(null);
  const change = changeOf(order, before, values);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    // Nothing changed: there is nothing to send.
    if (change === null) return onClose();
    const body = JSON.stringify(change);
    const key = unanswered.current?.body === body ? unanswered.current.key : crypto.randomUUID();
    unanswered.current = { key, body };
    setIsBusy(true);
    try {
      account.acceptOrders([await amendOrder(quietCall, change, key)]);
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === NO_ANSWER)) unanswered.current = null;
      setError(refusalText(t, failure));
      setIsBusy(false);
    }
  };
  const labels: Readonly<Record<Field, readonly [label: string, unit: string, decimals: number]>> = {
    stopPrice: [t('spot.ticket.trigger'), pair.quote, decimalsOf(pair.tickSize)],
    callback: [t('spot.ticket.callback'), '%', BIPS_SCALE],
    price: [t('spot.ticket.limit_price'), pair.quote, decimalsOf(pair.tickSize)],
    quantity: [t('spot.ticket.quantity'), pair.base, pair.basePrecision],
    displayQuantity: [t('spot.ticket.display'), pair.base, pair.basePrecision],
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="num grid gap-2 px-4 pb-4 text-13">
      {(Object.keys(before) as Field[]).map((field) => {
        const [label, unit, decimals] = labels[field];
        return (
          <TicketField
            key={field}
            label={label}
            unit={unit}
            decimals={decimals}
            value={values[field] ?? ''}
            onChange={(value) => setValues((now) => ({ ...now, [field]: value }))}
          />
        );
      })}
      {order.status === 'UNTRIGGERED' ? null : <p className="text-12 text-muted">{t('spot.amend.place')}</p>}
      {error ? <FieldError text={error} /> : null}
      <div className="mt-2 flex justify-end gap-2">
        <Button onClick={onClose}>{t('common.keep')}</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          {t('spot.amend.send')}
        </Button>
      </div>
    </form>
  );
}

/** What of the order can be changed, as it stands. */
function valuesOf(order: Order): Values {
  const waits = order.status === 'UNTRIGGERED';
  return {
    ...(waits && isSet(order.stopPrice) ? { stopPrice: order.stopPrice } : {}),
    ...(waits && order.deltaBips > 0 ? { callback: formatUnits(BigInt(order.deltaBips), BIPS_SCALE) } : {}),
    ...(isSet(order.price) ? { price: order.price } : {}),
    quantity: order.quantity,
    ...(isSet(order.displayQuantity) ? { displayQuantity: order.displayQuantity } : {}),
  };
}

/** Only what differs; an emptied field stays as it was. */
function changeOf(order: Order, before: Values, now: Values): AmendOrder | null {
  const changed = (Object.keys(before) as Field[]).filter((field) => {
    const value = now[field] ?? '';
    return isSet(value) && decimal(value, SCALE) !== decimal(before[field] ?? '0', SCALE);
  });
  if (changed.length === 0) return null;
  const fields = changed.map((field) => {
    const value = now[field] ?? '';
    return field === 'callback'
      ? (['deltaBips', Number(decimal(value, BIPS_SCALE))] as const)
      : ([field, formatUnits(decimal(value, SCALE), SCALE)] as const);
  });
  return { symbol: order.symbol, orderId: order.orderId, ...Object.fromEntries(fields) };
}
