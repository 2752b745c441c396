import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import type { Contract } from '../../../api/calls/futures.ts';
import { formatAverage } from '../../../figures/average-price.ts';
import { feeText } from '../../../figures/fee-text.ts';
import { SummaryRows, type SummaryRow } from '../../../terminal/ticket/summary-rows.tsx';
import { SCALE } from '../../../terminal/ticket/typed-units.ts';
import { signedMoney } from '../signed-money.ts';
import type { ClosingEstimate } from './closing.ts';

type ClosingRowsProps = { readonly contract: Contract; readonly estimate: ClosingEstimate | null };

/** Price, fee and result that a closing order is expected to have. */
export function ClosingRows({ contract, estimate }: ClosingRowsProps) {
  const { t } = useTranslation();
  const rows: readonly SummaryRow[] = [
    [
      t('terminal.ticket.average'),
      estimate && `${formatAverage(formatUnits(estimate.price, SCALE), contract.pricePrecision)} ${contract.settle}`,
    ],
    [t('terminal.fee'), estimate && feeText(t, formatUnits(estimate.fee, SCALE), contract.settle)],
    [t('futures.position.part_pnl'), estimate && `${signedMoney(estimate.realised - estimate.fee)} ${contract.settle}`],
  ];
  return (
    <dl className="num text-13">
      <SummaryRows rows={rows} />
    </dl>
  );
}
