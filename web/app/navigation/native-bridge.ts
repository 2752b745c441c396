/** Jumps out of a page that the native app shows: the app opens its own screen. */
import { nativeJump } from '@agio/contracts/native-app';
import { barePath } from '../addresses/locales.ts';

declare global {
  interface Window {
    readonly AgioBridge?: { postMessage(message: string): void };
  }
}

/** False when the app has no screen for it, or is too old to have the bridge: then the page itself is opened. */
export function jumpNatively(pathname: string): boolean {
  const jump = nativeJump(barePath(pathname));
  if (!jump || !window.AgioBridge) return false;
  window.AgioBridge.postMessage(JSON.stringify(jump));
  return true;
}
