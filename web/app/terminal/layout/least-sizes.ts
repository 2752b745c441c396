/** No group of the dock becomes smaller than its panels can be used. */
import type { DockviewApi, DockviewGroupPanel } from 'dockview-react';
import { LEAST_HEIGHTS, LEAST_WIDTHS, PANELS } from './panels.ts';

export interface LeastSize {
  readonly width: number;
  readonly height: number;
}

/** What the largest of its panels needs, whichever is in front: else a group would grow when its tabs are pressed. */
export function leastSizeOf(group: DockviewGroupPanel): LeastSize {
  const names = PANELS.filter((name) => group.panels.some(({ id }) => id === name));
  return {
    width: Math.max(0, ...names.map((name) => LEAST_WIDTHS[name])),
    height: Math.max(0, ...names.map((name) => LEAST_HEIGHTS[name])),
  };
}

/**
 * Sets it for each group, again whenever panels went from one to another. It belongs to the group, so that an arrangement which was kept
 * under other sizes has these. Tells what all of them need together: a window may have less. Answers how to stop.
 */
export function keepLeastSizes(dock: DockviewApi, onLeast: (least: LeastSize) => void): () => void {
  const look = () => {
    for (const group of dock.groups) {
      const { width, height } = leastSizeOf(group);
      if (group.minimumWidth !== width || group.minimumHeight !== height)
        group.api.setConstraints({ minimumWidth: width, minimumHeight: height });
    }
    onLeast({ width: dock.minimumWidth, height: dock.minimumHeight });
  };
  look();
  const changes = dock.onDidLayoutChange(look);
  return () => changes.dispose();
}
