/** What is wrong with the price of an alert, before it is sent. Pure. */
import { ALERT_PRICE_TIMES } from '@agio/contracts/alert-limits';
import { decimal, formatUnits } from '../../../ui/decimal.ts';
import { type NumberFault, numberFault } from '../../../ui/typed-number.ts';
import type { AlertedMarket } from '../../api/calls/alerts.ts';

export type AlertFault =
  | { readonly reason: NumberFault }
  | { readonly reason: 'missing' }
  /** Between which prices it may be. */
  | { readonly reason: 'range'; readonly least: string; readonly most: string };

/** Null: the exchange may be asked; whether the price has passed it by now is judged there. */
export function alertFault(
  price: string,
  { decimals, lastPrice }: Pick<AlertedMarket, 'decimals' | 'lastPrice'>,
): AlertFault | null {
  const fault = numberFault(price, decimals);
  if (fault !== null) return { reason: fault };
  if (!/[1-9]/.test(price)) return { reason: 'missing' };
  if (lastPrice === undefined) return null;
  const [level, last, times] = [decimal(price, SCALE), decimal(lastPrice, SCALE), BigInt(ALERT_PRICE_TIMES)];
  if (last === 0n || (level <= last * times && level * times >= last)) return null;
  // The least is rounded up to a price that the field takes: one below it would be refused.
  const step = 10n ** BigInt(SCALE - decimals);
  const least = ((last + times * step - 1n) / (times * step)) * step;
  return { reason: 'range', least: formatUnits(least, SCALE), most: formatUnits(last * times, SCALE) };
}

/** Prices have at most as many decimals. */
const SCALE = 8;
