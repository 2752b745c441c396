import type { Translate } from '../../../i18n/translator.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { amendKeyOf } from '../../../api/repeat-key.ts';
import { amendSurely } from '../../../api/calls/sure-orders.ts';
import type { Order, Pair } from '../../../api/types.ts';
import { ownFills } from '../../../live/own-fills.ts';
import { FormDialog } from '../../../terminal/dialogs/form-dialog.tsx';
import { useSaving } from '../../../terminal/dialogs/use-saving.ts';
import { useMarketRefusal } from '../../../terminal/market-state.tsx';
import { useSpotMarket } from '../spot-market.ts';
import { GapDialog } from '../../../terminal/ticket/gap-dialog.tsx';
import { gapToAsk, type PriceGap } from '../../../terminal/ticket/price-gap.ts';
import { problemText } from '../ticket/problem-text.ts';
import { isConditional } from '../../../terminal/ticket/order-kind.ts';
import { AmendFields } from '../../../terminal/dialogs/amend-fields.tsx';
import { isSet } from '../../../terminal/ticket/typed-units.ts';
import { useTicketContext } from '../ticket/use-ticket-context.ts';
import {
  amendedTicket,
  type AmendField,
  amendProblems,
  cancelsRest,
  changeOf,
  fieldsOf,
  filledBy,
  valuesOf,
} from './amended-order.ts';
import { amendedWords, amendLabels } from './amended-words.ts';
import { filledText } from './fill-text.ts';
import { pairName } from '../../../figures/market-name.ts';

type AmendDialogProps = { readonly order: Order; readonly pair: Pair; readonly onClose: () => void };

/** Changes an open order under its own id. */
export function AmendDialog({ order, pair, onClose }: AmendDialogProps) {
  const { t } = useTranslation();
  const context = useContextOf(pair);
  const [values, setValues] = useState(() => fieldsOf(order, pair));
  const [isChecked, setIsChecked] = useState(false);
  const [gap, setGap] = useState<PriceGap | null>(null);
  const { saving, isLost, send } = useAmend(order, pair, onClose);
  const ticket = amendedTicket(order, values);
  const problems = amendProblems(order, values, context);
  const submit = () => {
    setIsChecked(true);
    if (problems.length > 0) return;
    const change = changeOf(order, values);
    // Nothing changed: there is nothing to send.
    if (change === null) return onClose();
    const asked = change.price !== undefined && ticket.type === 'LIMIT' ? gapToAsk(ticket, context.lastPrice) : null;
    if (asked) setGap(asked);
    else send(change);
  };
  const errorOf = (field: AmendField) => {
    const problem = problems.find((one) => one.field === field);
    if (problem === undefined || !(isChecked || isSet(values[field] ?? '') || problem.reason.startsWith('number_')))
      return undefined;
    return problemText(t, problem);
  };
  const labels = amendLabels(t, pair);
  return (
    <FormDialog
      title={t('terminal.amend.title', {
        side: t(`terminal.side_${order.side}`),
        pair: `${pairName(pair)} · ${t(`terminal.type_${order.type}`)}`,
      })}
      saveLabel={t('terminal.amend.send')}
      saving={saving}
      onSave={submit}
      onClose={onClose}
    >
      <AmendFields
        fields={Object.keys(valuesOf(order)) as AmendField[]}
        labels={labels}
        values={values}
        errorOf={errorOf}
        onChange={(field, value) => setValues((now) => ({ ...now, [field]: value }))}
      />
      {order.status === 'UNTRIGGERED' ? null : <p className="text-12 text-muted">{t('terminal.amend.place')}</p>}
      {follows(order) ? <p className="text-12 text-muted">{t('terminal.amend.follows_anew')}</p> : null}
      {isConditional(order) ? <p className="text-12 text-muted">{t('terminal.amend.fixed')}</p> : null}
      {cancelsRest(order, values) ? (
        <p role="status" className="text-12 text-warn">
          {t('terminal.amend.cancels_rest', { filled: formatAmount(order.filledQuantity, 8), asset: pair.base })}
        </p>
      ) : null}
      <p role="status" className="text-12 text-warn empty:hidden">
        {isLost ? t('terminal.order.checking') : null}
      </p>
      <GapDialog
        question={gap && { kind: 'price', side: order.side, price: ticket.price, gap }}
        lastPrice={context.lastPrice}
        onClose={() => setGap(null)}
        onConfirm={() => {
          setGap(null);
          const change = changeOf(order, values);
          if (change !== null) send(change);
        }}
      />
    </FormDialog>
  );
}

const follows = ({ status, deltaBips }: Order): boolean => status === 'UNTRIGGERED' && deltaBips > 0;

/** Book and last price are known only of the terminal's own market; for others the engine makes the checks that need them. */
function useContextOf(pair: Pair) {
  const context = useTicketContext();
  return pair.symbol === context.pair.symbol
    ? context
    : { ...context, pair, lastPrice: '', book: { ...context.book, bids: [], asks: [] } };
}

/** Sends the change; after a lost answer the order is looked for, and the same change sent again is made once. */
function useAmend(order: Order, pair: Pair, onDone: () => void) {
  const { t } = useTranslation();
  const { account } = useSpotMarket();
  const whyNot = useMarketRefusal();
  const saving = useSaving(onDone, (error) => whyNot(error, { symbol: order.symbol, name: pairName(pair) }));
  const [isLost, setIsLost] = useState(false);
  const send = (change: NonNullable<ReturnType<typeof changeOf>>) =>
    void saving.save(async () => {
      setIsLost(false);
      const repeat = amendKeyOf('spot', { id: order.orderId, updatedAt: order.updatedAt });
      const changed = await amendSurely(quietCall, repeat, change, () => setIsLost(true));
      account.acceptOrders([changed]);
      if (changed.reason !== '') ownFills()?.markEndTold('spot', changed.orderId);
      tellAmended(t, order, changed, pair);
    });
  return { saving, isLost: isLost && saving.isBusy, send };
}

/** What came of a change, in words: done, filled, or the rest canceled. */
export function tellAmended(t: Translate, before: Order, changed: Order, pair: Pair): void {
  const side = t(`terminal.side_${changed.side}`);
  const filled = filledBy(before, changed);
  if (filled !== null) {
    const { title, description } = filledText(t, changed, filled, pair);
    showToast('success', title, description);
  } else if (changed.status === 'CANCELED') showToast('info', t('terminal.amend.rest_canceled', { side }));
  else if (changed.reason !== '')
    showToast('info', t('terminal.order.ended', { side }), t(`terminal.reason_${changed.reason || 'NONE'}`));
  else showToast('success', t('terminal.amend.done', { side }), amendedWords(t, before, changed, pair));
}
