import { useTranslation } from '../../../i18n/use-translation.tsx';
import { formatUnits } from '../../../../ui/decimal.ts';
import { formatNumber } from '../../../../ui/format.ts';
import type { Contract } from '../../../api/calls/futures.ts';
import { SummaryRows, type SummaryRow } from '../../../terminal/ticket/summary-rows.tsx';
import { SCALE } from '../../../terminal/ticket/typed-units.ts';
import { signedMoney } from '../signed-money.ts';
import type { ClosingEstimate } from './closing.ts';

type ClosingRowsProps = { readonly contract: Contract; readonly estimate: ClosingEstimate | null };

/** Price, fee and result that a closing order is expected to have. */
export function ClosingRows({ contract, estimate }: ClosingRowsProps) {
  const { t } = useTranslation();
  const money = (units: bigint) => `${signedMoney(units)} ${contract.settle}`;
  const rows: readonly SummaryRow[] = [
    [
      t('terminal.ticket.average'),
      estimate && `${formatNumber(formatUnits(estimate.price, SCALE), contract.pricePrecision)} ${contract.settle}`,
    ],
    [t('terminal.fee'), estimate && money(-estimate.fee)],
    [t('futures.position.part_pnl'), estimate && money(estimate.realised - estimate.fee)],
  ];
  return (
    <dl className="num text-13">
      <SummaryRows rows={rows} />
    </dl>
  );
}
