/** Written to the console in the specification's words; people read it in their language. */
export const MARKET_SERVICE_WARNING = 'Market Service Not Working';

let isTold = false;

/** Tells it once, until the service works again. */
export function warnOnce(isWorking: boolean, tell: () => void): void {
  const isNew = !isWorking && !isTold;
  isTold = !isWorking;
  if (isNew) tell();
}
