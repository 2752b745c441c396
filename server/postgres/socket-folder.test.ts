import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findSocketFolder, makeSocketFolder } from './socket-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'agio-sockets-'));
const temporary = join(base, 'tmp');
const directory = join(base, 'long'.repeat(25));
mkdirSync(temporary);
mkdirSync(directory);
const before = process.env.TMPDIR;
process.env.TMPDIR = temporary;
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(base, { recursive: true, force: true });
});

test.runIf(process.platform !== 'win32')(
  'ATK-17 a socket folder among the temporary files that is not ours alone is refused: open to others, a link, of another owner',
  () => {
    const folder = makeSocketFolder(directory);
    expect(readdirSync(temporary).map((name) => join(temporary, name))).toEqual([folder]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect([makeSocketFolder(directory), findSocketFolder(directory)]).toEqual([folder, folder]);
    const isRefused = (): void => {
      for (const use of [makeSocketFolder, findSocketFolder])
        expect(() => use(directory)).toThrow(/^.*is not a folder of Agio alone\. Look who put it there, .*$/);
    };

    for (const mode of [0o755, 0o770, 0o711]) {
      chmodSync(folder, mode);
      isRefused();
    }
    rmSync(folder, { recursive: true });
    const elsewhere = join(base, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    symlinkSync(elsewhere, folder);
    isRefused();
    rmSync(folder);
    if (process.getuid?.() !== 0) return;
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, 12_345, 12_345);
    isRefused();
    // Under root directory and folder belong to PostgreSQL's user.
    chownSync(directory, 12_345, 12_345);
    expect(makeSocketFolder(directory)).toBe(folder);
  },
);
