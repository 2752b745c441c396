import { canWait, isAnswer, type Toast } from './toast-queue.ts';

/**
 * Where there is room for one toast only: the answer to what was pressed last where it failed; otherwise the newest answer to a press, or what
 * went wrong by itself after it; then what came first of what only reports. What stays until it is closed would keep all others away: it
 * comes after them.
 */
export function toastInTurn(list: readonly Toast[]): Toast | null {
  const passing = list.filter(({ durationMs }) => durationMs !== Number.POSITIVE_INFINITY);
  const failed = list.findLast((toast) => !canWait(toast) && isAnswer(toast));
  const pressing = passing.findLast((toast) => !canWait(toast) || isAnswer(toast));
  return failed ?? pressing ?? passing[0] ?? list[0] ?? null;
}
