/**
 * Asks the database for a sign of life. A hanging one (a stopped process, a network that drops packets) refuses no connection: without
 * this check every call would wait for it, and the exchange would report itself ready.
 */

const ASK_EVERY_MS = 1_000;
/** An answer to `select 1` that takes longer counts as no answer; after two of those in a row the database counts as silent. */
export const ANSWER_WITHIN_MS = 2_000;

const MISSES = 2;

export interface DatabaseWatch {
  readonly isAnswering: boolean;
  stop(): void;
}

/** `ask` rejects, or takes longer than it may, while there is no answer. */
export function watchDatabase(ask: () => Promise<unknown>): DatabaseWatch {
  const state = { misses: 0, isStopped: false };
  let timer: NodeJS.Timeout;
  const look = async (): Promise<void> => {
    let deadline: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      // When this process itself was paused, the answer may have arrived and not been read yet: it is read before the time is judged.
      deadline = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), ANSWER_WITHIN_MS);
    });
    const answered = ask().then(
      () => true,
      () => false,
    );
    state.misses = (await Promise.race([answered, late])) ? 0 : state.misses + 1;
    clearTimeout(deadline);
    if (!state.isStopped) timer = setTimeout(() => void look(), ASK_EVERY_MS);
  };
  timer = setTimeout(() => void look(), ASK_EVERY_MS);
  return {
    get isAnswering() {
      return state.misses < MISSES;
    },
    stop() {
      state.isStopped = true;
      clearTimeout(timer);
    },
  };
}
