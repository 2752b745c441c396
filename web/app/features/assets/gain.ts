/** What coins have gained on their cost (decision 072). Exact; USDT as decimal text. */
import type { DataOf } from '@agio/contracts/calls';
import { decimal, formatUnits } from '../../../ui/decimal.ts';

export type CoinCost = DataOf<'GET /web/account/coin-costs'>['items'][number];

const SCALE = 18;
const UNIT = 10n ** BigInt(SCALE);

export interface Gain {
  /** What one coin cost on average. */
  readonly average: string;
  /** Null without a price. */
  readonly amount: string | null;
  /** Of the cost, percent; null without a price or a cost. */
  readonly percent: string | null;
}

/** Null where nobody knows what any of the coins cost. */
export function gainOf({ quantity, unknown, cost }: CoinCost, price: string | null): Gain | null {
  const known = decimal(quantity, SCALE) - decimal(unknown, SCALE);
  if (known <= 0n) return null;
  const paid = decimal(cost, SCALE);
  const average = formatUnits((paid * UNIT) / known, SCALE);
  if (price === null) return { average, amount: null, percent: null };
  const gained = (known * decimal(price, SCALE)) / UNIT - paid;
  return {
    average,
    amount: formatUnits(gained, SCALE),
    percent: paid > 0n ? formatUnits((gained * 10_000n) / paid, 2) : null,
  };
}
