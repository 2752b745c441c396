import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { compareDecimals, formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber, formatPercent } from '../../../../ui/format.ts';
import { showToast } from '../../../../ui/toast.tsx';
import { numberFault } from '../../../../ui/typed-number.ts';
import { quietCall } from '../../../api/client.ts';
import { cancelStopOrder, type Contract, type Position, setExits, type StopOrder } from '../../../api/calls/futures.ts';
import { RepeatKey } from '../../../api/repeat-key.ts';
import { FormDialog } from '../../../terminal/dialogs/form-dialog.tsx';
import { useSaving } from '../../../terminal/dialogs/use-saving.ts';
import { fieldPrice } from '../../../terminal/ticket/field-price.ts';
import { SummaryRows } from '../../../terminal/ticket/summary-rows.tsx';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { isSet, SCALE, text, units } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket, useMarks } from '../futures-market.ts';
import { unitsOf } from '../margin.ts';
import { signedMoney } from '../signed-money.ts';
import { feeRatesOf } from '../ticket/use-ticket-context.ts';
import { exitChange, type ExitPrices } from './change-of-order.ts';
import { exitOutcome, sourceOf } from './exit-outcome.ts';
import { exitsOf } from './exits-of.ts';
import { positionName } from './position-name.ts';

type ExitsDialogProps = {
  readonly position: Position;
  readonly contract: Contract;
  /** Those of now, of all of it and of the orders that opened it. */
  readonly exits: readonly StopOrder[];
  readonly onClose: () => void;
};

const FIELDS = ['takeProfit', 'stopLoss'] as const;
type Field = (typeof FIELDS)[number];

/**
 * Take-profit and stop-loss for all of a position (trading B15). Where an order brought an exit, that one is shown; once it is changed
 * or taken away here, none that orders brought is left beside.
 */
export function ExitsDialog({ position, contract, exits, onClose }: ExitsDialogProps) {
  const { t } = useTranslation();
  const { account } = useFuturesMarket();
  const all = { takeProfit: exitsOf(exits, 'TAKE_PROFIT'), stopLoss: exitsOf(exits, 'STOP') };
  const known = { takeProfit: all.takeProfit[0], stopLoss: all.stopLoss[0] };
  const [before] = useState<ExitPrices>({
    takeProfit: fieldPrice(known.takeProfit?.triggerPrice ?? '', contract.pricePrecision),
    stopLoss: fieldPrice(known.stopLoss?.triggerPrice ?? '', contract.pricePrecision),
  });
  const [values, setValues] = useState(before);
  const { symbol } = position;
  const saving = useSaving(() => {
    showToast('success', t('futures.settings.saved'), exitChange(t, contract, before, values));
    onClose();
  });
  const [repeat] = useState(() => new RepeatKey());
  const ticker = useMarks().get(position.symbol);
  /** The price of now that triggers the exit. */
  const priceNow = (field: Field): string => {
    const source = sourceOf(known[field]);
    if (source === 'INDEX') return ticker?.indexPrice ?? '0';
    return (source === 'MARK' ? ticker?.markPrice : ticker?.lastPrice) ?? '0';
  };
  const isKnown = (field: Field): boolean => {
    const price = known[field]?.triggerPrice;
    return price !== undefined && units(price) === units(values[field]);
  };
  const problemOf = (field: Field): string | undefined => {
    const typed = values[field];
    const fault = numberFault(typed, SCALE);
    if (fault !== null) return t(`common.number_${fault}`, { decimals: String(SCALE) });
    if (!isSet(typed)) return undefined;
    if (units(typed) % unitsOf(contract.tickSize) !== 0n)
      return t('terminal.ticket.problem_price_step', { step: contract.tickSize });
    const isAbove = (field === 'takeProfit') === (position.direction === 'LONG');
    const now = priceNow(field);
    if (isKnown(field) || !isSet(now)) return undefined;
    const distance = compareDecimals(typed, now);
    if (isAbove ? distance > 0 : distance < 0) return undefined;
    const price = formatNumber(now, contract.pricePrecision);
    return t(isAbove ? 'futures.ticket.problem_above_price' : 'futures.ticket.problem_below_price', { price });
  };
  const save = async () => {
    const isNew = (field: Field) => isSet(values[field]) && !isKnown(field);
    // A setting replaces both exits of the whole position, so the one that stays is named too, as it was.
    const exit = (field: Field) =>
      isNew(field) || (isSet(values[field]) && known[field]?.group === 'FULL')
        ? { [field]: { triggerPrice: text(units(values[field])), source: sourceOf(known[field]) } }
        : {};
    const cancel = async (stops: readonly StopOrder[]) => {
      for (const stop of stops)
        account.acceptStopOrders([await cancelStopOrder(quietCall, stop.symbol, stop.stopOrderId)]);
    };
    for (const field of FIELDS) if (!isSet(values[field])) await cancel(all[field]);
    if (!FIELDS.some(isNew)) return;
    const { positionSide } = position;
    const body = { symbol, positionSide, ...exit('takeProfit'), ...exit('stopLoss') };
    account.acceptStopOrders(await repeat.send(body, (sent, key) => setExits(quietCall, sent, key)));
    // Only then, so that the position is never without the exit that stood before.
    for (const field of FIELDS) if (isNew(field)) await cancel(all[field].filter(({ group }) => group !== 'FULL'));
  };
  const isFaulty = FIELDS.some((field) => problemOf(field) !== undefined);
  return (
    <FormDialog
      title={t('futures.position.exits_title', { symbol: positionName(t, position) })}
      keepLabel={t('common.keep_all')}
      saveLabel={t('futures.settings.save')}
      saving={saving}
      onSave={() => {
        if (!isFaulty) void saving.save(save);
      }}
      onClose={onClose}
    >
      {FIELDS.map((field) => (
        <div key={field}>
          <TicketField
            label={t(field === 'takeProfit' ? 'futures.ticket.take_profit' : 'futures.ticket.stop_loss')}
            unit={contract.settle}
            value={values[field]}
            error={problemOf(field)}
            onChange={(value) => setValues((now) => ({ ...now, [field]: value }))}
          />
          <Outcome
            position={position}
            contract={contract}
            typed={problemOf(field) === undefined ? values[field] : ''}
            known={known[field]}
          />
        </div>
      ))}
      <p className="text-12 text-muted">{t('futures.position.exits_hint')}</p>
    </FormDialog>
  );
}

type OutcomeProps = Pick<ExitsDialogProps, 'position' | 'contract'> & {
  /** Empty: it is no price of an exit. */
  readonly typed: string;
  readonly known: StopOrder | undefined;
};

/** Which price triggers an exit, and what it is expected to bring. */
function Outcome({ position, contract, typed, known }: OutcomeProps) {
  const { t } = useTranslation();
  const { userRate } = useFuturesMarket();
  const feeRate = feeRatesOf(contract, userRate).taker;
  const { source, result, returned } = exitOutcome(position, { typed, known, feeRate });
  return (
    <>
      <p className="mt-1 text-12 text-muted">{t(`futures.position.exit_${source}`)}</p>
      <dl className="text-12">
        <SummaryRows
          rows={[
            [t('futures.position.part_pnl'), result === null ? null : `${signedMoney(result)} ${contract.settle}`],
            [
              t('futures.calculator.returned'),
              returned === null ? null : formatPercent(formatUnits(returned * 100n, SCALE), 2),
            ],
          ]}
        />
      </dl>
    </>
  );
}
