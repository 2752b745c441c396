import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { type ChartFace, type Drawing, DRAWING_POINTS, type DrawingPoint, type DrawingTool } from './chart-face.ts';

type DrawingLayerProps = {
  readonly face: ChartFace;
  readonly tool: DrawingTool;
  readonly onDrawn: (drawing: Drawing) => void;
  readonly onDone: () => void;
};

/** In px; with Shift. */
const STEP = 8;
const LONG_STEP = 40;
const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Lies over the candles while something is drawn: presses place its points, and so do the arrow keys with Enter. */
export function DrawingLayer({ face, tool, onDrawn, onDone }: DrawingLayerProps) {
  const { t } = useTranslation();
  const layer = useRef<HTMLDivElement>(null);
  const placed = useRef<readonly DrawingPoint[]>([]);
  const [cursor, setCursor] = useState<Place | null>(null);
  const plot = face.plot();
  useFocus(layer);
  useEffect(() => () => face.setDraft(null), [face]);
  if (!plot) return null;
  // What it will say is asked once it has its place.
  const sample = tool === 'text' ? { text: t('terminal.chart.tool_text') } : {};
  const show = ({ x, y }: Place) => {
    const next = face.pointAt(x, y);
    if (next) face.setDraft({ id: 'draft', tool, points: [...placed.current, next], ...sample });
  };
  const put = ({ x, y }: Place) => {
    const next = face.pointAt(x, y);
    if (!next) return;
    placed.current = [...placed.current, next];
    if (placed.current.length < DRAWING_POINTS[tool])
      return face.setDraft({ id: 'draft', tool, points: placed.current, ...sample });
    onDrawn({ id: `${tool} ${crypto.randomUUID()}`, tool, points: placed.current });
    onDone();
  };
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Place => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const onKey = (event: KeyboardEvent) => {
    const now = cursor ?? { x: plot.width / 2, y: plot.height / 2 };
    const move = MOVES[event.key];
    if (event.key === 'Escape') onDone();
    else if (event.key === 'Enter' || event.key === ' ') put(now);
    else if (move) {
      const step = event.shiftKey ? LONG_STEP : STEP;
      const next = { x: within(now.x + move[0] * step, plot.width), y: within(now.y + move[1] * step, plot.height) };
      setCursor(next);
      show(next);
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={layer}
      role="application"
      tabIndex={0}
      aria-label={t('terminal.chart.drawing_hint')}
      onPointerMove={(event) => {
        setCursor(null);
        show(placeOf(event));
      }}
      onPointerUp={(event) => event.button === 0 && put(placeOf(event))}
      onKeyDown={onKey}
      style={{ width: plot.width, height: plot.height }}
      className="absolute start-0 top-0 z-20 cursor-crosshair touch-none"
    >
      <p
        className="pointer-events-none absolute inset-x-4 bottom-2 mx-auto w-fit rounded-1 bg-overlay px-3 py-1 text-12 text-muted"
        dir="auto"
      >
        {t('terminal.chart.drawing_hint')}
      </p>
      {cursor ? (
        <span
          aria-hidden
          className="absolute size-3 -translate-1/2 rounded-full border-2 border-accent"
          style={{ left: cursor.x, top: cursor.y }}
        />
      ) : null}
    </div>
  );
}

const within = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** Takes the focus, and gives it back to where the tool was chosen. */
function useFocus(layer: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement;
    layer.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [layer]);
}
