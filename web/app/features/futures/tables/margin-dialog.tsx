import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { removableMargin } from '@agio/core/formulas';
import { Button } from '../../../../ui/button.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatAmount } from '../../../../ui/format.ts';
import { Segmented } from '../../../../ui/segmented.tsx';
import { FieldError } from '../../../../ui/text-field.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { numberFault } from '../../../../ui/typed-number.ts';
import { quietCall } from '../../../api/client.ts';
import { type Contract, moveMargin, type Position } from '../../../api/futures.ts';
import { RepeatKey } from '../../../api/repeat-key.ts';
import { refusalText } from '../../../i18n/words.ts';
import { useStore } from '../../../live-views/use-store.ts';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { isSet, SCALE, text, units } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket, useMarks } from '../futures-market.ts';
import { figuresOf, unitsOf } from '../margin.ts';

type MarginDialogProps = { readonly position: Position; readonly contract: Contract; readonly onClose: () => void };

/** Adds margin to an isolated position or takes from it what it does not need (trading B16). */
export function MarginDialog({ position, contract, onClose }: MarginDialogProps) {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const capital = useStore(account.capital);
  const mark = unitsOf(useMarks().get(position.symbol)?.markPrice ?? position.markPrice);
  const [action, setAction] = useState<'ADD' | 'REMOVE'>('ADD');
  const [amount, setAmount] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [repeat] = useState(() => new RepeatKey());
  const { notional, result, margin } = figuresOf(position, mark, contract);
  const most =
    action === 'ADD'
      ? unitsOf(capital?.available ?? '0')
      : removableMargin({ margin, unrealised: result, notional, leverage: BigInt(position.leverage) });
  const mostText = t('futures.position.most', {
    amount: formatAmount(formatUnits(most, SCALE), SCALE),
    asset: contract.settle,
  });
  const fault = numberFault(amount, SCALE);
  const problem = fault
    ? t(`common.number_${fault}`, { decimals: String(SCALE) })
    : units(amount) > most
      ? mostText
      : '';
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== '' || !isSet(amount)) return;
    setIsBusy(true);
    const { symbol, positionSide } = position;
    const body = { symbol, positionSide, action, amount: text(units(amount)) };
    try {
      account.acceptPositions(await repeat.send(body, (sent, key) => moveMargin(quietCall, sent, key)));
      showToast('success', t('futures.position.margin_done'));
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
      title={t('futures.position.margin_title', { symbol: position.symbol })}
      closeLabel={t('common.close')}
    >
      <form onSubmit={(event) => void send(event)} noValidate className="num grid gap-2 px-4 pb-4 text-13">
        <Segmented
          label={t('futures.position.margin_title', { symbol: position.symbol })}
          value={action}
          onChange={setAction}
          options={(['ADD', 'REMOVE'] as const).map((value) => ({
            value,
            label: t(value === 'ADD' ? 'futures.position.add' : 'futures.position.remove'),
          }))}
          className="flex"
        />
        <TicketField
          label={t('terminal.ticket.quantity')}
          unit={contract.settle}
          value={amount}
          error={problem || undefined}
          onChange={setAmount}
        />
        <p className="text-12 text-muted">{mostText}</p>
        {error ? <FieldError text={error} /> : null}
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={onClose}>{t('common.keep')}</Button>
          <Button type="submit" look="primary" busy={isBusy}>
            {t(action === 'ADD' ? 'futures.position.add' : 'futures.position.remove')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
