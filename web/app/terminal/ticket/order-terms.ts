import type { Translate } from '../../i18n/translator.ts';
import type { Standing } from './time-in-force-row.tsx';

/** The name of what an order is sent with, and its value. */
export type OrderTerm = readonly [name: string, value: string];

/** What is on without a value of its own. */
export const TICKED = '✓';

/** Of a limit order: whether it may only rest in the book, and how long it stands where that is not until it is canceled. */
export function standingTerms(t: Translate, { isPostOnly, timeInForce }: Standing): readonly OrderTerm[] {
  return [
    ...(isPostOnly ? [[t('terminal.ticket.post_only'), TICKED] as const] : []),
    ...(timeInForce === 'GTC' ? [] : [[t('terminal.ticket.time_in_force'), timeInForce] as const]),
  ];
}
