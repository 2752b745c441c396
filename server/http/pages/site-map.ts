/** /robots.txt and the sitemaps: one for each language, and one that lists them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpOptions, Pages } from '../options.ts';
import { NOBODY, pageCalls } from './page-calls.ts';
import { originOf } from './page-context.ts';
import { FILE_WEIGHT } from '../guard/rate-limit.ts';
import { limitBy } from '../guard/request-count.ts';
import { monotonicMs } from '../../system/clock.ts';

/**
 * Paths of calls. Pages that search engines should leave out are not listed here: they say noindex themselves, and a
 * crawler has to be able to read that.
 */
const CLOSED = ['/api/', '/web/', '/operator/'];
/** How long a sitemap is kept: many crawlers may ask at once, and markets change seldom. */
const KEPT_MS = 60_000;

export function registerSiteMap(app: FastifyInstance, pages: Pages, options: HttpOptions): void {
  const { siteMapLocales } = pages.web;
  const originFor = (request: FastifyRequest): string => originOf(options, request.headers.host);
  const mapFor = keepTexts(siteMapsBy(pages, options));
  const limited = { schema: { hide: true }, onRequest: limitBy(options, FILE_WEIGHT) };
  const xml = (reply: FastifyReply, text: string) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`);

  app.get('/robots.txt', limited, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          ...CLOSED.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${originFor(request)}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
  app.get('/sitemap.xml', limited, (request, reply) => {
    const maps = siteMapLocales.map(
      (key) => `<sitemap><loc>${escaped(`${originFor(request)}/sitemap/${key}.xml`)}</loc></sitemap>`,
    );
    return xml(
      reply,
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('')}</sitemapindex>`,
    );
  });
  app.get('/sitemap/:name', limited, async (request, reply) => {
    const { name } = request.params as { name: string };
    const locale = siteMapLocales.find((key) => name === `${key}.xml`);
    if (locale === undefined) return reply.code(404).send({ code: 404, msg: 'There is no such sitemap.', data: null });
    const text = await mapFor(originFor(request), locale);
    return text === null ? reply.code(503).header('retry-after', '5').send(NOT_NOW) : xml(reply, text);
  });
}

const NOT_NOW = { code: 503, msg: 'The markets cannot be listed at the moment.', data: null };

/** Null: the markets are not known at the moment. */
type SiteMapText = (origin: string, locale: string) => Promise<string | null>;

/** Keeps each text for a minute. There are few of them: one for each of the server's own origins and languages. */
function keepTexts(make: SiteMapText): SiteMapText {
  const kept = new Map<string, { readonly text: Promise<string | null>; readonly until: number }>();
  return async (origin, locale) => {
    const name = `${origin} ${locale}`;
    const found = kept.get(name);
    if (found && found.until > monotonicMs()) return found.text;
    const text = make(origin, locale).catch(() => null);
    kept.set(name, { text, until: monotonicMs() + KEPT_MS });
    if ((await text) === null) kept.delete(name);
    return text;
  };
}

function siteMapsBy(pages: Pages, options: HttpOptions): SiteMapText {
  const { siteMapOf, openPaths } = pages.web;
  const call = pageCalls(options, NOBODY);
  return async (origin, locale) => {
    const answer = await call({ target: '/web/spot/pairs', method: 'GET', body: undefined });
    if (answer.code !== 0) return null;
    const { pairs } = JSON.parse(answer.data) as {
      pairs: readonly { readonly symbol: string; readonly base: string }[];
    };
    const urls = (siteMapOf(origin, locale, openPaths(pairs)) ?? []).map(({ address, alternates }) => {
      const links = alternates.map(
        (other) => `<xhtml:link rel="alternate" hreflang="${other.language}" href="${escaped(other.address)}"/>`,
      );
      return `<url><loc>${escaped(address)}</loc>${links.join('')}</url>`;
    });
    return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>`;
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
