/**
 * What a page says of itself: title, description, robots, its address in every language, previews. The page's own texts
 * stand at its route's pattern; the rules of the server are laid over them (growth 8.8).
 */
import { DEFAULT_LOCALE } from '@agio/contracts/locales';
import { request, type Call } from '../api/request.ts';
import { fillSeo, isSeoAddress, resolveSeo, type SeoFields, type SeoRules } from '@agio/contracts/seo-rules';
import type { MetaDescriptor, RouterContextProvider } from 'react-router';
import { canonicalPath } from '../addresses/canonical-path.ts';
import { barePath, findLocale, localeOfPath, localizePath, LOCALES } from '../addresses/locales.ts';
import type { LocaleKey } from '../addresses/locales.ts';
import { domainsOf } from '../i18n/page-domains.ts';
import { serverTexts } from '../i18n/server-texts.ts';
import { serverTranslator } from '../i18n/server-translator.ts';
import { createKeptMoment } from '../api/kept-moment.ts';
import { serverContext } from '../api/server-context.ts';

export interface PageText extends SeoFields {
  readonly title: string;
  readonly description: string;
  /** Of this site, for absolute addresses. */
  readonly origin: string;
  /** Without its locale. */
  readonly path: string;
  readonly locale: LocaleKey;
}

interface PageArgs {
  /** Of the page, also where the router asks for its data under another address. */
  readonly url: URL;
  readonly context: Readonly<RouterContextProvider>;
  readonly pattern: string;
}

/** Called in loaders, because texts and rules load asynchronously and `meta` may not wait. */
export async function pageText(
  { url, context, pattern }: PageArgs,
  page: string,
  values: Readonly<Record<string, string>> = {},
): Promise<PageText> {
  const { call, origin } = context.get(serverContext);
  const { pathname } = url;
  const { key } = localeOfPath(pathname);
  const path = canonicalPath(barePath(pathname));
  const [texts, rules] = await Promise.all([serverTexts(call, key, domainsOf(path)), serverRules(call, key)]);
  const { t } = serverTranslator(key, texts);
  const own = { title: t(`${page}.meta.title`, values), description: t(`${page}.meta.description`, values) };
  const fields = resolveSeo(withOwn(rules, key, globOf(pattern), own), key, path, own);
  const filled = fillSeo(fields, { title: own.title, ...values });
  return {
    ...filled,
    title: filled.title ?? own.title,
    description: filled.description ?? '',
    origin,
    path,
    locale: key,
  };
}

/** The page's own texts at its pattern, under what the rules say there. */
function withOwn(rules: SeoRules, key: LocaleKey, pattern: string, own: SeoFields): SeoRules {
  const given = rules[key] ?? {};
  return { ...rules, [key]: { ...given, [pattern]: { ...own, ...given[pattern] } } };
}

/** The router's pattern as one of ours: fa-ir/spot-trade/:symbol is /spot-trade/*. */
function globOf(pattern: string): string {
  const bare = barePath(`/${pattern.replace(/^\/?(:locale\?\/?)?/, '')}`);
  return bare.replaceAll(/\*$/g, '**').replaceAll(/:[^/]+/g, '*');
}

/** By locale. They are the same for everyone, so a moment old is new enough. */
const kept = createKeptMoment<SeoRules>(100);

/** Without rules a page still has its own texts. */
function serverRules(call: Call, key: LocaleKey): Promise<SeoRules> {
  const ask = () => request(call, 'GET /api/seo-meta/agio', { query: { locale: key, client: 'YES' } });
  return kept.read(key, ask).catch(() => ({}));
}

export function metaOf(text: PageText | undefined): MetaDescriptor[] {
  if (!text) return [];
  const canonical = canonicalOf(text);
  const optional = (name: string, content: string | undefined): MetaDescriptor[] =>
    content ? [{ name, content }] : [];
  return [
    { title: text.title },
    { name: 'description', content: text.description },
    ...optional('keywords', text.keywords),
    ...optional('robots', text.robots),
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...(text.robots?.includes('noindex') ? [] : alternatesOf(text)),
    ...previewOf(text, canonical),
  ];
}

/** A rule's path is meant in the page's language. */
function canonicalOf(text: PageText): string {
  const { canonical } = text;
  if (!canonical || !isSeoAddress(canonical)) return addressOf(text, text.locale);
  return canonical.startsWith('/') ? text.origin + localizePath(canonical, text.locale) : canonical;
}

const addressOf = (text: PageText, key: LocaleKey): string => text.origin + localizePath(text.path, key);

function alternatesOf(text: PageText): MetaDescriptor[] {
  const link = (hrefLang: string, key: LocaleKey): MetaDescriptor => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: addressOf(text, key),
  });
  return [...LOCALES.map(({ tag, key }) => link(tag, key)), link('x-default', DEFAULT_LOCALE)];
}

function previewOf(text: PageText, canonical: string): MetaDescriptor[] {
  const title = text.ogTitle ?? text.title;
  // Checked here, because only now the variables of the rule are filled in.
  const given = text.ogImage && isSeoAddress(text.ogImage) ? text.ogImage : '/preview.png';
  const image = new URL(given, text.origin).href;
  const graphLocale = (key: LocaleKey): string => (findLocale(key)?.tag ?? key).replace('-', '_');
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Agio' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: text.description },
    { property: 'og:url', content: canonical },
    { property: 'og:image', content: image },
    { property: 'og:locale', content: graphLocale(text.locale) },
    ...LOCALES.filter(({ key }) => key !== text.locale).map(({ key }) => ({
      property: 'og:locale:alternate',
      content: graphLocale(key),
    })),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: text.description },
    { name: 'twitter:image', content: image },
  ];
}
