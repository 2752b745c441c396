import { PassThrough } from 'node:stream';
import type { WebApp } from '@agio/contracts/server-context';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { CrawlerContext } from './visitor/crawler.ts';
import { InlineTextsContext, inlineTexts } from './i18n/inline-texts.ts';
import { createTranslator } from './i18n/instance.ts';
import { barePath, LOCALE_KEYS, localeOfPath } from './addresses/locales.ts';
import { domainsOf } from './i18n/page-domains.ts';
import { serverTexts } from './i18n/server-texts.ts';
import { NonceContext } from './rendering/nonce.ts';
import { sharingOf } from './rendering/page-sharing.ts';
import { tooManyRequestsPage } from './rendering/too-many-requests.ts';
import { openPaths, SITE_MAP_LOCALES, siteMapOf } from './search-engines/site-map.ts';
import { serverContext } from './api/server-context.ts';

export const forServer = {
  locales: LOCALE_KEYS,
  sharingOf,
  tooManyRequestsPage,
  serverContext,
  openPaths,
  siteMapLocales: SITE_MAP_LOCALES,
  siteMapOf,
} satisfies WebApp<typeof serverContext>;

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
  const { nonce, call, viewer } = loadContext.get(serverContext);
  const { pathname } = new URL(request.url);
  const { key } = localeOfPath(pathname);
  const texts = await serverTexts(call, key, domainsOf(barePath(pathname)));
  const translator = createTranslator(key, texts);
  return new Promise((resolve, reject) => {
    let status = statusCode;
    const answer = () => {
      const body = new PassThrough();
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <InlineTextsContext value={inlineTexts(texts)}>
          <I18nextProvider i18n={translator}>
            <CrawlerContext value={viewer.isCrawler}>
              <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
            </CrawlerContext>
          </I18nextProvider>
        </InlineTextsContext>
      </NonceContext>,
      {
        nonce,
        // Everything is sent in the order of the document: parts that a script puts in place later would be missing
        // where no script runs.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        // Sent once it is complete. Nothing long is waited for: the loaders have run, and the server has all code.
        onAllReady: answer,
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
