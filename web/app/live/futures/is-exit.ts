import type { StopOrder } from '../../api/calls/futures.ts';

/**
 * Whether a conditional order is a take-profit or stop-loss of a position: one that was set for all of it or a part of it, or that came
 * with the order that opened it. Such a one is changed in the row of its position. `OWN` is one that somebody placed for itself.
 */
export const isExit = ({ group }: Pick<StopOrder, 'group'>): boolean => group !== 'OWN';
