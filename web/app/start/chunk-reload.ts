/**
 * A page whose files were replaced by a newer release cannot load the old ones: it is loaded anew, once per path within
 * ten seconds, so that a file that is missing for good does not keep a page reloading.
 */
import { tabStorage } from '../choices/browser-storage.ts';
import { isServerThere, untilServerAnswers } from './server-there.ts';

export const RELOAD_GUARD_MS = 10_000;
export const RELOAD_KEY = 'chunkReload';

export interface ReloadNote {
  readonly path: string;
  readonly expires: number;
}

export function mayReload(note: ReloadNote | null, path: string, nowMs: number): boolean {
  return note === null || note.path !== path || nowMs >= note.expires;
}

export function readNote(text: string | null): ReloadNote | null {
  try {
    const { path, expires } = (JSON.parse(text ?? 'null') ?? {}) as { path?: unknown; expires?: unknown };
    return typeof path === 'string' && typeof expires === 'number' ? { path, expires } : null;
  } catch {
    return null;
  }
}

/** The path that the router is going to, while it is. */
let target: string | null = null;

export function setReloadTarget(path: string | null): void {
  target = path;
}

/**
 * How long to wait for the router's target: a failed import may be heard of before the router says where it goes, on a slow device long
 * before. Without the target the page that is being left would be loaded anew.
 */
const TARGET_KNOWN_MS = 1_000;
const LOOK_AGAIN_MS = 25;

async function untilTargetKnown(): Promise<void> {
  for (let waitedMs = 0; target === null && waitedMs < TARGET_KNOWN_MS; waitedMs += LOOK_AGAIN_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
}

/** False when that path was reloaded a moment ago: the failure is then told. */
async function reloadOnce(): Promise<boolean> {
  // A server that is away has no new release: a reload would only lose the page.
  await untilServerAnswers();
  await untilTargetKnown();
  const path = target ?? window.location.pathname + window.location.search;
  const now = Date.now();
  if (!mayReload(readNote(tabStorage.getItem(RELOAD_KEY)), path, now)) return false;
  // Without storage there is no note of the reload, and nothing would end it.
  if (!tabStorage.setItem(RELOAD_KEY, JSON.stringify({ path, expires: now + RELOAD_GUARD_MS }))) return false;
  if (target === null) window.location.reload();
  else window.location.assign(target);
  return true;
}

/** Parts of a page that are loaded when they are first needed; pages themselves ask through the build (web/guarded-reload.ts). */
export function watchChunks(): void {
  (window as { agioReloadOnce?: () => Promise<boolean> }).agioReloadOnce = reloadOnce;
  // While the server is away the part itself asks again (load-part.ts).
  window.addEventListener(
    'vite:preloadError',
    () => void isServerThere().then((isThere) => (isThere ? reloadOnce() : false)),
  );
}
