/** Title and description of a page in its language, for the route modules' `meta`. */
import type { MetaDescriptor } from 'react-router';
import { createTranslator } from './i18n/instance.ts';
import { localeOfPath } from './i18n/locales.ts';
import { loadDictionary } from './i18n/resources.ts';

export interface PageText {
  readonly title: string;
  readonly description: string;
}

/** Called in loaders, because the dictionaries load asynchronously and `meta` may not wait. */
export async function pageText(
  request: Request,
  page: string,
  values: Readonly<Record<string, string>> = {},
): Promise<PageText> {
  const locale = localeOfPath(new URL(request.url).pathname);
  const { t } = createTranslator(locale.key, await loadDictionary(locale.key));
  return { title: t(`${page}.meta.title`, values), description: t(`${page}.meta.description`, values) };
}

export function metaOf(text: PageText | undefined): MetaDescriptor[] {
  if (!text) return [];
  return [{ title: text.title }, { name: 'description', content: text.description }];
}
