import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';

test.runIf(process.platform !== 'win32')(
  'ATK-17 a data folder that the operator closed stays closed where nobody has to pass through it',
  () => {
    const base = mkdtempSync(join(tmpdir(), 'agio-config-'));
    const modeOf = (name: string, mode: number | null, environment: Record<string, string>): string => {
      const directory = join(base, name);
      if (mode !== null) {
        mkdirSync(directory);
        chmodSync(directory, mode);
      }
      readConfig({ DATA_DIR: directory, ...environment });
      return (statSync(directory).mode & 0o777).toString(8);
    };
    const own = { DATABASE_URL: 'postgres://somewhere/db' };
    expect(modeOf('closed', 0o700, own)).toBe('700');
    expect(modeOf('open', 0o755, own)).toBe('711');
    expect(modeOf('new', null, own)).toBe('711');
    // Under root the embedded PostgreSQL runs as another user, which must be able to reach its own folder.
    expect(modeOf('embedded', 0o700, {})).toBe(process.getuid?.() === 0 ? '711' : '700');
    rmSync(base, { recursive: true, force: true });
  },
);

test('ATK-17 without DEMO a public address that is not https is refused in a sentence, and nothing is made', () => {
  const base = mkdtempSync(join(tmpdir(), 'agio-config-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const directory = join(base, 'data');
  const read = (PUBLIC_URL: string, DEMO: string) =>
    readConfig({ DATA_DIR: directory, DEMO, SECRET_KEY: 'ab'.repeat(32), PUBLIC_URL }).publicUrl;
  for (const address of ['http://agio.example', 'http://localhost:3000', 'HTTP://agio.example', 'ws://agio.example']) {
    expect(() => read(address, '0'), address).toThrow(`PUBLIC_URL=${address} is not https.`);
    expect(existsSync(directory)).toBe(false);
  }
  expect(read('https://agio.example', '0')).toBe('https://agio.example');
  // The coins of a demo are worth nothing.
  expect(read('http://agio.example', '1')).toBe('http://agio.example');
});
