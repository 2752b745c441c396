import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { artThemes } from './art-themes.ts';
import { guardedReload } from './guarded-reload.ts';

export default defineConfig({
  plugins: [artThemes(), guardedReload(), tailwindcss(), reactRouter()],
  build: {
    // Vite's default folder, /assets, is a page area of the exchange; built files live under /static.
    assetsDir: 'static',
    // Coin pictures are files that the browser caches, never bytes inside the JavaScript.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
});
