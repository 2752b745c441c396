/** Uncaught errors of the page, sent to the tracker; a few harmless ones are left out. */
import { browserDevice } from '../api/device.ts';
import { track } from '../api/events.ts';

const IGNORED: readonly string[] = [
  'Object Not Found Matching Id',
  'ResizeObserver loop limit exceeded',
  'ResizeObserver loop completed with undelivered notifications',
  'The transaction was aborted',
];
const LONGEST = 300;

export function isIgnoredError(message: string): boolean {
  return IGNORED.some((text) => message.includes(text));
}

export function reportError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  if (isIgnoredError(message)) return;
  // Crawlers are not counted; their operators can read the console.
  if (browserDevice().spider) console.warn('The page failed:', error);
  const name = error instanceof Error ? error.name : 'Error';
  track('nuxt_client_error', { name, message: message.slice(0, LONGEST), path: window.location.pathname });
}

/** Answers the function that ends it. */
export function watchErrors(): () => void {
  const onError = (event: ErrorEvent): void => reportError(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent): void => reportError(event.reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
