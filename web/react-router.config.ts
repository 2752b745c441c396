import type { Config } from '@react-router/dev/config';

const config: Config = {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
};

export default config;
