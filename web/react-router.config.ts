import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { precompress } from './precompress.ts';

const config: Config = {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // All pages are known from the start: the list is small, and asking for parts of it costs every visit a request.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => void precompress(join(reactRouterConfig.buildDirectory, 'client')),
};

export default config;
