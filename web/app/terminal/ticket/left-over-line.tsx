import { useTranslation } from '../../i18n/use-translation.tsx';
import { formatAmount } from '../../../ui/format.ts';
import type { LeftOver } from './left-over.ts';

/** One line below the summary of an order with everything: what stays in the wallet, and why. */
export function LeftOverLine({ leftOver, decimals }: { leftOver: LeftOver | null; decimals: number }) {
  const { t } = useTranslation();
  if (leftOver === null) return null;
  const { left, asset, reason, detail } = leftOver;
  return (
    <p role="status" className="mt-2 text-11 text-muted">
      {t(`terminal.ticket.stays_${reason}`, { left: `${formatAmount(left, decimals)} ${asset}`, detail })}
    </p>
  );
}
