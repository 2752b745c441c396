/** Starts the process of the renderer, and the way there and back. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromRenderer, ToRenderer } from './renderer-messages.ts';

export interface RendererLink {
  post(message: ToRenderer): void;
  onMessage(listener: (message: FromRenderer) => void): void;
  /** Resolves with why it ended. */
  readonly ended: Promise<Error>;
  /** At once, also where it hangs: it has nothing to save. */
  end(): void;
}

/** Resolves when it can draw. Rejects if it ends before, or is not ready in time. */
export type StartRenderer = () => Promise<RendererLink>;

/** Loading the app takes half a second; on a machine with no time left much longer. */
const READY_MS = 60_000;
/**
 * All of its environment: the exchange's own has secrets. The built app is the one for production, and the development build of React takes
 * twice as long.
 */
const ENVIRONMENT = { NODE_ENV: 'production' } as const;
/**
 * Megabytes. A page leaves much behind that is not needed after it: with more room for what is young a tenth less time goes into
 * collecting it. What is kept has a bound, so that a leak ends the renderer and not the machine.
 */
const ROOM = ['--max-semi-space-size=16', '--max-old-space-size=512'] as const;

/** `buildPath`: the built web app. */
export function rendererProcess(buildPath: string): StartRenderer {
  return async () => {
    const entry = fileURLToPath(new URL('./renderer-process.ts', import.meta.url));
    const child = fork(entry, [buildPath], {
      env: { ...ENVIRONMENT },
      execArgv: [...ROOM],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = new Promise<Error>((resolve) => {
      child.once('error', resolve);
      child.once('exit', (code, signal) => resolve(new Error(`the renderer ended (${signal ?? `code ${code}`})`)));
    });
    const link: RendererLink = {
      post: (message) => void (child.connected && child.send(message, () => {})),
      onMessage: (listener) => void child.on('message', listener),
      ended,
      end: () => void child.kill('SIGKILL'),
    };
    await untilReady(link);
    return link;
  };
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
