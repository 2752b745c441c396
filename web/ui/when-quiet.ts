/**
 * Runs deferrable work once the page with its pictures has arrived and the browser is idle, so that live prices and later code do not
 * delay the first paint and the first tap. Answers how to call it off.
 */
const LATEST_MS = 2_000;

export function whenQuiet(run: () => void): () => void {
  let cancel: () => void;
  const wait = () => {
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(run, { timeout: LATEST_MS });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(run);
      cancel = () => clearTimeout(timer);
    }
  };
  if (document.readyState === 'complete') wait();
  else {
    window.addEventListener('load', wait, { once: true });
    cancel = () => window.removeEventListener('load', wait);
  }
  return () => cancel();
}

/** Calls `start` once the page is quiet. Answers a function that cancels it, or ends what it began. */
export function startWhenQuiet(start: () => () => void): () => void {
  let end: (() => void) | undefined;
  const callOff = whenQuiet(() => {
    end = start();
  });
  return () => {
    callOff();
    end?.();
  };
}
