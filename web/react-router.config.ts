import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { precompress } from './precompress.ts';

const config: Config = {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  buildEnd: ({ reactRouterConfig }) => void precompress(join(reactRouterConfig.buildDirectory, 'client')),
};

export default config;
