/**
 * Draws pages, apart from the exchange. It has no setting, no secret and no connection of its own: what a page's loaders ask goes back
 * to the exchange, which knows for whom the page is. Arguments: the built web app, and the
 * descriptor of the pipe for the bodies of pages.
 */
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { Envelope, ServerContext, WebApp } from '@agio/contracts/server-context';
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router';
import { KeptAnswers } from './kept-answers.ts';
import type { CallAnswer, CallOfPage, RenderJob, SentByRenderer, ToRenderer } from './renderer-messages.ts';

/** The bundle has no types: web/app/entry.server.tsx keeps what WebApp says. */
interface BuiltApp extends ServerBuild {
  readonly entry: ServerBuild['entry'] & {
    readonly module: { readonly forServer: WebApp<RouterContext<ServerContext>> };
  };
}

interface PageInMaking {
  readonly waiting: Map<number, (answer: CallAnswer) => void>;
  readonly givenUp: AbortController;
  calls: number;
}

const GIVEN_UP: CallAnswer = { code: 503, msg: 'Nobody waits for this page any more.', data: 'null', keptForMs: 0 };
const kept = new KeptAnswers();

const pages = new Map<number, PageInMaking>();
const bodies = new Socket({ fd: Number(process.argv[3]), readable: false });
// It breaks when the exchange is gone; then the channel of messages closes too, which ends this process.
bodies.on('error', () => {});
const tell = (message: SentByRenderer): void => void process.send!(message);

process.on('message', (message: ToRenderer) => hear(message));
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of the terminal: the exchange still sends the pages that were asked for, and then ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('unhandledRejection', (reason) => tell({ kind: 'rejection', error: toError(reason) }));

const build: BuiltApp = await import(pathToFileURL(process.argv[2]!).href);
const { forServer } = build.entry.module;
const handle = createRequestHandler(build, 'production');
tell({ kind: 'ready' });

function hear(message: ToRenderer): void {
  if (message.kind === 'areYouThere') return tell({ kind: 'here' });
  if (message.kind === 'render') return void render(message.page, message.job);
  const page = pages.get(message.page);
  if (message.kind === 'answer') {
    page?.waiting.get(message.call)?.(message.answer);
    page?.waiting.delete(message.call);
  } else if (page) {
    page.givenUp.abort();
    for (const answer of page.waiting.values()) answer(GIVEN_UP);
  }
}

async function render(number: number, job: RenderJob): Promise<void> {
  const page: PageInMaking = { waiting: new Map(), givenUp: new AbortController(), calls: 0 };
  pages.set(number, page);
  try {
    const context = new RouterContextProvider();
    context.set(forServer.serverContext, { ...job.context, call: (target, init) => ask(number, page, target, init) });
    const { method, url } = job;
    const headers = job.headers as [string, string][];
    const response = await handle(new Request(url, { method, headers, signal: page.givenUp.signal }), context);
    const body = new Uint8Array(await response.arrayBuffer());
    const { status } = response;
    // First, so that no bytes are sent of a page that cannot be told.
    tell({ kind: 'rendered', page: number, rendered: { status, headers: [...response.headers] }, bytes: body.length });
    bodies.write(body);
  } catch (error) {
    tell({ kind: 'failed', page: number, error: toError(error) });
  } finally {
    pages.delete(number);
  }
}

/** Asks the exchange in the name of the page; for whom that is, the exchange knows. */
async function ask(
  number: number,
  page: PageInMaking,
  target: string,
  { method = 'GET', body }: { readonly method?: string; readonly body?: unknown } = {},
): Promise<Envelope> {
  const asked: CallOfPage = { target, method, body };
  const isOver = page.givenUp.signal.aborted || pages.get(number) !== page;
  const known = isOver ? null : kept.find(asked);
  if (known !== null) return known;
  const { code, msg, data, keptForMs } = isOver ? GIVEN_UP : await askExchange(number, page, asked);
  const answer = { code, msg, data: JSON.parse(data) as unknown };
  kept.keep(asked, answer, keptForMs);
  return answer;
}

function askExchange(number: number, page: PageInMaking, asked: CallOfPage): Promise<CallAnswer> {
  const call = page.calls++;
  const { promise, resolve } = Promise.withResolvers<CallAnswer>();
  page.waiting.set(call, resolve);
  tell({ kind: 'call', page: number, call, asked });
  return promise;
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
