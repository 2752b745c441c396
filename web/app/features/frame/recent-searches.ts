/** What was chosen in the search last, on this device. */
import { deviceStorage } from '../../choices/browser-storage.ts';

const NAME = 'agio.recent-searches';
const MOST_KEPT = 5;

/** Ids of results, newest first. */
export function recentSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST_KEPT) : [];
  } catch {
    // What is stored is no list: another script of this origin wrote it.
    return [];
  }
}

export function rememberSearch(id: string): void {
  const kept = [id, ...recentSearches().filter((known) => known !== id)];
  deviceStorage.setItem(NAME, JSON.stringify(kept.slice(0, MOST_KEPT)));
}

export function forgetSearches(): void {
  deviceStorage.removeItem(NAME);
}
