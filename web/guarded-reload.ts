/**
 * React Router answers a page's missing file by a reload without end. Ours is limited (web/app/start/chunk-reload.ts), so the build
 * puts it there; a release of the router in which the place is not found fails the build.
 */
import type { Plugin } from 'vite';

const FILE = /react-router[\\/]dist[\\/].*routeModules\.js$/;
const ENDLESS = 'window.location.reload();';
const GUARDED =
  'if (!window.agioReloadOnce) window.location.reload(); else if (!(await window.agioReloadOnce())) throw error;';

export function guardedReload(): Plugin {
  let isFound = false;
  return {
    name: 'guarded-reload',
    apply: 'build',
    transform(code, id) {
      if (!FILE.test(id) || !code.includes('Error loading route module')) return null;
      if (code.split(ENDLESS).length !== 2) throw new Error(`${id}: the router reloads in another way now`);
      isFound = true;
      return { code: code.replace(ENDLESS, GUARDED), map: null };
    },
    buildEnd(error) {
      if (!error && !isFound && this.environment.name === 'client')
        throw new Error('the router has no reload to guard any more');
    },
  };
}
