/**
 * Finds faults of a page in one language, theme and size, as a visitor sees it. The pages are all that are built
 * (web/app/navigation/page-files.ts), so that a new one is included without being named here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ALL_LOCALES } from '@agio/contracts/locales';
import { needsLogIn } from '@agio/contracts/navigation-rules';
import { segmentsOf, splitLocale } from '@agio/contracts/page-path';
import { type PagePath, traitsOfPage } from '@agio/contracts/pages';
import { type Browser, errors, type Page } from 'playwright-core';
import { PAGE_FILES } from '../../web/app/navigation/page-files.ts';
import { newVisit, picture, type Visit } from './browser.ts';
import { SEED } from './look-seed.ts';
import { AXE } from './probes.ts';

const EXAMPLES: Readonly<Record<string, string>> = { symbol: 'BTCUSDT', coin: 'BTC' };
const BUILT = (Object.keys(PAGE_FILES) as PagePath[]).map((pattern) => ({
  pattern,
  path: pattern.replace(/:(\w+)/g, (_, name: string) => EXAMPLES[name] ?? name),
}));

/** Paths of all pages that anybody may open, and of those that ask for a log-in. */
export const PUBLIC_PATHS = BUILT.map(({ path }) => path).filter((path) => !needsLogIn(segmentsOf(path)));
export const PERSONAL_PATHS = BUILT.map(({ path }) => path).filter((path) => needsLogIn(segmentsOf(path)));

const KEYS = readKeys(join(import.meta.dirname, '../../web/locales/en-us'));
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** The narrowest phone and the widest screen that nothing may scroll sideways on. */
const NARROWEST = 320;
const WIDEST = 2560;
/** The time that a page gets to lay itself out anew. */
const RESIZE_MS = 200;
/** The time that a page gets for live numbers, and for what else comes a moment after it. */
const SETTLE_MS = 600;
/**
 * A step that asks the page itself (`evaluate`) has no time limit of Playwright's: a browser that stopped answering would
 * hold the test until its own end and say nothing. A look takes seconds.
 */
const LOOK_MS = 45_000;
/** Of the links whose page and language are both known to exist, one in this many is requested all the same. */
const KNOWN_LINKS = 8;

export interface Look {
  readonly locale: string;
  readonly theme: 'dark' | 'light';
  readonly isPhone: boolean;
}

export const nameOf = ({ locale, theme, isPhone }: Look): string =>
  `${locale}, ${theme}, ${isPhone ? 'phone' : 'desktop'}`;

/**
 * Finds faults of one site's pages: a sentence for each, none for a good page. The browser keeps only its cached files for the next look
 * of the same size and person: loading all files again would take more than half of a look.
 */
export function createInspector(browser: Browser, url: string) {
  const isDead = createLinkCheck();
  const idle = new Map<string, Visit[]>();

  const lookOnce = async (path: string, look: Look, session: string | undefined): Promise<string[]> => {
    const { locale, theme, isPhone } = look;
    const kind = `${isPhone} ${session}`;
    const kept = idle.get(kind) ?? [];
    idle.set(kind, kept);
    const visit = kept.pop() ?? (await newVisit(browser, url, { ...(isPhone ? PHONE : DESKTOP), isPhone }));
    const { page, context, troubles } = visit;
    let step = 'cookies';
    const late = () => new NoAnswer(`${path}, ${nameOf(look)}: no answer at ${step}`);
    const steps = async (): Promise<string[]> => {
      await context.addCookies([{ name: 'theme', value: theme, url }]);
      if (session) await context.addCookies([{ name: 'agio-token', value: session, url }]);
      step = 'the way to the page';
      await page.goto(locale === 'en-us' ? path : `/${locale}${path === '/' ? '' : path}`);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      step = 'scrolling';
      await scrollThrough(page);
      step = 'a quiet network';
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(SETTLE_MS);
      step = 'reading';
      const facts = await factsOf(page);
      step = 'the picture';
      await picture(page, `page${path.replaceAll('/', '-')}-${locale}-${theme}-${isPhone ? 'phone' : 'desktop'}`);
      step = 'the narrowest or widest window';
      const sideways = await sidewaysAt(page, isPhone ? NARROWEST : WIDEST);
      const dead: string[] = [];
      for (const link of facts.links) {
        step = `the link ${link}`;
        const status = await isDead(link);
        if (status !== null) dead.push(`a dead link: ${link} answers ${status}`);
      }
      step = 'axe';
      const found = [...complaints(path, look, facts), ...sideways, ...dead, ...(await barriers(page))];
      found.push(...said(path, troubles));
      step = 'forgetting';
      await forget(visit);
      return found;
    };
    try {
      const found = await within(LOOK_MS, steps(), late);
      kept.push(visit);
      return found;
    } catch (error) {
      // A browser that does not answer may not answer this either, and closes with the others at the end.
      await Promise.race([context.close(), setTimeout(5000)]).catch(() => undefined);
      throw step === 'the picture' && error instanceof errors.TimeoutError ? late() : error;
    }
  };

  return async (path: string, look: Look, session?: string): Promise<string[]> => {
    try {
      return await lookOnce(path, look, session);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      // A page that hangs does so again; a browser that lost one message in thousands does not. The run's output says it.
      process.stderr.write(`${error.message}; looking once more\n`);
      return lookOnce(path, look, session);
    }
  };
}

/**
 * Answers the status of a link that leads nowhere, null for one that leads somewhere. A page is there in every language or in
 * none: each page and each language is asked for, and of their many pairs a part, another one in each run.
 */
function createLinkCheck(): (address: string) => Promise<number | null> {
  const statuses = new Map<string, Promise<number>>();
  const alive = new Set<string>();
  const locales = ALL_LOCALES.map(({ key }) => key);
  let known = SEED;
  return async (address) => {
    const { pathname, search } = new URL(address);
    const { locale, segments } = splitLocale(pathname, locales);
    const target = `${segments.join('/')}${search}`;
    if (target === '404') return null;
    if (!statuses.has(address) && alive.has(locale) && alive.has(`/${target}`) && (known += 1) % KNOWN_LINKS !== 0)
      return null;
    const asked = statuses.get(address) ?? fetch(address, { redirect: 'manual' }).then(({ status }) => status);
    statuses.set(address, asked);
    const status = await asked;
    if (status >= 400) return status;
    alive.add(locale).add(`/${target}`);
    return null;
  };
}

/** The browser did not answer within the time of a look. */
class NoAnswer extends Error {}

async function within<Value>(milliseconds: number, work: Promise<Value>, late: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = globalThis.setTimeout(() => reject(late()), milliseconds);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Scrolls to the parts that load when seen (decision 059), so that they are laid out and hydrated, and their faults are found too. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const part of document.querySelectorAll<HTMLElement>('.when-near')) part.style.contentVisibility = 'visible';
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    window.scrollTo(0, 0);
  });
}

/** The page, what it stored and what it said are gone: the next look is somebody's first. */
async function forget({ page, context, troubles }: Visit): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  await context.clearCookies();
  troubles.length = 0;
}

function complaints(
  path: string,
  { locale, theme, isPhone }: Look,
  facts: Awaited<ReturnType<typeof factsOf>>,
): string[] {
  const { direction, tag } = ALL_LOCALES.find(({ key }) => key === locale)!;
  const pattern = BUILT.find((page) => page.path === path)?.pattern;
  const wanted = traitsOfPage(pattern).theme ?? theme;
  const found: string[] = [];
  if (facts.direction !== direction) found.push(`written ${facts.direction}, not ${direction}`);
  if (facts.language !== tag) found.push(`says it is in ${facts.language}, not ${tag}`);
  if (facts.theme !== wanted) found.push(`in the theme ${facts.theme}, not ${wanted}`);
  if (facts.headings !== 1) found.push(`${facts.headings} main headings`);
  const by = facts.width - (isPhone ? PHONE : DESKTOP).width;
  if (by > 0) found.push(`scrolls sideways by ${by} px`);
  if (facts.title.length < 4) found.push('has no title');
  for (const word of new Set(facts.words)) if (KEYS.has(word)) found.push(`a text is missing: ${word}`);
  return found;
}

async function sidewaysAt(page: Page, width: number): Promise<string[]> {
  const { width: usual, height } = page.viewportSize()!;
  await page.setViewportSize({ width, height });
  await page.waitForTimeout(RESIZE_MS);
  // Not against the window: on a phone it grows with what is too wide.
  const by = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
  await page.setViewportSize({ width: usual, height });
  return by > 0 ? [`scrolls sideways by ${by} px at ${width} px`] : [];
}

/** What it shows and says to those who cannot see it. */
function factsOf(page: Page) {
  return page.evaluate(() => {
    const attributes = ['title', 'aria-label', 'placeholder', 'alt'];
    const labels = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    const text = [document.title, document.body.innerText, ...labels].join('\n');
    const { documentElement: root } = document;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.origin === window.location.origin)
      .map((link) => link.origin + link.pathname + link.search);
    return {
      direction: root.dir,
      language: root.lang,
      theme: root.dataset.theme ?? '',
      headings: document.querySelectorAll('h1').length,
      width: root.scrollWidth,
      title: document.title,
      words: text.match(/\b[a-z]\w*(?:\.\w+)+\b/g) ?? [],
      links: [...new Set(links)],
    };
  });
}

/**
 * The one rule left out: zoom is off, and text has a size of its own (S9). The page itself makes sentences of what is
 * found: the whole report of axe takes longer to send than to make.
 */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(
    `axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'meta-viewport': { enabled: false } },
    }).then(({ violations }) => violations.map(({ id, nodes }) => 'axe ' + id + ': ' + (nodes[0]?.target.join(' ') ?? '')))`,
  );
}

/** The browser itself writes to the console that /404 answers 404. */
function said(path: string, troubles: readonly string[]): string[] {
  return troubles.filter((text) => path !== '/404' || !text.includes('404')).map((text) => `console: ${text}`);
}

function readKeys(folder: string): Set<string> {
  const keys = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')) as object));
  return new Set(keys.flatMap((key) => [key, key.replace(/_(?:one|other)$/, '')]));
}
