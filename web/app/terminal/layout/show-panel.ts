/** A panel comes into the dock: one gives the room, and all others keep their sizes. */
import type { AddPanelPositionOptions, DockviewApi, DockviewGroupPanel } from 'dockview-react';
import { leastSizeOf } from './least-sizes.ts';
import { type PanelName, PANELS } from './panels.ts';
import { type Answer, shownPlace, type PanelSizes } from './shown-place.ts';

export function showPanel(dock: DockviewApi, panel: PanelName): void {
  if (dock.hasMaximizedGroup()) dock.exitMaximizedGroup();
  const place = shownPlace(panel, sizesIn(dock));
  const release = 'from' in place ? pinOthers(dock, place.from, isAlongWidth(place.direction)) : () => undefined;
  dock.addPanel({ id: panel, component: 'panel', position: positionOf(place), ...sizeOf(place) });
  release();
}

const isAlongWidth = (direction: string): boolean => direction === 'left' || direction === 'right';

/** Floating panels give no room. */
const isInGrid = ({ api }: DockviewGroupPanel): boolean => api.location.type === 'grid';

function sizesIn(dock: DockviewApi): PanelSizes {
  const panels = dock.panels.filter(({ group }) => isInGrid(group));
  return new Map(
    PANELS.flatMap((name) => {
      const group = panels.find(({ id }) => id === name)?.group;
      return group ? [[name, { width: group.api.width, height: group.api.height }] as const] : [];
    }),
  );
}

function positionOf(place: Answer): AddPanelPositionOptions {
  if ('behind' in place) return { referencePanel: place.behind, direction: 'within' };
  if (!('from' in place) || place.isEdge) return { direction: place.direction };
  return { referencePanel: place.from, direction: place.direction };
}

function sizeOf(place: Answer): { initialWidth?: number; initialHeight?: number } {
  if (!('from' in place)) return {};
  return isAlongWidth(place.direction) ? { initialWidth: place.size } : { initialHeight: place.size };
}

/**
 * Holds the sizes of all groups that stand beside the giver, not above or below it (or the other way round), until it is called off: the
 * library would take the room from whichever group stands last, and give what is left over to that one.
 */
function pinOthers(dock: DockviewApi, from: PanelName, isWidth: boolean): () => void {
  const giver = dock.getPanel(from)?.group;
  const extentOf = ({ element }: DockviewGroupPanel): readonly [number, number] => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return isWidth ? [left, right] : [top, bottom];
  };
  const [begin, end] = giver ? extentOf(giver) : [0, 0];
  const pinned = dock.groups.filter((group) => {
    const [start, stop] = extentOf(group);
    return isInGrid(group) && group !== giver && (stop <= begin || start >= end);
  });
  const hold = (group: DockviewGroupPanel, least: number, most: number) =>
    group.api.setConstraints(
      isWidth ? { minimumWidth: least, maximumWidth: most } : { minimumHeight: least, maximumHeight: most },
    );
  for (const group of pinned) {
    const size = isWidth ? group.api.width : group.api.height;
    hold(group, size, size);
  }
  return () => {
    for (const group of pinned) {
      const least = leastSizeOf(group);
      hold(group, isWidth ? least.width : least.height, Number.MAX_SAFE_INTEGER);
    }
  };
}
