/** What the site says to anyone: dictionaries, page titles, navigation, notices, area codes, tracking. */
import { z } from 'zod';
import { API_KEY_SCOPES, endpoint, type Permission } from '../endpoint.ts';
import { ALL_LOCALES, DEFAULT_LOCALE } from '../locales.ts';
import { freeText } from '../types.ts';
import { seoFields } from './seo.ts';

const anyone: Permission = { kind: 'public' };

/** `locale` is a comma-separated list of language keys in any spelling; unknown ones are left out. */
export const locales = endpoint({
  method: 'GET',
  path: '/api/locales/agio',
  summary: 'Dictionaries by locale, keys flat',
  permission: anyone,
  /** `domains`: only these parts of the dictionary, as a page needs them; all of it unless said. */
  query: z.object({ locale: freeText(400).default(DEFAULT_LOCALE), domains: freeText(400).optional() }),
  data: z.record(z.string(), z.record(z.string(), z.string())),
  /** One for each language: all of it in all languages is a megabyte. */
  weight: 1,
  moreWeight: (_body, { locale }) => Math.min(ALL_LOCALES.length, new Set(locale.split(',')).size) - 1,
});

export const seoMeta = endpoint({
  method: 'GET',
  path: '/api/seo-meta/agio',
  summary: 'What pages say to search engines, by locale and path pattern (* one segment, ** any)',
  permission: anyone,
  query: z.object({ locale: freeText(400).default(DEFAULT_LOCALE), client: freeText(40).optional() }),
  /** locale → pattern → fields; English is always there. */
  data: z.record(z.string(), z.record(z.string(), seoFields)),
  weight: 4,
});

const areaCode = z.object({ areaCode: z.string(), countryCode: z.string(), name: z.string() });

export const areaCodes = endpoint({
  method: 'GET',
  path: '/web/api/v1/areaCode/getAreaCode',
  summary: 'Telephone codes of countries',
  permission: anyone,
  data: z.array(areaCode),
});

export const areaCodeByIp = endpoint({
  method: 'GET',
  path: '/web/api/v1/areaCode/getAreaCodeByIp',
  summary: 'The telephone code where the caller seems to be; null when that is not known',
  permission: anyone,
  data: areaCode.nullable(),
});

const tradingCall = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string(),
  /** One English sentence, the contract's own. */
  summary: z.string(),
  /** `key`: the header X-MBX-APIKEY is enough; `signed`: a signature too, by a key that has the scope. */
  permission: z.enum(['public', 'key', 'signed']),
  scope: z.enum(API_KEY_SCOPES).nullable(),
  /** Request weight of the rate limit. */
  weight: z.int(),
  /** Names, without those of a signature. */
  parameters: z.array(z.string()),
});

export const tradingApi = endpoint({
  method: 'GET',
  path: '/web/api/v1/common/trading-api',
  summary: 'The calls that the public trading API of this server answers, and its limit',
  permission: anyone,
  data: z.object({ weightPerMinute: z.int(), calls: z.array(tradingCall) }),
  weight: 1,
});

export const navList = endpoint({
  method: 'GET',
  path: '/web/api/common/nav/list',
  summary: 'The entries of the main navigation',
  permission: anyone,
  data: z.array(z.object({ key: z.string(), path: z.string(), isNew: z.boolean() })),
});

export const compliance = endpoint({
  method: 'GET',
  path: '/web/api/v1/compliance',
  summary: 'The notice of restricted locations, when there is one',
  permission: anyone,
  data: z.object({ display: z.boolean(), title: z.string(), content: z.string(), button: z.string() }),
});

export const humanCodeStatus = endpoint({
  method: 'GET',
  path: '/auth/api/v1/humancode/bizStatus',
  summary: 'How far a human verification is',
  permission: anyone,
  query: z.object({ bizId: freeText(100).min(1) }),
  data: z.object({ bizId: z.string(), status: z.int() }),
});
