import { showToast, type ToastKind } from '../../ui/toast-queue.ts';
import { usePreferences } from './preferences.ts';

/** Tells of what happened by itself, in the way the person chose; the page's way where the device refuses. */
export function announce(kind: ToastKind, title: string, description = ''): void {
  if (usePreferences.getState().alertType === 'notify' && notify(title, description)) return;
  showToast(kind, title, description);
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

/** Asks the device; a browser that cannot be asked is one that refuses. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission().catch(() => 'denied')) === 'granted';
}
