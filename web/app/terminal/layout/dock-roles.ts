/** What the dock's library says to screen readers that is wrong, or names in no language: set right after it has drawn. */
import type { DockviewApi, DockviewGroupPanel, IDockviewPanel } from 'dockview-react';

/** How high a floating panel stands over others. The library writes it on a dialog, which has no level, and counts from 0. */
const LEVEL = 'aria-level';

/**
 * A group of panels is a group: as a region it would be a second landmark with the name of the panel in it. Answers what ends the
 * watch over `room`, where the dock is drawn.
 */
export function mendRoles(api: DockviewApi, room: HTMLElement): () => void {
  const mendGroup = ({ element }: DockviewGroupPanel) => element.setAttribute('role', 'group');
  api.groups.forEach(mendGroup);
  const groups = api.onDidAddGroup(mendGroup);
  const dropLevels = () => room.querySelectorAll(`[role=dialog][${LEVEL}]`).forEach((at) => at.removeAttribute(LEVEL));
  dropLevels();
  // Written again each time that a floating panel comes to the front; its place among others is its z-index.
  const levels = new MutationObserver(dropLevels);
  levels.observe(room, { subtree: true, attributeFilter: [LEVEL] });
  return () => {
    groups.dispose();
    levels.disconnect();
  };
}

/** Tabs, groups and floating panels are called as `nameOf` has it for the panel's id; else the library calls them by the id. */
export function nameTabs(api: DockviewApi, nameOf: (id: string) => string): () => void {
  const name = (panel: IDockviewPanel) => panel.setTitle(nameOf(panel.id));
  api.panels.forEach(name);
  const added = api.onDidAddPanel(name);
  return () => added.dispose();
}
