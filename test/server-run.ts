/** The server as a separate process, as an operator starts it, with its output and exit code. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export interface ServerRun {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** All that it said so far. */
  output(): string;
}

/** Without the demo's market; `program`: tools/run.mjs for the whole command that people type. */
export function runServer(
  directory: string,
  environment: Record<string, string>,
  program = 'server/main.ts',
): ServerRun {
  const isCommand = program.endsWith('.mjs');
  const child = spawn(process.execPath, [program, ...(isCommand ? ['start'] : [])], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      npm_lifecycle_event: '',
      // The whole command sets it by itself.
      NODE_ENV: isCommand ? undefined : 'production',
      DATA_DIR: directory,
      DEMO_MARKET: '0',
      OPERATOR_PORT: '0',
      ...environment,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    output: () => output,
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, output }))),
  };
}

export async function untilReady(port: number, output: () => string = () => ''): Promise<void> {
  for (let i = 0; i < 1_200; i++) {
    if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200) return;
    await sleep(100);
  }
  throw new Error(`not ready: ${output()}`);
}

export function oneSentence(output: string, pattern: RegExp): void {
  const lines = output.trim().split('\n');
  expect(lines.length, output).toBe(1);
  expect(lines[0]).toMatch(pattern);
}
