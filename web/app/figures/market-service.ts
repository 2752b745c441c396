/** The specification's words of the log; the page says it in its language. */
export const MARKET_SERVICE_WARNING = 'Market Service Not Working';

let isTold = false;

/** Tells it once, until the service works again. */
export function warnOnce(isWorking: boolean, tell: () => void): void {
  const isNew = !isWorking && !isTold;
  isTold = !isWorking;
  if (isNew) tell();
}
