import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { Contract, FuturesOrder } from '../../../api/calls/futures.ts';
import { amendKeyOf } from '../../../api/repeat-key.ts';
import { amendFuturesSurely } from '../../../api/calls/sure-orders.ts';
import { ownFills } from '../../../live/own-fills.ts';
import { sideText } from '../../../terminal/side-text.ts';
import { FormDialog } from '../../../terminal/dialogs/form-dialog.tsx';
import { useSaving } from '../../../terminal/dialogs/use-saving.ts';
import { useMarketRefusal } from '../../../terminal/market-state.tsx';
import { PencilButton } from '../../../terminal/tables/pencil-button.tsx';
import { tellChecking } from '../../../terminal/tell-outcome.ts';
import { fieldPrice } from '../../../terminal/ticket/field-price.ts';
import { GapDialog } from '../../../terminal/ticket/gap-dialog.tsx';
import { gapToAsk, type PriceGap } from '../../../terminal/ticket/price-gap.ts';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { useFuturesMarket } from '../futures-market.ts';
import { problemText } from '../ticket/problem-text.ts';
import { type AmendValues, amendProblems, cancelsRest, changeOf } from './amended-order.ts';
import { amendedWords } from './change-of-order.ts';
import { useAmendContext } from './use-amend-context.ts';

type AmendProps = { readonly order: FuturesOrder; readonly contract: Contract };

/** Opens the dialog that changes an open order. */
export function AmendButton({ order, contract }: AmendProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PencilButton
        label={t('terminal.amend.open', {
          side: sideText(t, order),
          price: formatNumber(order.price, contract.pricePrecision),
        })}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? <AmendDialog order={order} contract={contract} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

/** Changes price and quantity of an open order under its own id. */
function AmendDialog({ order, contract, onClose }: AmendProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const { context, last } = useAmendContext(contract);
  const [values, setValues] = useState<AmendValues>(() => ({
    price: fieldPrice(order.price, contract.pricePrecision),
    quantity: order.quantity,
  }));
  const [gap, setGap] = useState<PriceGap | null>(null);
  const whyNot = useMarketRefusal();
  const saving = useSaving(onClose, (error) => whyNot(error, { symbol: order.symbol, name: order.symbol }));
  const problems = amendProblems(order, values, context);
  const change = changeOf(order, values);
  const errorOf = (field: keyof AmendValues) => {
    const problem = problems.find((one) => one.field === field);
    return problem && problemText(t, problem);
  };
  const send = () =>
    void saving.save(async () => {
      if (change === null) return;
      const repeat = amendKeyOf('futures', { id: order.orderId, updatedAt: order.updatedAt });
      const changed = await amendFuturesSurely(quietCall, repeat, change, () => tellChecking(t));
      account.acceptOrders([changed]);
      if (changed.reason !== '') ownFills()?.markEndTold('futures', changed.orderId);
      const side = sideText(t, order);
      if (changed.status === 'CANCELED') showToast('info', t('terminal.amend.rest_canceled', { side }));
      else if (changed.reason !== '')
        showToast('info', t('terminal.order.ended', { side }), t(`terminal.reason_${changed.reason || 'NONE'}`));
      else showToast('success', t('terminal.amend.done', { side }), amendedWords(t, order, changed, contract));
    });
  const submit = () => {
    if (problems.length > 0) return;
    // Nothing changed: there is nothing to send.
    if (change === null) return onClose();
    const asked = change.price === undefined ? null : gapToAsk({ side: order.side, price: values.price }, last);
    if (asked) setGap(asked);
    else send();
  };
  return (
    <FormDialog
      title={t('terminal.amend.title', {
        side: sideText(t, order),
        pair: `${order.symbol} · ${t(`terminal.type_${order.type}`)}`,
      })}
      saveLabel={t('terminal.amend.send')}
      saving={saving}
      onSave={submit}
      onClose={onClose}
    >
      <TicketField
        label={t('terminal.ticket.price')}
        unit={contract.quote}
        value={values.price}
        error={errorOf('price')}
        onChange={(price) => setValues((now) => ({ ...now, price }))}
      />
      <TicketField
        label={t('terminal.ticket.quantity')}
        unit={contract.base}
        value={values.quantity}
        error={errorOf('quantity')}
        onChange={(quantity) => setValues((now) => ({ ...now, quantity }))}
      />
      <p className="text-12 text-muted">{t('terminal.amend.place')}</p>
      {cancelsRest(order, values.quantity) ? (
        <p role="status" className="text-12 text-warn">
          {t('terminal.amend.cancels_rest', { filled: formatAmount(order.filledQuantity, 8), asset: contract.base })}
        </p>
      ) : null}
      <GapDialog
        question={gap && { kind: 'price', side: order.side, price: values.price, gap }}
        lastPrice={last}
        onClose={() => setGap(null)}
        onConfirm={() => {
          setGap(null);
          send();
        }}
      />
    </FormDialog>
  );
}
