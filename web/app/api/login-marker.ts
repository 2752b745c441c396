/**
 * A log-in or a jump to it leaves a mark, so that late answers to calls from before do not log out and jump again. Pure but
 * for the store that is handed in.
 */
const KEY = 'loginRedirect';
const TAG = 'agio-login-redirect';
const WINDOW_MS = 5_000;

export function markLoginRedirect(store: Pick<Storage, 'setItem'>, nowMs: number): void {
  store.setItem(KEY, JSON.stringify({ tag: TAG, time: nowMs }));
}

export function isLoginRedirectFresh(store: Pick<Storage, 'getItem'>, nowMs: number): boolean {
  const marker = parse(store.getItem(KEY));
  return marker !== null && marker.tag === TAG && nowMs >= marker.time && nowMs - marker.time < WINDOW_MS;
}

function parse(text: string | null): { tag: unknown; time: number } | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    const { tag, time } = (value ?? {}) as { tag?: unknown; time?: unknown };
    return typeof time === 'number' ? { tag, time } : null;
  } catch {
    return null;
  }
}
