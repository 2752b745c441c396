import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { removableMargin } from '@agio/core/formulas';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber } from '../../../../ui/format.ts';
import { Segmented } from '../../../../ui/segmented.tsx';
import { showToast } from '../../../../ui/toast.tsx';
import { quietCall } from '../../../api/client.ts';
import { type Contract, moveMargin, type Position } from '../../../api/calls/futures.ts';
import { repeatKeyOf } from '../../../api/repeat-key.ts';
import { coinFigure } from '../../../figures/coin-amount.ts';
import { FormDialog } from '../../../terminal/dialogs/form-dialog.tsx';
import { useSaving } from '../../../terminal/dialogs/use-saving.ts';
import { SummaryRows } from '../../../terminal/ticket/summary-rows.tsx';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { SCALE, text, units } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket, useMarks } from '../futures-market.ts';
import { LiquidationChange } from '../liquidation-change.tsx';
import { figuresOf, unitsOf } from '../margin.ts';
import { addableMargin } from '../own-funds.ts';
import { useTicketContext } from '../ticket/use-ticket-context.ts';
import { positionName } from './position-name.ts';
import { amountProblem, liquidationAfter } from './moved-margin.ts';

type MarginDialogProps = { readonly position: Position; readonly contract: Contract; readonly onClose: () => void };

/** Adds margin to an isolated position or takes from it what it does not need (trading B16). */
export function MarginDialog({ position, contract, onClose }: MarginDialogProps) {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const { account: wallet } = useTicketContext();
  const mark = unitsOf(useMarks().get(position.symbol)?.markPrice ?? position.markPrice);
  const [action, setAction] = useState<'ADD' | 'REMOVE'>('ADD');
  const [amount, setAmount] = useState('');
  const [isTried, setIsTried] = useState(false);
  const saving = useSaving(() => {
    const done = { symbol: position.symbol, amount: `${formatAmount(amount, SCALE)} ${contract.settle}` };
    showToast(
      'success',
      action === 'ADD' ? t('futures.position.margin_added', done) : t('futures.position.margin_removed', done),
    );
    onClose();
  });
  const repeat = repeatKeyOf(`margin ${position.positionId}`);
  const { notional, result, margin } = figuresOf(position, mark, contract);
  const most =
    action === 'ADD'
      ? addableMargin(wallet)
      : removableMargin({ margin, unrealised: result, notional, leverage: BigInt(position.leverage) });
  const mostText = t('futures.position.most', {
    amount: coinFigure(formatUnits(most, SCALE), contract.settle),
    asset: contract.settle,
  });
  const problem = amountProblem(amount, most);
  const problemText = (one: NonNullable<typeof problem>): string | undefined => {
    if (one === 'most') return mostText;
    // Nothing is said of a field that is still to be filled, until it is sent so.
    if (one === 'missing') return isTried ? t('terminal.ticket.problem_quantity_missing') : undefined;
    return t(`common.number_${one}`, { decimals: String(SCALE) });
  };
  const send = async () => {
    const { symbol, positionSide } = position;
    const body = { symbol, positionSide, action, amount: text(units(amount)) };
    account.acceptPositions(await repeat.send(body, (sent, key) => moveMargin(quietCall, sent, key)));
  };
  const now = unitsOf(position.liquidationPrice);
  const price = (value: bigint) => formatNumber(formatUnits(value, SCALE), contract.pricePrecision);
  const liquidation =
    problem === null ? (
      <LiquidationChange
        isCovered
        now={now > 0n ? now : null}
        after={liquidationAfter(position, contract, action, units(amount))}
        price={price}
      />
    ) : now > 0n ? (
      price(now)
    ) : null;
  return (
    <FormDialog
      title={t('futures.position.margin_title', { symbol: positionName(t, position) })}
      saveLabel={t(action === 'ADD' ? 'futures.position.add' : 'futures.position.remove')}
      saving={saving}
      onSave={() => {
        if (problem === null) void saving.save(send);
        else setIsTried(true);
      }}
      onClose={onClose}
    >
      <Segmented
        label={t('futures.position.margin_title', { symbol: positionName(t, position) })}
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
        error={problem === null ? undefined : problemText(problem)}
        onChange={(typed) => {
          setAmount(typed);
          setIsTried(false);
        }}
      />
      {/* Where the field says the same, it is not said again. */}
      {problem === 'most' ? null : <p className="text-12 text-muted">{mostText}</p>}
      <dl>
        <SummaryRows rows={[[t('futures.ticket.liquidation'), liquidation]]} />
      </dl>
    </FormDialog>
  );
}
