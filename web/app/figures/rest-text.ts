import { formatAmount } from '../../ui/format.ts';
import type { Translate } from '../i18n/translator.ts';
import type { OrderRest } from '../live/order-rests.ts';

/** Behind what is told of a fill: how much of its order still waits in the book, or was canceled. */
export function withRest(t: Translate, told: string, rest: OrderRest | null, base: string): string {
  if (rest === null) return told;
  const amount = `${formatAmount(rest.quantity, 8)} ${base}`.trim();
  return `${told} · ${t(rest.isOpen ? 'frame.fills.rest_open' : 'frame.fills.rest_ended', { amount })}`;
}
