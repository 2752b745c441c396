/** Structured data of a page for search engines (schema.org): only facts that the page itself shows. */
import type { MetaDescriptor } from 'react-router';
import { localizePath } from '../addresses/locales.ts';
import type { PageText } from './page-meta.ts';

const CONTEXT = 'https://schema.org';

/** The site and who runs it; on the home page only. */
export function siteData({ origin, locale }: PageText): MetaDescriptor[] {
  const home = origin + localizePath('/', locale);
  return [
    {
      'script:ld+json': {
        '@context': CONTEXT,
        '@type': 'Organization',
        name: 'Agio',
        url: origin,
        logo: `${origin}/icon-512.png`,
      },
    },
    {
      'script:ld+json': {
        '@context': CONTEXT,
        '@type': 'WebSite',
        name: 'Agio',
        url: home,
      },
    },
  ];
}

export interface Crumb {
  readonly name: string;
  /** Without locale. */
  readonly path: string;
}

export function breadcrumbData({ origin, locale }: PageText, crumbs: readonly Crumb[]): MetaDescriptor[] {
  return [
    {
      'script:ld+json': {
        '@context': CONTEXT,
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(({ name, path }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: origin + localizePath(path, locale),
        })),
      },
    },
  ];
}
