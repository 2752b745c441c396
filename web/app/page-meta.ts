/** Title and description of a page in its language, for the route modules' `meta`. */
import type { MetaDescriptor } from 'react-router';
import { createTranslator } from './i18n/instance.ts';
import { localeOfPath } from './i18n/locales.ts';
import { loadDictionary } from './i18n/resources.ts';

export interface PageText {
  readonly title: string;
  readonly description: string;
}

type Values = Readonly<Record<string, string>>;

/** Called in loaders, because the dictionaries load asynchronously and `meta` may not wait. */
export function pageText(request: Request, page: string, values: Values = {}): Promise<PageText> {
  return textOfPage(pagePathOf(request), page, values);
}

/** The page that a request is for; the router asks for its data under the same path with an ending. */
export function pagePathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/(?<=\/)_\.data$|\.data$/, '');
}

export async function textOfPage(pathname: string, page: string, values: Values): Promise<PageText> {
  const locale = localeOfPath(pathname);
  const { t } = createTranslator(locale.key, await loadDictionary(locale.key));
  return { title: t(`${page}.meta.title`, values), description: t(`${page}.meta.description`, values) };
}

export function metaOf(text: PageText | undefined): MetaDescriptor[] {
  if (!text) return [];
  return [{ title: text.title }, { name: 'description', content: text.description }];
}
