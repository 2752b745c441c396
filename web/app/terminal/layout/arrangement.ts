/**
 * A person's own arrangement of the panels. It belongs to a user and a terminal, and stays on the device, whose screen it was made for.
 */
import type { SerializedDockview } from 'dockview-react';
import { deviceStorage } from '../../choices/browser-storage.ts';
import { PANELS } from './panels.ts';

export type TerminalName = 'spot' | 'futures';

/** Whose arrangement of which terminal; `user` is the UID, or null for a visitor. */
export interface ArrangementOwner {
  readonly terminal: TerminalName;
  readonly user: number | null;
}

const keyOf = ({ terminal, user }: ArrangementOwner): string => `agio.arrangement.${terminal}.${user ?? 'visitor'}`;

/** Null: none was kept, or what is kept is not an arrangement of panels that exist. */
export function readArrangement(owner: ArrangementOwner): SerializedDockview | null {
  const text = deviceStorage.getItem(keyOf(owner));
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return isArrangement(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function keepArrangement(owner: ArrangementOwner, arrangement: SerializedDockview): void {
  deviceStorage.setItem(keyOf(owner), JSON.stringify(arrangement));
}

export function forgetArrangement(owner: ArrangementOwner): void {
  deviceStorage.removeItem(keyOf(owner));
}

/** An arrangement that the person keeps under a name. */
export interface SavedLayout {
  readonly name: string;
  readonly arrangement: SerializedDockview;
}

/** As many may be saved of one terminal. */
export const MOST_LAYOUTS = 10;

const layoutsKey = ({ terminal, user }: ArrangementOwner): string => `agio.layouts.${terminal}.${user ?? 'visitor'}`;

/** In the order of their names; those that are no arrangement of panels that exist are left out, but kept for the release that knows them. */
export function readLayouts(owner: ArrangementOwner): readonly SavedLayout[] {
  return keptLayouts(owner).filter(isSavedLayout);
}

/** Replaces the one of that name; answers all that are kept then: without this one where the device has no room. */
export function saveLayout(owner: ArrangementOwner, layout: SavedLayout): readonly SavedLayout[] {
  const others = keptLayouts(owner).filter(({ name }) => name !== layout.name);
  return keepLayouts(
    owner,
    [...others, layout].sort((a, b) => a.name.localeCompare(b.name)),
  );
}

/** Answers those that are left. */
export function deleteLayout(owner: ArrangementOwner, name: string): readonly SavedLayout[] {
  return keepLayouts(
    owner,
    keptLayouts(owner).filter((layout) => layout.name !== name),
  );
}

function keepLayouts(owner: ArrangementOwner, layouts: readonly { readonly name: string }[]): readonly SavedLayout[] {
  deviceStorage.setItem(layoutsKey(owner), JSON.stringify(layouts));
  return readLayouts(owner);
}

/** All that have a name. */
function keptLayouts(owner: ArrangementOwner): readonly { readonly name: string }[] {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(layoutsKey(owner)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isNamed) : [];
  } catch {
    return [];
  }
}

function isNamed(value: unknown): value is { readonly name: string } {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false;
  return typeof value.name === 'string' && value.name !== '';
}

function isSavedLayout(value: { readonly name: string }): value is SavedLayout {
  return 'arrangement' in value && isArrangement(value.arrangement);
}

/** Looks at what the library does not check itself: that it is a grid, and that each panel is one that we draw. */
function isArrangement(value: unknown): value is SerializedDockview {
  if (typeof value !== 'object' || value === null || !('grid' in value) || !('panels' in value)) return false;
  const { grid, panels } = value;
  if (typeof grid !== 'object' || grid === null || typeof panels !== 'object' || panels === null) return false;
  const names = Object.keys(panels);
  return names.length > 0 && names.every((name) => (PANELS as readonly string[]).includes(name));
}
