import type { Translate } from '../../i18n/translator.ts';
import type { Standing } from './time-in-force-row.tsx';

/** One option that an order is sent with, such as its time in force: its name and its value, as the question before the order shows them. */
export type OrderTerm = readonly [name: string, value: string];

/** The value of an option that is only on or off, where it is on. */
export const TICKED = '✓';

/** The terms of a limit order: post-only where that is ticked, and the time in force unless it is the usual one, until canceled. */
export function standingTerms(t: Translate, { isPostOnly, timeInForce }: Standing): readonly OrderTerm[] {
  return [
    ...(isPostOnly ? [[t('terminal.ticket.post_only'), TICKED] as const] : []),
    ...(timeInForce === 'GTC' ? [] : [[t('terminal.ticket.time_in_force'), timeInForce] as const]),
  ];
}
