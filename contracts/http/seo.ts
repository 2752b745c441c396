/** The operator's rules of what pages say to search engines; C2 gives them, over the built-in texts, to the site. */
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';
import { isSeoAddress, SEO_FIELDS, type SeoField } from '../seo-rules.ts';
import { freeText } from '../types.ts';

const operator: Permission = { kind: 'operator' };

const localeKey = z.string().regex(/^[a-z]{2}-[a-z]{2}$/, 'must be a language key such as en-us');
const pattern = z
  .string()
  .max(200)
  .regex(/^\/(?:[^/\s?#]+(?:\/[^/\s?#]+)*)?$/, 'must be a path pattern such as /activity/*');
const fieldName = z.enum(SEO_FIELDS);
const fieldsOf = (text: z.ZodType<string>) =>
  z.object(
    Object.fromEntries(SEO_FIELDS.map((name) => [name, text.optional()])) as Record<
      SeoField,
      z.ZodOptional<typeof text>
    >,
  );

const givenText = freeText(500).min(1);
const givenAddress = givenText.refine(
  isSeoAddress,
  'must be a path of this site (/spot-trade/BTCUSDT) or an https address',
);

/** The fields of a rule; each may be left out. */
export const seoFields = fieldsOf(z.string());

export const operatorSeoSet = endpoint({
  method: 'POST',
  path: '/operator/seo/set',
  summary: 'Sets fields of a path pattern in a locale; the others stay',
  permission: operator,
  body: z.object({
    locale: localeKey,
    pattern,
    fields: fieldsOf(givenText).extend({ ogImage: givenAddress.optional(), canonical: givenAddress.optional() }),
  }),
  data: z.object({ locale: z.string(), pattern: z.string(), fields: seoFields }),
});

export const operatorSeoList = endpoint({
  method: 'GET',
  path: '/operator/seo/list',
  summary: 'The rules that were set',
  permission: operator,
  data: z.object({ rules: z.array(z.object({ locale: z.string(), pattern: z.string(), fields: seoFields })) }),
});

export const operatorSeoRemove = endpoint({
  method: 'POST',
  path: '/operator/seo/remove',
  summary: 'Takes back a pattern’s rule in a locale, or one field of it',
  permission: operator,
  body: z.object({ locale: localeKey, pattern, field: fieldName.optional() }),
  data: z.object({ removed: z.int() }),
});
