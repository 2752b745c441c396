import {
  READ_MS,
  showToast,
  type ToastAction,
  type ToastKind,
  type ToastOptions,
  type ToastWords,
} from '../../ui/toast-queue.ts';
import { usePreferences } from './preferences.ts';

/** Tells of what happened by itself, in the way the person chose; the page's way where the device refuses. */
export function announce(kind: ToastKind, title: string, description = '', action?: ToastAction): void {
  tell(kind, { title, description }, action && { action, durationMs: READ_MS });
}

function tell(kind: ToastKind, { title, description = '' }: ToastWords, options: ToastOptions = {}): void {
  if (usePreferences.getState().alertType === 'notify' && notify(title, description)) return;
  showToast(kind, title, description, { isNews: true, ...options });
}

/**
 * An order filled: told as the person chose, with a sound for whoever wants one. `wordsNow` is asked again while its toast waits and while it
 * is shown: what the order had left may be canceled by then. `order`: see `ToastOptions`.
 */
export function announceFill(wordsNow: () => ToastWords, order?: string): void {
  tell('success', wordsNow(), { wordsNow, order });
  if (usePreferences.getState().hasSounds)
    void import('./sound.ts').then(({ playFill }) => playFill()).catch(() => null);
}

function notify(title: string, body: string): boolean {
  if (!('Notification' in window) || Notification.permission !== 'granted') return false;
  try {
    // Some phones give the permission and throw here all the same.
    void new Notification(title, { body, icon: '/favicon.svg' });
    return true;
  } catch {
    return false;
  }
}

/** Asks the device whether it shows notifications. A browser that has no such question counts as a refusal. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission().catch(() => 'denied')) === 'granted';
}
