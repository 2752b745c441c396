/** Milliseconds that only grow, whoever sets the machine's clock: they tell how old something is that this process keeps. */
export const monotonicMs = (): number => performance.now();

/** Time and timers as the engine, the journal and the projector ask for them: a simulation replaces them. */
export interface Clock {
  nowMs(): number;
  /** Runs once; answers how to call it off. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs again and again until it is called off; keeps no process alive. */
  every(periodMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, run) {
    const timer = setInterval(run, periodMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};
