/** The bell in the site's header: the list behind it has the news that had no toast. */

const bell = (): HTMLElement | null => document.querySelector('[data-bell]');

/** Pages without the site's header, such as those inside the native app, have none. */
export const hasBell = (): boolean => bell() !== null;

/** Full screen hides the header, and a list would open at no place: it ends first. */
export async function openBell(): Promise<void> {
  if (document.fullscreenElement !== null) await document.exitFullscreen();
  bell()?.click();
}
