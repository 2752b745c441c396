/** How wide a window has to be for an arrangement that was kept in another one. Pure. */
import type { SerializedDockview } from 'dockview-react';
import { LEAST_WIDTHS, PANELS } from './panels.ts';

type Node = SerializedDockview['grid']['root'];

/** In CSS pixels: below it panels would be too narrow to be used, or out of sight. Floating ones lie over the others. */
export function leastWidthOf({ grid }: Pick<SerializedDockview, 'grid'>): number {
  return widthOf(grid.root, String(grid.orientation) === 'HORIZONTAL');
}

/** The children of a branch stand side by side, those of its children above each other, and so on in turn. */
function widthOf(node: Node, isSideBySide: boolean): number {
  if (!Array.isArray(node.data)) {
    const { views } = node.data;
    return Math.max(0, ...PANELS.filter((name) => views.includes(name)).map((name) => LEAST_WIDTHS[name]));
  }
  const widths = node.data.map((child) => widthOf(child, !isSideBySide));
  return isSideBySide ? widths.reduce((sum, width) => sum + width, 0) : Math.max(0, ...widths);
}
