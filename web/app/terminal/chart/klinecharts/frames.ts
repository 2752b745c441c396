/** When the picture was drawn. The library does not tell, but it asks each overlay for its shape then: this one has none. */
import type { Chart, OverlayTemplate } from 'klinecharts';

const NAME = 'agioFrame';

type Tell = () => void;

export function frameOverlay(): OverlayTemplate<Tell> {
  return {
    name: NAME,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ overlay }) {
      overlay.extendData();
      return [];
    },
  };
}

export function watchFrames(chart: Chart) {
  const listeners = new Set<() => void>();
  let frame = 0;
  const tell = () => {
    frame = 0;
    for (const listener of listeners) listener();
  };
  const ask: Tell = () => {
    frame ||= requestAnimationFrame(tell);
  };
  chart.createOverlay({ name: NAME, lock: true, points: [{ dataIndex: 0, value: 0 }], extendData: ask });
  return {
    on(listener: () => void): () => void {
      listeners.add(listener);
      ask();
      return () => listeners.delete(listener);
    },
    stop() {
      cancelAnimationFrame(frame);
      listeners.clear();
    },
  };
}
