/** The loading indicator's states, without a screen. Its clock is the page's. */

/** How long a load is taken to last: the bar has passed two thirds by then and goes on ever slower. */
export const LOADING_DURATION_MS = 2_000;
/** A load that is over sooner shows nothing. */
export const LOADING_THROTTLE_MS = 200;
/** How long the full bar stays. */
export const LOADING_HIDE_DELAY_MS = 500;
/** How long it keeps its length, unseen, so that it does not run backwards while it fades. */
export const LOADING_RESET_DELAY_MS = 400;

export interface LoadingView {
  readonly isVisible: boolean;
  /** 0 to 100. */
  readonly percent: number;
}

export interface LoadingMachine {
  start(): void;
  finish(): void;
  /** What a frame shows. */
  view(): LoadingView;
  stop(): void;
}

export function createLoadingMachine(onChange: () => void): LoadingMachine {
  let phase: 'idle' | 'waiting' | 'running' | 'full' | 'fading' = 'idle';
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enter = (next: typeof phase, afterMs: number, then: () => void): void => {
    clearTimeout(timer);
    phase = next;
    timer = setTimeout(then, afterMs);
    onChange();
  };
  const rest = (): void => {
    clearTimeout(timer);
    phase = 'idle';
    onChange();
  };
  return {
    start() {
      if (phase === 'waiting' || phase === 'running') return;
      enter('waiting', LOADING_THROTTLE_MS, () => {
        phase = 'running';
        startedAt = Date.now();
        onChange();
      });
    },
    finish() {
      if (phase === 'waiting') return rest();
      if (phase !== 'running') return;
      enter('full', LOADING_HIDE_DELAY_MS, () => enter('fading', LOADING_RESET_DELAY_MS, rest));
    },
    view() {
      if (phase === 'running') return { isVisible: true, percent: estimate(Date.now() - startedAt) };
      return { isVisible: phase === 'full', percent: phase === 'full' || phase === 'fading' ? 100 : 0 };
    },
    stop: () => clearTimeout(timer),
  };
}

/** Comes close to 100 and never reaches it, because the real time of a load is unknown. */
function estimate(elapsedMs: number): number {
  return (2 / Math.PI) * 100 * Math.atan((elapsedMs / LOADING_DURATION_MS) * 2);
}
