import { Writable } from 'node:stream';
import type { WebApp } from '@agio/contracts/server-context';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { CrawlerContext } from './visitor/crawler.ts';
import { InlineTextsContext } from './i18n/inline-texts.ts';
import { barePath, LOCALE_KEYS, localeOfPath } from './addresses/locales.ts';
import { domainsOf } from './i18n/page-domains.ts';
import { serverTexts } from './i18n/server-texts.ts';
import { serverTranslator } from './i18n/server-translator.ts';
import { Texts } from './i18n/use-translation.tsx';
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
  const { t, inline } = serverTranslator(key, texts);
  return new Promise((resolve, reject) => {
    let status = statusCode;
    const answer = () => {
      pipe(wholeBody((body) => resolve(new Response(body, { headers, status }))));
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <InlineTextsContext value={inline}>
          <Texts value={t}>
            <CrawlerContext value={viewer.isCrawler}>
              <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
            </CrawlerContext>
          </Texts>
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

/** The most bytes of a page that wait to be taken, far above any: the page is whole, and nobody has to wait for its reader. */
const LARGEST_PAGE = 64 * 1024 * 1024;

function wholeBody(onWhole: (body: Buffer<ArrayBuffer>) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    highWaterMark: LARGEST_PAGE,
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
    final(done) {
      onWhole(Buffer.concat(pieces));
      done();
    },
  });
}
