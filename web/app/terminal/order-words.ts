/** How an order is named: one form for all kinds of orders, in questions, lists and messages. Pure. */
import { formatAmount } from '../../ui/format.ts';
import { listed } from '../i18n/isolated.ts';
import type { Translate } from '../i18n/translator.ts';
import { placedWords } from './placed-words.ts';
import { type SidedOrder, sideText } from './side-text.ts';
import { isSet } from './ticket/typed-units.ts';

export interface NamedOrder extends SidedOrder {
  readonly symbol: string;
  /** In words. */
  readonly type: string;
  /** "0" or empty of what closes a whole position. */
  readonly quantity: string;
  /** "0" or empty at the market. */
  readonly price: string;
  /** What it waits for, in words. */
  readonly condition?: string | null;
}

/** How figures of its market are written. */
export interface OrderUnits {
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
}

/**
 * BTCUSDT · Limit · Buy · 0.5 BTC at 97,000.0 USDT, and last what it waits for. The order may be of any market; of one that is not known
 * (undefined) the figures stand without coins. The parts keep their order in every direction of writing.
 */
export function orderWords(t: Translate, order: NamedOrder, units: OrderUnits | undefined): string {
  const { symbol, type, quantity, price, condition } = order;
  return listed([
    symbol,
    type,
    sideText(t, order),
    ...(isSet(quantity) ? [sizeWords(t, quantity, price, units)] : []),
    ...(condition ? [condition] : []),
  ]);
}

function sizeWords(t: Translate, quantity: string, price: string, units: OrderUnits | undefined): string {
  if (units !== undefined) return placedWords(t, { ...units, quantity, price });
  const amount = formatAmount(quantity, 8);
  return isSet(price) ? t('terminal.order.at', { amount, price: formatAmount(price, 8) }) : amount;
}
