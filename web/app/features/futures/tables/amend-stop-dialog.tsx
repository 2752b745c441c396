import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import type { Contract, StopOrder } from '../../../api/calls/futures.ts';
import { amendKeyOf } from '../../../api/repeat-key.ts';
import { amendStopSurely } from '../../../api/calls/sure-orders.ts';
import { sideText } from '../../../terminal/side-text.ts';
import { FormDialog } from '../../../terminal/dialogs/form-dialog.tsx';
import { useSaving } from '../../../terminal/dialogs/use-saving.ts';
import { useMarketRefusal } from '../../../terminal/market-state.tsx';
import { PencilButton } from '../../../terminal/tables/pencil-button.tsx';
import { tellChecking } from '../../../terminal/tell-outcome.ts';
import { fieldPrice } from '../../../terminal/ticket/field-price.ts';
import { AmendFields } from '../../../terminal/dialogs/amend-fields.tsx';
import { useFuturesMarket } from '../futures-market.ts';
import { problemText } from '../ticket/problem-text.ts';
import { useAmendContext } from './use-amend-context.ts';
import {
  type AmendStopField,
  amendStopProblems,
  type AmendStopValues,
  stopChangeOf,
  stopValuesOf,
} from './amended-stop.ts';
import { amendedStopWords, stopLabels } from './change-of-order.ts';
import { useStopWords } from './stop-words.ts';

type AmendStopProps = { readonly stop: StopOrder; readonly contract: Contract };

/** Opens the dialog that changes a conditional order or exit. */
export function AmendStopButton({ stop, contract }: AmendStopProps) {
  const { t } = useTranslation();
  const words = useStopWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PencilButton
        label={t('terminal.amend.open', { side: sideText(t, stop), price: words.atOf(stop) })}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? <AmendStopDialog stop={stop} contract={contract} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

/** Prices with the contract's decimals, as the ticket shows them. */
function shownValues(stop: StopOrder, { pricePrecision }: Contract): AmendStopValues {
  const values = stopValuesOf(stop);
  const prices = (['triggerPrice', 'activationPrice', 'price'] as const).filter((field) => values[field] !== undefined);
  return {
    ...values,
    ...Object.fromEntries(prices.map((field) => [field, fieldPrice(values[field]!, pricePrecision)])),
  };
}

/** Changes what the conditional order has: its trigger, or callback and activation, its limit price, and its own quantity. */
function AmendStopDialog({ stop, contract, onClose }: AmendStopProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const { context } = useAmendContext(contract);
  const words = useStopWords();
  const [values, setValues] = useState(() => shownValues(stop, contract));
  const whyNot = useMarketRefusal();
  const saving = useSaving(onClose, (error) => whyNot(error, { symbol: stop.symbol, name: stop.symbol }));
  const problems = amendStopProblems(stop, values, context);
  const errorOf = (field: AmendStopField) => {
    const problem = problems.find((one) => one.field === field);
    return problem && problemText(t, problem);
  };
  const submit = () => {
    if (problems.length > 0) return;
    const change = stopChangeOf(stop, values);
    // Nothing changed: there is nothing to send.
    if (change === null) return onClose();
    void saving.save(async () => {
      const repeat = amendKeyOf('stop', { id: stop.stopOrderId, updatedAt: stop.updatedAt });
      const changed = await amendStopSurely(quietCall, repeat, change, () => tellChecking(t));
      account.acceptStopOrders([changed]);
      const title = t('terminal.amend.done', { side: sideText(t, stop) });
      showToast('success', title, amendedStopWords(t, stop, changed, contract));
    });
  };
  const labels = stopLabels(t, contract);
  return (
    <FormDialog
      title={t('terminal.amend.title', {
        side: sideText(t, stop),
        pair: `${stop.symbol} · ${words.typeOf(stop)}`,
      })}
      saveLabel={t('terminal.amend.send')}
      saving={saving}
      onSave={submit}
      onClose={onClose}
    >
      {/* One side can have several: the dialog says which it changes. */}
      <p className="text-12 text-muted">{words.triggerOf(stop)}</p>
      <AmendFields
        fields={Object.keys(stopValuesOf(stop)) as AmendStopField[]}
        labels={labels}
        values={values}
        errorOf={errorOf}
        onChange={(field, value) => setValues((now) => ({ ...now, [field]: value }))}
      />
      {stop.type === 'TRAILING_STOP' ? <p className="text-12 text-muted">{t('futures.table.follows_on')}</p> : null}
    </FormDialog>
  );
}
