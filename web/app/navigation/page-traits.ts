import { segmentsOf } from '@agio/contracts/page-path';
import { findPage, traitsOfPage, type PagePath, type PageTraits } from '@agio/contracts/pages';
import { useLocation } from 'react-router';
import { barePath } from '../addresses/locales.ts';
import { useRootData } from '../visitor/session.ts';

export interface CurrentPage {
  /** Undefined for an address that is no page. */
  readonly path: PagePath | undefined;
  readonly traits: PageTraits;
}

/** The page that is shown, and what it is like; a page that is not built yet has its traits already. */
export function usePage(): CurrentPage {
  const { pathname } = useLocation();
  const product = useRootData()?.product ?? '';
  const path = findPage(segmentsOf(barePath(pathname)), product);
  return { path, traits: traitsOfPage(path) };
}
