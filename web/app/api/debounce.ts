export interface Debounced<Value> {
  (value: Value): void;
  cancel(): void;
}

/** Calls `run` with the newest value once it has been quiet for `waitMs`, and at the latest `maxWaitMs` after the first. */
export function debounce<Value>(
  run: (value: Value) => void,
  waitMs: number,
  maxWaitMs = Number.POSITIVE_INFINITY,
): Debounced<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstAt = 0;
  const debounced = (value: Value): void => {
    const now = Date.now();
    if (timer === undefined) firstAt = now;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        timer = undefined;
        run(value);
      },
      Math.max(0, Math.min(waitMs, firstAt + maxWaitMs - now)),
    );
  };
  return Object.assign(debounced, {
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  });
}
