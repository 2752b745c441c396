/** Which of the things that float lies over which: pop-ups from 1000, messages over them from 5000; within a base, the newest on top. */
export const LAYER_BASES = { popup: 1_000, message: 5_000 } as const;
export type LayerBase = keyof typeof LAYER_BASES;

const STEP = 1;

const open: Record<LayerBase, Set<number>> = { popup: new Set(), message: new Set() };

/** Takes the place over all open ones of the base. */
export function takeLayer(base: LayerBase): number {
  const layer = Math.max(LAYER_BASES[base] - STEP, ...open[base]) + STEP;
  open[base].add(layer);
  return layer;
}

export function giveBackLayer(base: LayerBase, layer: number): void {
  open[base].delete(layer);
}

/** A ref callback: its element gets the highest z-index of its base when it opens, and gives it back when it closes. */
const raise =
  (base: LayerBase) =>
  (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return;
    const layer = takeLayer(base);
    element.style.zIndex = String(layer);
    return () => giveBackLayer(base, layer);
  };

export const raisePopup = raise('popup');
