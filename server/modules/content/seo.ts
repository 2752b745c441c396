/**
 * What pages say to search engines: built-in rules, made of the pages' own titles, under the operator's rules. The pure
 * choice among them is contracts/seo-rules.ts, for everyone who reads them.
 */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import { seoMeta } from '@agio/contracts/http/content';
import * as contract from '@agio/contracts/http/seo';
import type { SeoByPattern, SeoFields, SeoRules } from '@agio/contracts/seo-rules';
import { DEFAULT_LOCALE, normalizeLocale } from '@agio/contracts/locales';
import type { Db } from '../../store/index.ts';
import type { Dictionaries } from './dictionaries.ts';
import { readSeoRules, removeSeoFields, writeSeoFields } from './seo-repo.ts';

/** Which page's own title and description (`{page}.meta.title`) a pattern has. */
export const PAGES_BY_PATTERN: Readonly<Record<string, string>> = {
  '/': 'home',
  '/market': 'market',
  '/spot-trade': 'spot',
  '/spot-trade/*': 'spot',
  '/login': 'login',
  '/register': 'register',
  '/assets': 'assets',
  '/account/api': 'account',
  '/account/price-alerts': 'alerts',
  '/download': 'download',
  '/social-media': 'social',
  '/service/handling-fee': 'fees',
  '/service/vip-service': 'vip',
  '/service/funding-rate': 'funding',
  '/service/funding-rate/*': 'funding_of',
  '/service/insurance-fund': 'fund',
  '/service/liquidations': 'liquidations',
  '/service/receipts': 'receipts',
  '/service/api': 'developers',
  '/coin-introduce': 'coins',
  '/coin-introduce/*': 'coin',
  '/tripartite-coin': 'issued',
  '/cms/agreement': 'agreement',
};

/** The defaults of every page, and the pages that search engines must not index (growth 8.8). */
const BUILT_IN: SeoByPattern = {
  '/**': { robots: 'index, follow' },
  '/spot-trade': { canonical: '/spot-trade/BTCUSDT' },
  ...Object.fromEntries(
    [
      '/404',
      '/account/**',
      '/assets/**',
      '/ads-posting/**',
      '/promotion/mail-unsubscribe',
      '/activity/coupon-use-record',
    ].map((pattern) => [pattern, { robots: 'noindex' }]),
  ),
};

export function seoRoutes(db: Db, dictionaries: Dictionaries): Route[] {
  return [
    implement(seoMeta, async ({ query }) => {
      const asked = query.locale.split(',').map(normalizeLocale);
      const set = await readSeoRules(db);
      // English is under every locale, so that a reader needs no second question.
      const locales = [
        ...new Set([DEFAULT_LOCALE, ...asked.filter((locale) => dictionaries.locales.includes(locale))]),
      ];
      return Object.fromEntries(locales.map((locale) => [locale, over(builtIn(dictionaries, locale), set[locale])]));
    }),
    implement(contract.operatorSeoSet, async ({ body }) => {
      const { locale, pattern, fields } = body;
      if (!dictionaries.locales.includes(locale))
        throw new Refusal('BAD_REQUEST', { detail: `there is no language ${locale}`, field: 'locale' });
      if (Object.values(fields).every((text) => text === undefined))
        throw new Refusal('BAD_REQUEST', { detail: 'no field was given', field: 'fields' });
      await writeSeoFields(db, locale, pattern, fields);
      return { locale, pattern, fields: (await readSeoRules(db))[locale]?.[pattern] ?? {} };
    }),
    implement(contract.operatorSeoList, async () => ({ rules: listOf(await readSeoRules(db)) })),
    implement(contract.operatorSeoRemove, async ({ body }) => ({
      removed: await removeSeoFields(db, body.locale, body.pattern, body.field),
    })),
  ];
}

function builtIn(dictionaries: Dictionaries, locale: string): SeoByPattern {
  const texts = dictionaries.read([locale])[locale] ?? {};
  const titles: Record<string, SeoFields> = {};
  for (const [pattern, page] of Object.entries(PAGES_BY_PATTERN)) {
    const [title, description] = ['title', 'description'].map((name) => texts[`${page}.meta.${name}`]);
    // The dictionaries' own placeholders are doubled braces.
    const plain = (text: string | undefined) => text?.replaceAll('{{', '{').replaceAll('}}', '}');
    titles[pattern] = { title: plain(title), description: plain(description) };
  }
  return locale === DEFAULT_LOCALE ? over(titles, BUILT_IN) : titles;
}

function over(under: SeoByPattern, rules: SeoByPattern = {}): SeoByPattern {
  const merged: Record<string, SeoFields> = { ...under };
  for (const [pattern, fields] of Object.entries(rules)) merged[pattern] = { ...merged[pattern], ...fields };
  return merged;
}

function listOf(rules: SeoRules): { locale: string; pattern: string; fields: SeoFields }[] {
  return Object.entries(rules).flatMap(([locale, byPattern]) =>
    Object.entries(byPattern).map(([pattern, fields]) => ({ locale, pattern, fields })),
  );
}
