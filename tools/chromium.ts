/** Finds the browsers of tests and tools; on Debian and as root installs the one of the tests when it is missing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without the windows, tabs and menus around a page: a visit costs an eighth of that in the full browser. */
const SHELLS = ['/usr/bin/chromium-headless-shell'];
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const PACKAGES = ['chromium-headless-shell', 'fonts-noto-core'];

const firstOf = (places: readonly string[]): string | null =>
  [process.env.CHROMIUM ?? '', ...places].find((path) => path !== '' && existsSync(path)) ?? null;

/** The full browser, with its windows. */
export const findChromium = (): string | null => firstOf([...WHOLE, ...SHELLS]);

/** What shows pages and nothing else, where there is one; else the whole. */
export const findPageBrowser = (): string | null => firstOf([...SHELLS, ...WHOLE]);

/**
 * What the tests drive is there afterwards: the small one, installed where that may be done; the whole one where it is all that
 * there is.
 */
export function ensurePageBrowser(): void {
  if (firstOf(SHELLS)) return;
  const isInstalled = mayInstall() && install();
  if (!isInstalled && !findPageBrowser())
    throw new Error(
      'The tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM to its path.',
    );
}

const mayInstall = (): boolean => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

function install(): boolean {
  process.stdout.write('Installing Chromium for the browser tests …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  const flags = ['install', '-y', '-qq', '--no-install-recommends'];
  const { status } = spawnSync('apt-get', [...flags, ...PACKAGES], { stdio: ['ignore', 'ignore', 'inherit'], env });
  return status === 0;
}
