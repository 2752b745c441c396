/** Starts the process of the renderer, and the way there and back. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { putBehindTrading } from '../../system/behind-trading.ts';
import { PageBodies } from './page-bodies.ts';
import type { FromRenderer, SentByRenderer, ToRenderer } from './renderer-messages.ts';

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

/** Where cores are few, trading has three parts of the time to one of this. More would leave pages next to nothing beside other programs. */
const BEHIND_TRADING = 5;
/** Loading the app takes half a second; on a machine with no time left much longer. */
const READY_MS = 60_000;
/**
 * All of its environment: the exchange's own has secrets. The built app is the one for production, and the development build of React takes
 * twice as long.
 */
const ENVIRONMENT = { NODE_ENV: 'production' } as const;
/**
 * Sizes in megabytes. A page leaves much behind that is not needed after it: with more room for what is young a tenth less time goes into
 * collecting it. What is kept has a bound, so that a leak ends the renderer and not the machine. A renderer collects on its own thread: V8's
 * four helpers would compete with trading for the cores, and with each other.
 */
const MEMORY = ['--max-semi-space-size=16', '--max-old-space-size=512', '--single-threaded-gc'] as const;
/** The descriptors of a renderer: no input and output, the errors of the exchange, the channel of messages, and the pipe of bodies
 * (on Windows a plain pipe may block those who write to it). */
const STREAMS = ['ignore', 'ignore', 'inherit', 'ipc', 'overlapped'] as const;
const BODIES = STREAMS.indexOf('overlapped');

const ROOT = join(import.meta.dirname, '../../..');
/** The real folder of the libraries: node_modules may be a link to it. */
const LIBRARIES = dirname(realpathSync(join(ROOT, 'node_modules/react-router')));
/**
 * Our code and the libraries: not the data, the keys, or another process. Nothing under /proc: /proc/self/task/N/root and cwd are links to
 * all files, and Node follows them.
 */
const READABLE = ['package.json', 'tsconfig.json', 'node_modules', 'contracts', 'core', 'server', 'web'].map((name) =>
  join(ROOT, name),
);

/**
 * What a renderer may do even if the code of a page were taken over: read its own code, and draw. No file of the exchange's data, no network,
 * no process, and no thread, which would have no such limits (https://nodejs.org/api/permissions.html).
 */
const boundaries = (buildPath: string): string[] => [
  '--permission',
  ...[...READABLE, LIBRARIES, dirname(buildPath)].map((path) => `--allow-fs-read=${path}`),
];

/** `buildPath`: the built web app. */
export function rendererProcess(buildPath: string): StartRenderer {
  return async () => {
    const entry = fileURLToPath(new URL('./renderer-process.ts', import.meta.url));
    const child = fork(entry, [buildPath, String(BODIES)], {
      env: { ...ENVIRONMENT },
      execArgv: [...MEMORY, ...boundaries(buildPath)],
      serialization: 'advanced',
      stdio: [...STREAMS],
    });
    putBehindTrading(child.pid, BEHIND_TRADING);
    const watch = endWithExchange(child.pid);
    const ended = new Promise<Error>((resolve) => {
      child.once('error', resolve);
      child.once('exit', (code, signal) => resolve(new Error(`the renderer ended (${signal ?? `code ${code}`})`)));
    });
    let heard: (message: FromRenderer) => void = () => {};
    const link: RendererLink = {
      post: (message) => void (child.connected && child.send(message, () => {})),
      onMessage: (listener) => void (heard = listener),
      ended: ended.finally(() => watch?.kill('SIGKILL')),
      end: () => void child.kill('SIGKILL'),
    };
    // Without free descriptors there are no streams, and why is told by `ended`.
    const pipe = (child.stdio as typeof child.stdio | undefined)?.[BODIES] as Readable | undefined;
    if (pipe === undefined) throw await ended;
    const bodies = new PageBodies(pipe, link.end);
    child.on('message', (message: SentByRenderer) =>
      endIfThrown(link, () => {
        if (message.kind !== 'rendered') return heard(message);
        const { kind, page, rendered, bytes } = message;
        bodies.claim(bytes, (body) => endIfThrown(link, () => heard({ kind, page, rendered: { ...rendered, body } })));
      }),
    );
    await untilReady(link);
    // From here, because the renderer may not read which threads it has.
    putBehindTrading(child.pid, BEHIND_TRADING);
    return link;
  };
}

/**
 * Ends the renderer when the exchange is gone. Its closed channel says so too, but a page that never lets go keeps that from being heard, and
 * an exchange that was killed cannot end it: it would hold a core for good. A shell waits for the end of a pipe that only the exchange has.
 */
function endWithExchange(renderer: number | undefined): ChildProcess | null {
  if (renderer === undefined || process.platform === 'win32') return null;
  const watch = spawn('/bin/sh', ['-c', 'read -r line; kill -9 "$1"', 'renderer-watch', String(renderer)], {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell a renderer that hangs while the exchange is killed stays; everything else works.
  watch.on('error', () => {});
  watch.stdin.on('error', () => {});
  return watch;
}

/** A message that cannot be read means that the renderer has a fault: the renderer is ended, and the exchange goes on. */
function endIfThrown(link: RendererLink, hear: () => void): void {
  try {
    hear();
  } catch {
    link.end();
  }
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
