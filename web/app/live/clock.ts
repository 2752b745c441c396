/** The surroundings of the sockets: timers, and events of the window. */

export type Cancel = () => void;

export interface Clock {
  now(): number;
  after(ms: number, run: () => void): Cancel;
  every(ms: number, run: () => void): Cancel;
}

export interface PageSignals {
  isHidden(): boolean;
  /** Told when the tab is hidden or shown. */
  onVisibility(run: () => void): Cancel;
  onOffline(run: () => void): Cancel;
  onOnline(run: () => void): Cancel;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

export const browserSignals: PageSignals = {
  isHidden: () => document.hidden,
  onVisibility: (run) => listen(document, 'visibilitychange', run),
  onOffline: (run) => listen(window, 'offline', run),
  onOnline: (run) => listen(window, 'online', run),
};

function listen(target: EventTarget, event: string, run: () => void): Cancel {
  target.addEventListener(event, run);
  return () => target.removeEventListener(event, run);
}
