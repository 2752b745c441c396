/** The built web app: what it says of its pages, its files, and the renderer that draws them. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WebApp } from '@agio/contracts/server-context';
import type { Logger } from 'pino';
import type { Failures } from './failures/failures.ts';
import { createRenderers, type Pages, rendererProcess } from './http/index.ts';

/** Each takes 140 to 340 MB; beyond the cores they would only take turns. */
const MOST_RENDERERS = 4;
const WEB_BUILD = join(import.meta.dirname, '../web/build');

/** Null: the app is not built. Throws where it cannot be loaded. The renderer is not started yet. */
export async function openPages(failures: Failures, logger: Pick<Logger, 'error'>): Promise<Pages | null> {
  const path = join(WEB_BUILD, 'server/index.js');
  if (!existsSync(path)) return null;
  const options: Parameters<typeof createRenderers>[0] = {
    start: rendererProcess(path),
    onTrouble: (error) =>
      logger.error({ err: error }, 'the renderer of pages is away: all else goes on, and it is started again'),
    onRejection(error) {
      const told = failures.noteRejection(error);
      if (told !== null) process.stderr.write(`${told}\n`);
    },
  };
  const renderer = createRenderers(options, Math.min(availableParallelism(), MOST_RENDERERS));
  const web = await readWebApp(path);
  return { directory: join(WEB_BUILD, 'client'), web, renderer };
}

/** The bundle has no types: web/app/entry.server.tsx keeps what WebApp says. */
async function readWebApp(path: string): Promise<WebApp<unknown>> {
  const build = (await import(pathToFileURL(path).href)) as {
    readonly entry: { readonly module: { readonly forServer: WebApp<unknown> } };
  };
  return build.entry.module.forServer;
}
