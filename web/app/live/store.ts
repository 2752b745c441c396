/** A value that many may watch. Changes are told at most once per frame: a screen cannot show more. */

export interface Store<T> {
  get(): T;
  /** The value it began with: what the server drew, for parts of a page that the browser takes over later. */
  first(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export type Schedule = (run: () => void) => void;

/** A hidden page gets no frames; a timer still brings its numbers up to date now and then. */
const onNextFrame: Schedule = (run) => {
  if (typeof requestAnimationFrame === 'function' && !document.hidden) requestAnimationFrame(run);
  else setTimeout(run, 250);
};

export function createStore<T>(initial: T, schedule: Schedule = onNextFrame): Store<T> {
  let value = initial;
  let isScheduled = false;
  const listeners = new Set<() => void>();
  const tell = () => {
    isScheduled = false;
    for (const listener of listeners) listener();
  };
  return {
    get: () => value,
    first: () => initial,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      if (isScheduled || listeners.size === 0) return;
      isScheduled = true;
      schedule(tell);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
