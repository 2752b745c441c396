/** Starts the process of the renderer, and the way there and back. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromRenderer, ToRenderer } from './renderer-messages.ts';

export interface RendererLink {
  post(message: ToRenderer): void;
  onMessage(listener: (message: FromRenderer) => void): void;
  /** Resolves with why it ended. */
  readonly ended: Promise<Error>;
  end(): void;
  /** Of the process. */
  readonly pid: number;
}

/** Resolves when it can draw. Rejects if it ends before, or is not ready in time. */
export type StartRenderer = () => Promise<RendererLink>;

/** Loading the app takes half a second; on a machine with no time left much longer. */
const READY_MS = 60_000;
/** All that it gets of the environment: the exchange's own has secrets. */
const PASSED_ON = ['NODE_ENV', 'TZ', 'LANG'] as const;

/** `buildPath`: the built web app. */
export function rendererProcess(buildPath: string): StartRenderer {
  return async () => {
    const entry = join(import.meta.dirname, 'renderer-process.ts');
    if (process.env['AS_THREAD']) return await asThread(entry, buildPath);
    const env = Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
    const child = fork(entry, [buildPath], { env, serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const ended = new Promise<Error>((resolve) => {
      child.once('error', resolve);
      child.once('exit', (code, signal) => resolve(new Error(`the renderer ended (${signal ?? `code ${code}`})`)));
    });
    const link: RendererLink = {
      post: (message) => void (child.connected && child.send(message, () => {})),
      onMessage: (listener) => void child.on('message', listener),
      ended,
      end: () => void child.kill('SIGKILL'),
      pid: child.pid ?? 0,
    };
    await untilReady(link);
    return link;
  };
}

async function asThread(entry: string, buildPath: string): Promise<RendererLink> {
  const worker = new Worker(entry, { argv: [buildPath] });
  const ended = new Promise<Error>((resolve) => {
    worker.once('error', resolve);
    worker.once('exit', (code) => resolve(new Error(`the renderer ended (${code})`)));
  });
  const link: RendererLink = {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    ended,
    end: () => void worker.terminate(),
    pid: 0,
  };
  await untilReady(link);
  return link;
}

async function untilReady(link: RendererLink): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  link.onMessage(({ kind }) => void (kind === 'ready' && resolve()));
  void link.ended.then(reject);
  const timer = setTimeout(() => {
    link.end();
    reject(new Error('the renderer was not ready in time'));
  }, READY_MS);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
}
