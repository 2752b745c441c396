/** Finds the browser that the tests drive; on Debian and as root installs it when it is missing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function findChromium(): string | null {
  return [process.env.CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path)) ?? null;
}

export function installChromium(): void {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    throw new Error(
      'The tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
    );
  }
  process.stdout.write('Installing Chromium for the browser tests …\n');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env: environment });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  });
}
