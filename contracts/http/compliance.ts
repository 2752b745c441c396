/** What an operator decides about places and risk: notices of restricted locations, and when a person must be verified as human. */
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';
import { DEFAULT_LOCALE } from '../locales.ts';
import { freeLines, freeText } from '../types.ts';

const operator: Permission = { kind: 'operator' };
const anyone: Permission = { kind: 'public' };

/** ISO 3166 codes of two letters; an empty list is every country, the unknown ones too. */
const countries = z.array(z.string().regex(/^[A-Z]{2}$/, 'must be country codes such as IR')).max(250);
const locale = z.string().regex(/^[a-z]{2}-[a-z]{2}$/, 'must be a language key such as en-us');

const notice = z.object({
  countries,
  locale,
  display: z.boolean(),
  title: z.string(),
  content: z.string(),
  button: z.string(),
});

export const operatorSetNotice = endpoint({
  method: 'POST',
  path: '/operator/notice/set',
  summary: 'Writes the notice of restricted locations for a set of countries in one language, over an older one',
  permission: operator,
  body: z.object({
    countries,
    locale: locale.default(DEFAULT_LOCALE),
    display: z.boolean().default(true),
    title: freeText(120).min(1),
    content: freeLines(4_000).min(1),
    button: freeText(40).min(1),
  }),
  data: z.object({ notices: z.array(notice) }),
  weight: 2,
});

export const operatorClearNotice = endpoint({
  method: 'POST',
  path: '/operator/notice/clear',
  summary: 'Removes the notice of a set of countries, in one language or in all',
  permission: operator,
  body: z.object({ countries, locale: locale.optional() }),
  data: z.object({ removed: z.int() }),
});

export const operatorSetVerification = endpoint({
  method: 'POST',
  path: '/operator/verification/set',
  summary: 'After how many wrong log-ins within 15 minutes a person must be verified as human; 0 is never',
  permission: operator,
  body: z.object({ loginAfterFailures: z.int().min(0).max(9) }),
  data: z.object({ loginAfterFailures: z.int() }),
});

const bizId = freeText(100).min(1);

/** Work that costs a person nothing and a crowd of programs a lot: find the number whose hash is `challenge`. */
export const humanCodeChallenge = endpoint({
  method: 'POST',
  path: '/auth/api/v1/humancode/challenge',
  summary: 'The task of a human verification: the number up to maxNumber with SHA-256(salt + number) = challenge',
  permission: anyone,
  body: z.object({ bizId }),
  data: z.object({ bizId: z.string(), salt: z.string(), challenge: z.string(), maxNumber: z.int() }),
});

export const humanCodeSolve = endpoint({
  method: 'POST',
  path: '/auth/api/v1/humancode/solve',
  summary: 'Takes the number that was found',
  permission: anyone,
  body: z.object({ bizId, number: z.int().nonnegative() }),
  data: z.object({ bizId: z.string(), status: z.int() }),
});
