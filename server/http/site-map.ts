/** /robots.txt and the sitemaps: one for each language, and one that lists them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpOptions, Pages } from './options.ts';
import { callAs, type EntryModule, originOf } from './page-context.ts';

/** Crawlers find nothing there, and calls are no pages. */
const CLOSED = ['/account', '/assets', '/api/', '/web/', '/operator/', '/ads-posting/'];

export function registerSiteMap(app: FastifyInstance, pages: Pages, options: HttpOptions): void {
  const { siteMapOf, openPaths, siteMapLocales } = pages.build.entry.module as unknown as EntryModule;
  const call = callAs(app, options, { cookieHeader: '', address: options.internalAddress });
  const originFor = (request: FastifyRequest): string =>
    originOf(options, `http://${request.headers.host ?? 'localhost'}`);
  const xml = (reply: FastifyReply, text: string) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`);

  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) =>
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
  app.get('/sitemap.xml', { schema: { hide: true } }, (request, reply) => {
    const maps = siteMapLocales.map(
      (key) => `<sitemap><loc>${escaped(`${originFor(request)}/sitemap/${key}.xml`)}</loc></sitemap>`,
    );
    return xml(
      reply,
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join('')}</sitemapindex>`,
    );
  });
  app.get('/sitemap/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string };
    const answer = await call('/web/spot/pairs');
    const { pairs } = (answer.code === 0 ? answer.data : { pairs: [] }) as {
      pairs: readonly { readonly symbol: string; readonly base: string }[];
    };
    const entries = siteMapOf(originFor(request), name.replace(/\.xml$/, ''), openPaths(pairs));
    if (!entries || !name.endsWith('.xml'))
      return reply.code(404).send({ code: 404, msg: 'There is no such sitemap.', data: null });
    const urls = entries.map(({ address, alternates }) => {
      const links = alternates.map(
        (other) => `<xhtml:link rel="alternate" hreflang="${other.language}" href="${escaped(other.address)}"/>`,
      );
      return `<url><loc>${escaped(address)}</loc>${links.join('')}</url>`;
    });
    return xml(
      reply,
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>`,
    );
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
