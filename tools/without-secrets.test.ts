import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.mjs';

test('ATK-18 scripts of installed packages and plugins of the build are given no secret of the exchange', () => {
  const kept = { PATH: '/bin', HOME: '/root', npm_config_cache: '/cache', HTTPS_PROXY: 'http://proxy' };
  const secrets = { SECRET_KEY: 'a', BACKUP_KEY: 'b', OPERATOR_TOKENS: 'c', DATABASE_URL: 'd', Secret_Key: 'e' };
  expect(withoutSecrets({ ...kept, ...secrets })).toEqual(kept);
});

test('ATK-18 what installs and what builds is started with that environment', () => {
  const text = readFileSync(join(import.meta.dirname, 'run.mjs'), 'utf8');
  const starts = text.match(/(?:run\('npm'|@react-router\/dev|build-engine)[\s\S]*?env: \{? ?(?:\.\.\.)?(\w+)/g) ?? [];
  expect(starts).toHaveLength(3);
  for (const start of starts) expect(start).toMatch(/withoutSecrets$/);
});
