import { AMOUNT_DECIMALS } from '../../ui/decimal.ts';
import { formatAmount } from '../../ui/format.ts';

/**
 * A fee as it is booked: every digit that its asset has, and no zeros behind them. So the same fee reads the same in a ticket, a table, a
 * message and a receipt. A minus before a rebate, and where it stands in a sum.
 */
export function feeText(fee: string, asset: string): string {
  const sign = fee.startsWith('-') ? '−' : '';
  return `${sign}${formatAmount(fee.replace('-', ''), AMOUNT_DECIMALS)} ${asset}`.trim();
}
