import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { artThemes } from './art-themes.ts';
import { coinPictures } from './coin-pictures.ts';
import { filesFirst } from './files-first.ts';
import { guardedReload } from './guarded-reload.ts';
import { iconFiles } from './icon-files.ts';

/** The modules that every page begins with. */
const BEGINNINGS = /\/web\/app\/(?:root|entry\.client)\.tsx/;

interface Graph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Whether a module is needed by every page: the first ones import it, directly or through others, and do not load it later. */
function isOfEveryPage(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (BEGINNINGS.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isOfEveryPage(importer, graph, seen)) ?? false;
}

/** The style sheet stays with the root: in a shared file, each part that comes later would bring it again. */
const isShared = (id: string, graph: Graph): boolean =>
  !BEGINNINGS.test(id) && !/\.css(?:\?|$)/.test(id) && isOfEveryPage(id, graph);

/**
 * It comes as two files rather than thirty: each request of a phone costs more than its bytes. The figures are what several pages share
 * though not every page needs it. Four icons stand among them because parts that load apart from each other use them: each would
 * otherwise be a file of its own, smaller than the request for it.
 */
const SHARED_FILES = [
  {
    name: 'libraries',
    test: /\/node_modules\/(?:react|react-dom|scheduler|react-router|zustand)\//,
    priority: 2,
  },
  {
    name: 'figures',
    test: /\/web\/(?:ui\/(?:format|decimal|price|coin-icon|sparkline|when-quiet|segmented)|app\/(?:live-views\/use-store|figures\/(?:pair-name|use-market-service|market-service|money|sort-by-worth)|start\/(?:late-socket|late-part|taken-over-apart)|live\/(?:store|ticker-feed))|app\/features\/market\/use-tickers)\.tsx?$|\/icons\/(?:arrow-right|at-sign|search-x|sparkles)\.mjs$/,
    priority: 0,
  },
  { name: (id: string, graph: Graph) => (isShared(id, graph) ? 'site' : null), priority: 1 },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [artThemes(), coinPictures(), guardedReload(), iconFiles(), filesFirst(), tailwindcss(), reactRouter()],
  build: {
    // Vite's default folder, /assets, is a page area of the exchange; built files live under /static.
    assetsDir: 'static',
    // Coin pictures are files that the browser caches, never bytes inside the JavaScript.
    assetsInlineLimit: 0,
    target: 'es2022',
    ...(isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups: SHARED_FILES } } } }),
  },
}));
