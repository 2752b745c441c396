import { AMOUNT_DECIMALS } from '../../ui/decimal.ts';
import { formatAmount, formatSigned } from '../../ui/format.ts';

/**
 * A fee as it is booked: every digit that its asset has, and no zeros behind them. So the same fee reads the same in a ticket, a table, a
 * message and a receipt. What is paid has no sign; a rebate has a minus.
 */
export function feeText(fee: string, asset: string): string {
  const sign = fee.startsWith('-') ? '−' : '';
  return `${sign}${formatAmount(fee.replace('-', ''), AMOUNT_DECIMALS)} ${asset}`.trim();
}

/** What a fee adds to a sum that shows its parts: always with a sign, a minus before what is paid and a plus before a rebate. */
export function feePartText(fee: string, asset: string): string {
  const change = fee.startsWith('-') ? fee.slice(1) : `-${fee}`;
  return `${formatSigned(change, AMOUNT_DECIMALS, formatAmount)} ${asset}`.trim();
}
