import { AMOUNT_DECIMALS } from '../../ui/decimal.ts';
import { formatAmount, signOf } from '../../ui/format.ts';
import { isMoney } from './coin-amount.ts';
import type { Translate } from '../i18n/translator.ts';

/** Beyond a hundredth of a cent nobody reads a fee. */
const MONEY_DECIMALS = 4;

/**
 * A fee to be read: of money 4 decimals at most, of other coins every digit that they have, and no zeros behind them. So the same fee
 * reads the same in a ticket, a table, a question and a message: what is paid has no sign, and what is received (a negative fee) is
 * called a rebate and has none either. One that is too small for its decimals is not 0: it is less than the last of them.
 */
export function feeText(t: Translate, fee: string, asset: string): string {
  return textOf(t, fee, asset, isMoney(asset) ? MONEY_DECIMALS : AMOUNT_DECIMALS);
}

/** The same with every digit that was booked, where that tells more. */
export function exactFeeText(t: Translate, fee: string, asset: string): string | undefined {
  const exact = textOf(t, fee, asset, AMOUNT_DECIMALS);
  return exact === feeText(t, fee, asset) ? undefined : exact;
}

function textOf(t: Translate, fee: string, asset: string, decimals: number): string {
  const sign = signOf(fee);
  const shown = formatAmount(fee.replace('-', ''), decimals);
  const figure = shown === '0' && sign !== 0 ? `<0.${'1'.padStart(decimals, '0')}` : shown;
  const amount = `${figure} ${asset}`.trim();
  return sign < 0 ? t('common.rebate', { amount }) : amount;
}
