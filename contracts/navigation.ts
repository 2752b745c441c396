/**
 * Where a visit to an address goes: the one table of rules that the server applies to page requests and the browser to
 * its own navigations. The locale prefix is taken off first and put back on every target. Several rules make one redirect.
 */
import { chooseLocale, DEFAULT_LOCALE, type LanguagePreferences } from './locales.ts';
import { navigationRules, type Step, type Viewer } from './navigation-rules.ts';
import { localizedPath, type LocalizedPath, segmentsOf, splitLocale, takePrefix } from './page-path.ts';
import { findPage, type PagePath, traitsOfPage } from './pages.ts';

export interface Site {
  /** Names the plan page and the app: `agio` has /activity/agio-plan. */
  readonly product: string;
  /** Keys of the languages that are built. */
  readonly locales: readonly string[];
  /** Pages that are switched off for the time being. */
  readonly offlinePages: readonly PagePath[];
}

export interface Visit {
  /** The path as requested, with its language prefix. */
  readonly path: string;
  /** Empty, or with its question mark. */
  readonly search: string;
  readonly viewer: Viewer;
  readonly site: Site;
  readonly language: LanguagePreferences;
}

export type Outcome =
  | { readonly kind: 'stay' }
  /** `isPermanent`: another spelling of the same page, for every visitor. Without it, the redirect depends on the visitor. */
  | {
      readonly kind: 'redirect';
      readonly to: string;
      readonly isPermanent?: true;
      /** The language that the address named and `to` does not: who sends there keeps it in the language cookie. */
      readonly chosen?: string;
    }
  /** For crawlers, who are never sent elsewhere: the page of that path answers under the address asked for. */
  | { readonly kind: 'answer'; readonly path: string }
  /** For crawlers: an offline page is missing. */
  | { readonly kind: 'missing' };

const STAY: Outcome = { kind: 'stay' };
/** More rounds than any chain of rules needs; a chain that uses them up is a loop. */
const MOST_ROUNDS = 6;

export function navigate(visit: Visit): Outcome {
  if (!isPagePath(visit.path)) return STAY;
  const { viewer, site } = visit;
  const asked = splitLocale(visit.path, site.locales);
  const { place, search, isMissing } = follow(asked, visit);
  const { segments } = place;
  const namesEnglish = place.hasPrefix && place.locale === DEFAULT_LOCALE;
  const isMoved = segments !== asked.segments || namesEnglish;
  if (viewer.isCrawler) {
    if (isMissing) return { kind: 'missing' };
    return isMoved ? { kind: 'answer', path: localizedPath(segments, place.locale) } : STAY;
  }
  const locale = place.hasPrefix ? place.locale : chooseLocale(visit.language, site.locales);
  const to = localizedPath(segments, locale) + finishSearch(search, locale);
  if (namesEnglish) return { kind: 'redirect', to, chosen: DEFAULT_LOCALE };
  if (isMoved || (!place.hasPrefix && locale !== DEFAULT_LOCALE)) return { kind: 'redirect', to };
  return hasSlashAtEnd(visit.path) ? { kind: 'redirect', to, isPermanent: true } : STAY;
}

/** The one address of a page has no slash at its end. The home page is only a slash. */
const hasSlashAtEnd = (path: string): boolean => path.length > 1 && path.endsWith('/');

interface Followed {
  readonly place: LocalizedPath;
  readonly search: Step['search'];
  readonly isMissing: boolean;
}

/** Applies the rules, in their order, until none of them matches. */
function follow(start: LocalizedPath, visit: Visit): Followed {
  let place = start;
  let search: Step['search'] = visit.search;
  const isOffline = (path: readonly string[]): boolean => {
    const page = findPage(path, visit.site.product);
    return page !== undefined && (visit.site.offlinePages.includes(page) || traitsOfPage(page).isOffline);
  };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const step = nextStep(place.segments, search, visit, isOffline);
    if (!step) break;
    if (step.isMissing && visit.viewer.isCrawler) return { place, search, isMissing: true };
    // A rule may have written the prefix right: /Fa-ir/market is /fa-ir/market.
    place = place.hasPrefix ? { ...place, segments: step.segments } : takePrefix(step.segments, visit.site.locales);
    search = step.search;
  }
  return { place, search, isMissing: false };
}

function nextStep(
  segments: readonly string[],
  search: Step['search'],
  visit: Visit,
  isOffline: (path: readonly string[]) => boolean,
): Step | null {
  for (const rule of navigationRules) {
    const step = rule({ segments, search, viewer: visit.viewer, product: visit.site.product, isOffline });
    if (step) return step;
  }
  return null;
}

/** The page to come back to is written with the prefix of the language that was decided last. */
function finishSearch(search: Step['search'], locale: string): string {
  if (typeof search === 'string') return search;
  const back = localizedPath(search.back, locale) + search.search;
  return `?redirect=${encodeURIComponent(back)}`;
}

/** First path segments that are never pages: calls, sockets, built files and the like. */
const NO_PAGES: ReadonlySet<string> = new Set([
  'sms',
  'ws-old',
  'web',
  'auth',
  'auth-v2',
  'futures',
  'welfare',
  'market-monitor',
  'station-msg',
  'kline',
  'p2p',
  'bonus',
  'financial',
  'api',
  'fapi',
  'graphql',
  'operator',
  'ws',
  'ws-api',
  'docs',
  'static',
  'healthz',
  'readyz',
  'metrics',
  '__manifest',
  '.well-known',
]);

/** Rules see pages only: no call, no socket, no file, and not the router's own requests for a page's data. */
export function isPagePath(path: string): boolean {
  const segments = segmentsOf(path);
  const [first = '', second = ''] = segments[0] === DEFAULT_LOCALE ? segments.slice(1) : segments;
  if (NO_PAGES.has(first) || (first === 'copy' && second === 'trading')) return false;
  return !(segments.at(-1) ?? '').includes('.');
}
