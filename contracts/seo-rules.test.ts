import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePatterns, matchesPattern, matchingPatterns, normalizePath } from './path-pattern.ts';
import { fillSeo, fillVariables, resolveSeo, type SeoRules } from './seo-rules.ts';

const PATTERNS = [
  '/**',
  '/activity/**',
  '/activity/*',
  '/activity/normal/*',
  '/activity/task-center',
  '/spot-trade/*',
  '/*/task-center',
];

test.each([
  ['/activity/task-center', '/activity/task-center'],
  ['/activity/act-center', '/activity/*'],
  ['/activity/normal/may', '/activity/normal/*'],
  ['/activity/trading-competition/x', '/activity/**'],
  ['/activity', '/activity/**'],
  ['/spot-trade/BTCUSDT', '/spot-trade/*'],
  ['/', '/**'],
])('growth E56 L7 %s is described by %s', (path, pattern) => {
  expect(matchingPatterns(PATTERNS, path)[0]).toBe(pattern);
});

const E57: SeoRules = {
  'en-us': {
    '/**': { title: 'Exchange', robots: 'index' },
    '/activity/*': { title: 'Campaign', description: 'Join' },
  },
  'fr-fr': { '/**': { title: 'Bourse' }, '/activity/*': { title: 'Campagne' } },
};

test('growth E57 L7 the locale is laid over English, a missing field falls through to the next pattern', () => {
  expect(resolveSeo(E57, 'fr-fr', '/activity/task-center')).toEqual({
    title: 'Campagne',
    description: 'Join',
    robots: 'index',
  });
  expect(resolveSeo(E57, 'de-de', '/activity/task-center').title).toBe('Campaign');
});

test('L7 * is exactly one segment, ** none or more, at the end or between; literals keep their case', () => {
  expect(matchesPattern('/a/*', '/a')).toBe(false);
  expect(matchesPattern('/a/*', '/a/b/c')).toBe(false);
  expect(matchesPattern('/a/**', '/a')).toBe(true);
  expect(matchesPattern('/a/**/z', '/a/z')).toBe(true);
  expect(matchesPattern('/a/**/z', '/a/b/c/z')).toBe(true);
  expect(matchesPattern('/a/**/z', '/a/b/c')).toBe(false);
  expect(matchesPattern('/spot-trade/BTCUSDT', '/spot-trade/btcusdt')).toBe(false);
  expect(matchesPattern('/', '/')).toBe(true);
  expect(matchesPattern('/', '/a')).toBe(false);
});

test('L7 a query and a trailing slash are ignored; the site defaults come last', () => {
  expect(normalizePath('/activity/act-center/?from=x#top')).toBe('/activity/act-center');
  expect(resolveSeo(E57, 'fr-fr', '/activity/act-center/?a=1', { title: 'Site', keywords: 'k' })).toEqual({
    title: 'Campagne',
    description: 'Join',
    robots: 'index',
    keywords: 'k',
  });
});

test('L7 {symbol} {price} {title} are filled after the choice, an unknown variable becomes empty', () => {
  expect(
    fillVariables('{price} {symbol} | {title}{nobody}{constructor}', { price: '1', symbol: 'BTC', title: 'T' }),
  ).toBe('1 BTC | T');
  expect(fillSeo({ title: '{title}!', robots: 'noindex' }, { title: 'Own' })).toEqual({
    title: 'Own!',
    robots: 'noindex',
  });
});

const segment = fc.constantFrom('a', 'b', 'A', 'activity', 'task-center');
const pattern = fc
  .array(fc.oneof(segment, fc.constantFrom('*', '**')), { maxLength: 6 })
  .map((parts) => `/${parts.join('/')}`);
const path = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);

test('growth E56 the choice does not depend on the order of the rules', () => {
  fc.assert(
    fc.property(fc.uniqueArray(pattern, { maxLength: 12 }), path, fc.integer(), (patterns, at, turn) => {
      const shuffled = patterns.map((_, index) => patterns[(index + Math.abs(turn)) % patterns.length]!).toReversed();
      expect(matchingPatterns(shuffled, at)).toEqual(matchingPatterns(patterns, at));
    }),
  );
});

test('growth E56 the comparison is an order: antisymmetric and transitive', () => {
  fc.assert(
    fc.property(pattern, pattern, pattern, (a, b, c) => {
      expect(Math.sign(comparePatterns(a, b)) + Math.sign(comparePatterns(b, a))).toBe(0);
      if (comparePatterns(a, b) <= 0 && comparePatterns(b, c) <= 0)
        expect(comparePatterns(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

test('growth E56 matching agrees with a regular expression of the same meaning', () => {
  const expression = (text: string): RegExp =>
    new RegExp(
      `^${text
        .split('/')
        .filter(Boolean)
        .map((part) => (part === '**' ? '(?:/[^/]+)*' : part === '*' ? '/[^/]+' : `/${part}`))
        .join('')}/?$`,
    );
  fc.assert(
    fc.property(pattern, path, (text, at) => {
      expect(matchesPattern(text, at)).toBe(expression(text).test(at === '/' ? '' : at));
    }),
    { numRuns: 2_000 },
  );
});

test('growth E57 resolving twice gives the same, whatever the rules', () => {
  const fields = fc.record({ title: fc.string(), robots: fc.constantFrom('index', 'noindex') }, { requiredKeys: [] });
  const rules = fc.dictionary(fc.constantFrom('en-us', 'fr-fr'), fc.dictionary(pattern, fields));
  fc.assert(
    fc.property(rules, path, (given, at) => {
      expect(resolveSeo(given, 'fr-fr', at)).toEqual(resolveSeo(structuredClone(given), 'fr-fr', `${at}/?q=1`));
    }),
  );
});
