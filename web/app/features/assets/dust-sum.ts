/** What chosen small balances give together. */
import type { DustCoin } from '@agio/contracts/http/wallet';
import { decimal, formatUnits } from '../../../ui/decimal.ts';

const SCALE = 8;
/** The least that one agrees to get, in percent of what is shown: prices move between reading and pressing. */
const LEAST_PERCENT = 99n;

export interface DustSum {
  readonly value: string;
  readonly fee: string;
  readonly received: string;
  /** The least that one agrees to receive. */
  readonly least: string;
}

export function dustSum(coins: readonly DustCoin[]): DustSum {
  const sumOf = (figure: 'value' | 'fee' | 'received') =>
    coins.reduce((sum, coin) => sum + decimal(coin[figure], SCALE), 0n);
  const text = (units: bigint) => formatUnits(units, SCALE);
  const received = sumOf('received');
  return {
    value: text(sumOf('value')),
    fee: text(sumOf('fee')),
    received: text(received),
    least: text((received * LEAST_PERCENT) / 100n),
  };
}
