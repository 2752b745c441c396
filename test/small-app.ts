/**
 * A web app as the renderer loads it, with pages that no real app has: one that hangs, one that ends its process. What a page answers is
 * the text that its loader makes.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PageCall, ServerContext } from '@agio/contracts/server-context';
import { createContext, type LoaderFunctionArgs } from 'react-router';

const serverContext = createContext<ServerContext>();
let kept: PageCall | null = null;

/** Bytes without end that belong to no page, as fast as they are taken. */
async function flood(descriptor: number): Promise<never> {
  for (const bytes = Buffer.alloc(1_000_000); ;)
    try {
      writeSync(descriptor, bytes);
    } catch {
      await sleep(1);
    }
}

async function answer(path: string, call: PageCall): Promise<string> {
  switch (path) {
    case '/who':
      return String((await call('/who')).data);
    case '/slow-who':
      await sleep(100);
      return String((await call('/who')).data);
    case '/keep':
      kept = call;
      return String((await call('/who')).data);
    case '/kept':
      return JSON.stringify(await kept?.('/who'));
    case '/never':
      await new Promise(() => {});
      return '';
    case '/loop':
      for (;;);
    case '/end':
      process.exit(3);
    case '/garble':
      process.send!(null);
      return 'sent';
    case '/garbled-call':
      process.send!({ kind: 'call', page: 1, call: 0, asked: null });
      return String((await call('/who')).data);
    case '/large':
      return `${'0123456789'.repeat(300_000)}end`;
    case '/flood':
      return await flood(Number(process.argv[3]));
    case '/close':
      closeSync(Number(process.argv[3]));
      return 'closed';
    case '/no-length':
      process.send!({ kind: 'rendered', page: 1, rendered: { status: 200, headers: [] }, bytes: -1 });
      return 'sent';
    case '/environment':
      return Object.keys(process.env).sort().join();
    case '/reach':
      return (await reach()).join();
    case '/pid':
      return String(process.pid);
    case '/priority':
      return String(getPriority());
    case '/rejects':
      void Promise.reject(new Error('nobody waits for this'));
      return 'drawn';
    case '/fails':
      throw new Error('the loader failed');
    default:
      return path;
  }
}

/** What code that took a page over would try: a foreign file, another process, the network, a thread. */
async function reach(): Promise<unknown[]> {
  const tries: (() => unknown)[] = [
    () => readFileSync('/etc/passwd'),
    () => readFileSync(`/proc/${process.ppid}/environ`),
    // Links by which one folder of the system leads to all others.
    () => readFileSync(`/proc/self/task/${process.pid}/root/etc/passwd`),
    () => readFileSync(`/proc/self/task/${process.pid}/root/proc/${process.ppid}/environ`),
    () => readFileSync(`/proc/self/task/${process.pid}/cwd/README.md`),
    () => readFileSync('/proc/self/root/etc/passwd'),
    () => writeFileSync(join(tmpdir(), 'of-a-page'), ''),
    () => execFileSync('/bin/true'),
    () => once(connect(9, '127.0.0.1'), 'connect'),
    () => new Worker('', { eval: true }),
  ];
  const tried = await Promise.allSettled(tries.map(async (one) => one()));
  return tried.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code));
}

async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  return new Response(await answer(new URL(request.url).pathname, context.get(serverContext).call));
}

export const entry = { module: { default: () => new Response(''), forServer: { serverContext } } };
export const routes = { all: { id: 'all', path: '*', module: { loader } } };
export const [basename, ssr, future, prerender, isSpaMode] = ['/', true, {}, [], false];
export const routeDiscovery = { mode: 'initial', manifestPath: '/__manifest' };
export const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' };
