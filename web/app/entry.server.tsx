import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { loadTranslator } from './i18n/instance.ts';
import { CrawlerContext } from './crawler.ts';
import { localeOfPath } from './i18n/locales.ts';
import { NonceContext } from './nonce.ts';
import { serverContext } from './server-context.ts';

/** What the server takes from the built bundle: the context it fills for each request, and the languages that are built. */
export { LOCALE_KEYS as locales } from './i18n/locales.ts';
export { serverContext } from './server-context.ts';

export const streamTimeout = 5_000;

export default async function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method.toUpperCase() === 'HEAD') return new Response(null, { status: statusCode, headers });
  const { nonce } = loadContext.get(serverContext);
  const translator = await loadTranslator(localeOfPath(new URL(request.url).pathname).key);
  const waitForAll = isbot(request.headers.get('user-agent'));
  return new Promise((resolve, reject) => {
    let status = statusCode;
    const answer = () => {
      const body = new PassThrough();
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <I18nextProvider i18n={translator}>
          <CrawlerContext value={waitForAll}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </CrawlerContext>
        </I18nextProvider>
      </NonceContext>,
      {
        nonce,
        onShellReady: waitForAll ? undefined : answer,
        onAllReady: waitForAll ? answer : undefined,
        onShellError: reject,
        onError(error) {
          status = 500;
          process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}
