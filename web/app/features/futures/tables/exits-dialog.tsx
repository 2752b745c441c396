import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { compareDecimals } from '../../../../ui/decimal.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatNumber } from '../../../../ui/format.ts';
import { FieldError } from '../../../../ui/text-field.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { numberFault } from '../../../../ui/typed-number.ts';
import { quietCall } from '../../../api/client.ts';
import { cancelStopOrder, type Contract, type Position, setExits, type StopOrder } from '../../../api/futures.ts';
import { RepeatKey } from '../../../api/repeat-key.ts';
import { refusalText } from '../../../i18n/words.ts';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { isSet, SCALE, text, units } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket, useMarks } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';

type ExitsDialogProps = {
  readonly position: Position;
  readonly contract: Contract;
  /** Those of now that close all of it. */
  readonly stops: readonly StopOrder[];
  readonly onClose: () => void;
};

const FIELDS = ['takeProfit', 'stopLoss'] as const;
type Field = (typeof FIELDS)[number];

/** Take-profit and stop-loss for all of a position (trading B15). */
export function ExitsDialog({ position, contract, stops, onClose }: ExitsDialogProps) {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const before = (type: StopOrder['type']) => stops.find((stop) => stop.type === type);
  const known = { takeProfit: before('TAKE_PROFIT'), stopLoss: before('STOP') };
  const [values, setValues] = useState<Record<Field, string>>({
    takeProfit: known.takeProfit?.triggerPrice ?? '',
    stopLoss: known.stopLoss?.triggerPrice ?? '',
  });
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [repeat] = useState(() => new RepeatKey());
  const last = useMarks().get(position.symbol)?.lastPrice ?? '0';
  const problemOf = (field: Field): string | undefined => {
    const typed = values[field];
    const fault = numberFault(typed, SCALE);
    if (fault !== null) return t(`common.number_${fault}`, { decimals: String(SCALE) });
    if (!isSet(typed)) return undefined;
    if (units(typed) % unitsOf(contract.tickSize) !== 0n)
      return t('terminal.ticket.problem_price_step', { step: contract.tickSize });
    const isAbove = (field === 'takeProfit') === (position.direction === 'LONG');
    if (typed === known[field]?.triggerPrice || !isSet(last)) return undefined;
    const distance = compareDecimals(typed, last);
    if (isAbove ? distance > 0 : distance < 0) return undefined;
    const price = formatNumber(last, contract.pricePrecision);
    return t(isAbove ? 'futures.ticket.problem_above_price' : 'futures.ticket.problem_below_price', { price });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (FIELDS.some((field) => problemOf(field) !== undefined)) return;
    setIsBusy(true);
    try {
      const isNew = (field: Field) => isSet(values[field]) && values[field] !== known[field]?.triggerPrice;
      const exit = (field: Field) =>
        isNew(field) ? { [field]: { triggerPrice: text(units(values[field])), source: 'LAST' as const } } : {};
      for (const field of FIELDS) {
        const stop = known[field];
        if (stop === undefined || isSet(values[field])) continue;
        account.acceptStopOrders([await cancelStopOrder(quietCall, stop.symbol, stop.stopOrderId)]);
      }
      if (FIELDS.some(isNew)) {
        const { symbol, positionSide } = position;
        const body = { symbol, positionSide, ...exit('takeProfit'), ...exit('stopLoss') };
        account.acceptStopOrders(await repeat.send(body, (sent, key) => setExits(quietCall, sent, key)));
      }
      showToast('success', t('futures.settings.saved'));
      onClose();
    } catch (failure) {
      setError(refusalText(t, failure));
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('futures.position.exits_title', { symbol: position.symbol })}
      closeLabel={t('common.close')}
    >
      <form onSubmit={(event) => void save(event)} noValidate className="num grid gap-2 px-4 pb-4 text-13">
        {FIELDS.map((field) => (
          <TicketField
            key={field}
            label={t(field === 'takeProfit' ? 'futures.ticket.take_profit' : 'futures.ticket.stop_loss')}
            unit={contract.settle}
            value={values[field]}
            error={problemOf(field)}
            onChange={(value) => setValues((now) => ({ ...now, [field]: value }))}
          />
        ))}
        <p className="text-12 text-muted">{t('futures.position.exits_hint')}</p>
        {error ? <FieldError text={error} /> : null}
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={onClose}>{t('common.keep')}</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            {t('futures.settings.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
