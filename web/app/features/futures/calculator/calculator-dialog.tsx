import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatAmount, formatNumber, formatPercent } from '../../../../ui/format.ts';
import { Segmented } from '../../../../ui/segmented.tsx';
import { feeText } from '../../../figures/fee-text.ts';
import { SummaryRows, type SummaryRow } from '../../../terminal/ticket/summary-rows.tsx';
import { TicketField } from '../../../terminal/ticket/ticket-field.tsx';
import { fieldPrice } from '../../../terminal/ticket/field-price.ts';
import { isSet, SCALE, text, units } from '../../../terminal/ticket/typed-units.ts';
import { useFuturesMarket, usePreference } from '../futures-market.ts';
import { signedMoney } from '../signed-money.ts';
import type { TicketContext } from '../ticket/ticket-preview.ts';
import { largestQuantity, liquidationOf, resultOf, targetPrice } from './calculations.ts';
import {
  type CalculatorProblem,
  calculatorProblems,
  type Field,
  fieldsOf,
  type Inputs,
  returnedOf,
  type Sheet,
  SHEETS,
} from './calculator-problems.ts';

type CalculatorProps = { readonly context: TicketContext; readonly onClose: () => void };

/** Sums about a position that does not exist yet, by the formulas of the core; it needs no log-in. */
export function CalculatorDialog({ context, onClose }: CalculatorProps) {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const preference = usePreference();
  const [sheet, setSheet] = useState<Sheet>('pnl');
  const [inputs, setInputs] = useState<Inputs>(() => ({
    side: 'BUY',
    leverage: preference.longLeverage,
    marginMode: preference.marginMode,
    entry: fieldPrice(context.lastPrice, contract.pricePrecision),
    exit: '',
    quantity: '',
    returned: '',
    balance: context.available > 0n ? text(context.available) : '',
  }));
  const change = (part: Partial<Inputs>) => setInputs((now) => ({ ...now, ...part }));
  const labels: Readonly<Record<Field, readonly [label: string, unit: string]>> = {
    entry: [t('futures.table.entry'), contract.settle],
    exit: [t('futures.calculator.exit'), contract.settle],
    quantity: [t('terminal.ticket.quantity'), contract.base],
    returned: [t('futures.calculator.returned'), '%'],
    balance: [t('futures.calculator.balance'), contract.settle],
  };
  const problems = calculatorProblems(sheet, inputs, contract);
  const isFaulty = Object.keys(problems).length > 0;
  const wrong = (problem: CalculatorProblem): string => {
    if (problem.reason === 'ceiling')
      return t('futures.ticket.problem_ceiling', { leverage: String(problem.leverage) });
    if (problem.reason === 'balance') {
      const available = formatAmount(problem.available, SCALE);
      return t('futures.ticket.problem_balance', { available, asset: contract.settle });
    }
    return t(`common.number_${problem.reason}`, { decimals: String(SCALE) });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('futures.calculator.title', { symbol: contract.symbol })}
      closeLabel={t('common.close')}
    >
      <div className="num grid grid-cols-1 gap-2 px-4 pb-4 text-13">
        <Segmented
          label={t('futures.calculator.what')}
          value={sheet}
          onChange={setSheet}
          options={SHEETS.map((value) => ({ value, label: t(`futures.calculator.sheet_${value}`) }))}
          className="flex max-md:grid! max-md:grid-cols-2 max-md:[&>label]:leading-[40px]"
        />
        <Segmented
          label={t('terminal.ticket.side')}
          value={inputs.side}
          onChange={(side) => change({ side })}
          options={(['BUY', 'SELL'] as const).map((value) => ({
            value,
            label: t(value === 'BUY' ? 'futures.long' : 'futures.short'),
          }))}
          className="flex max-md:[&>label]:leading-[40px]"
        />
        {sheet === 'liquidation' ? (
          <Segmented
            label={t('futures.settings.margin_title', { symbol: contract.symbol })}
            value={inputs.marginMode}
            onChange={(marginMode) => change({ marginMode })}
            options={(['CROSS', 'ISOLATED'] as const).map((value) => ({ value, label: t(`futures.margin_${value}`) }))}
            className="flex max-md:[&>label]:leading-[40px]"
          />
        ) : null}
        <label className="grid gap-1">
          <span className="flex justify-between">
            <span className="text-muted">{t('futures.settings.leverage')}</span>
            <bdi className="font-semibold">{inputs.leverage}x</bdi>
          </span>
          <input
            type="range"
            min={contract.leverageMin}
            max={contract.leverageMax}
            value={inputs.leverage}
            onChange={(event) => change({ leverage: Number(event.target.value) })}
            className="h-11 w-full accent-accent md:h-6"
          />
        </label>
        {fieldsOf(sheet, inputs).map((field) => (
          <TicketField
            key={field}
            label={labels[field][0]}
            unit={labels[field][1]}
            value={inputs[field]}
            error={problems[field] && wrong(problems[field])}
            onChange={(value) => change({ [field]: value })}
          />
        ))}
        {/* Around the list: a list that is a status itself is none to who hears it. */}
        <div className="mt-1" role="status">
          <dl>
            <SummaryRows rows={useRows(sheet, inputs, isFaulty, context)} />
          </dl>
        </div>
      </div>
    </Dialog>
  );
}

/** While nothing can be counted. */
const NO_NUMBERS = { entry: '', exit: '', quantity: '', returned: '', balance: '' };

/** The answers of a sheet; dashes while something is missing or wrong. */
function useRows(
  sheet: Sheet,
  typed: Inputs,
  isFaulty: boolean,
  { feeRates, state }: TicketContext,
): readonly SummaryRow[] {
  const { t } = useTranslation();
  const { contract } = useFuturesMarket();
  const inputs = isFaulty ? { ...typed, ...NO_NUMBERS } : typed;
  const { side, leverage, marginMode } = inputs;
  const [entry, quantity] = [units(inputs.entry), units(inputs.quantity)];
  const opened = { side, leverage, entry, quantity };
  const money = (value: bigint) => `${formatNumber(formatUnits(value, SCALE), 2)} ${contract.settle}`;
  const price = (value: bigint | null) =>
    value === null ? null : `${formatNumber(formatUnits(value, SCALE), contract.pricePrecision)} ${contract.settle}`;
  const percent = (share: bigint) => formatPercent(formatUnits(share * 100n, SCALE), 2);
  switch (sheet) {
    case 'pnl': {
      const isReady = entry > 0n && quantity > 0n && isSet(inputs.exit);
      const result = isReady ? resultOf(opened, units(inputs.exit), feeRates.taker) : null;
      return [
        [t('futures.ticket.margin', { leverage: String(leverage) }), result && money(result.margin)],
        [t('futures.calculator.result'), result && `${signedMoney(result.pnl)} ${contract.settle}`],
        [t('futures.calculator.returned'), result && percent(result.returned)],
        [t('futures.calculator.fees'), result && feeText(t, formatUnits(result.fees, SCALE), contract.settle)],
        [t('futures.calculator.net'), result && `${signedMoney(result.pnl - result.fees)} ${contract.settle}`],
      ];
    }
    case 'target': {
      const returned = returnedOf(inputs.returned);
      const target = entry > 0n && returned !== 0n ? targetPrice(opened, returned, contract) : null;
      return [[t('futures.calculator.sheet_target'), price(target)]];
    }
    case 'liquidation': {
      const isReady = entry > 0n && quantity > 0n && (marginMode === 'ISOLATED' || isSet(inputs.balance));
      const wallet = { marginMode, balance: units(inputs.balance) };
      const shown = isReady ? liquidationOf(opened, wallet, contract, feeRates.taker) : null;
      return [[t('futures.ticket.liquidation'), price(shown)]];
    }
    case 'most': {
      const isReady = entry > 0n && isSet(inputs.balance);
      const mark = state.mark > 0n ? state.mark : entry;
      const most = isReady ? largestQuantity(opened, units(inputs.balance), mark, contract) : null;
      const value = most === null ? null : (most * entry) / 10n ** BigInt(SCALE);
      return [
        [
          t('futures.calculator.sheet_most'),
          most === null ? null : `${formatAmount(formatUnits(most, SCALE), SCALE)} ${contract.base}`,
        ],
        [t('futures.ticket.value'), value === null ? null : money(value)],
      ];
    }
  }
}
