/** `npm run agio` as a process of its own beside a running exchange. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

export interface CommandResult {
  readonly status: number;
  readonly json: Record<string, unknown>;
  readonly error: string;
}

/** Never the synchronous form: the exchange that has to answer lives in this process. */
export function runAgio(
  args: readonly string[],
  directory: string,
  more: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const environment = { ...process.env, DATA_DIR: directory, ...more };
    const child = execFile(
      process.execPath,
      ['tools/agio.ts', ...args],
      { cwd: ROOT, env: environment, timeout: 30_000 },
      (_error, stdout, stderr) => {
        const line = stdout.trim();
        expect(line.split('\n').length, stdout).toBe(1);
        resolve({
          status: child.exitCode ?? -1,
          json: line ? (JSON.parse(line) as Record<string, unknown>) : {},
          error: stderr,
        });
      },
    );
  });
}
