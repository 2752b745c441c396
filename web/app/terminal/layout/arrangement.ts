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

/** Looks at what the library does not check itself: that it is a grid, and that each panel is one that we draw. */
function isArrangement(value: unknown): value is SerializedDockview {
  if (typeof value !== 'object' || value === null || !('grid' in value) || !('panels' in value)) return false;
  const { grid, panels } = value;
  if (typeof grid !== 'object' || grid === null || typeof panels !== 'object' || panels === null) return false;
  const names = Object.keys(panels);
  return names.length > 0 && names.every((name) => (PANELS as readonly string[]).includes(name));
}
