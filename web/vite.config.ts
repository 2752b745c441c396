import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { artThemes } from './art-themes.ts';
import { guardedReload } from './guarded-reload.ts';

/** What every page needs comes as two files rather than thirty: each request of a phone costs more than its bytes. */
const SHARED_FILES = [
  {
    name: 'libraries',
    test: /\/node_modules\/(?:react|react-dom|scheduler|react-router|i18next|react-i18next|zustand)\//,
    priority: 2,
  },
  {
    name: 'site',
    test: /\/node_modules\/lucide-react\/|\/web\/(?:app\/(?:[\w-]+|i18n\/[\w-]+|api\/[\w-]+|live\/[\w-]+)\.tsx?|ui\/[\w-]+\.tsx?)$/,
    minShareCount: 3,
    priority: 1,
  },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [artThemes(), guardedReload(), tailwindcss(), reactRouter()],
  build: {
    // Vite's default folder, /assets, is a page area of the exchange; built files live under /static.
    assetsDir: 'static',
    // Coin pictures are files that the browser caches, never bytes inside the JavaScript.
    assetsInlineLimit: 0,
    target: 'es2022',
    ...(isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups: SHARED_FILES } } } }),
  },
}));
