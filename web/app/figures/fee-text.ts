import { AMOUNT_DECIMALS } from '../../ui/decimal.ts';
import { formatAmount, signOf } from '../../ui/format.ts';
import type { Translate } from '../i18n/translator.ts';

/**
 * A fee as it is booked: every digit that its asset has, and no zeros behind them. So the same fee reads the same in a ticket, a table, a
 * question, a message and a receipt: what is paid has no sign, and what is received (a negative fee) is called a rebate and has none either.
 */
export function feeText(t: Translate, fee: string, asset: string): string {
  const amount = `${formatAmount(fee.replace('-', ''), AMOUNT_DECIMALS)} ${asset}`.trim();
  return signOf(fee) < 0 ? t('common.rebate', { amount }) : amount;
}
