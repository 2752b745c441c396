import { canWait, type Toast } from './toast-queue.ts';

/**
 * Where there is room for one toast only: the answer to what was pressed last where it failed, otherwise the one that came first. What stays
 * until it is closed would keep all others away: it comes after them.
 */
export function toastInTurn(list: readonly Toast[]): Toast | null {
  const passing = list.filter(({ durationMs }) => durationMs !== Number.POSITIVE_INFINITY);
  return list.findLast((toast) => !canWait(toast)) ?? passing[0] ?? list[0] ?? null;
}
