import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Site } from './navigation.ts';
import { safeJump, safeReturnTarget } from './return-target.ts';

const SITE: Site = { product: 'agio', locales: ['en-us', 'fa-ir'], offlinePages: [] };
const ORIGIN = 'https://agio.example';
const back = (text: string): string => safeReturnTarget([text], SITE);

describe('return after log-in', () => {
  test.each([
    '/',
    '/tripartite-coin',
    '/market',
    '/spot-trade',
    '/spot-trade/BTCUSDT',
    '/coin-introduce/BTC',
    '/coinIntroduce/BTC',
    '/service/handling-fee',
    '/service/vip-service',
    '/activity/vip-program',
    '/contract-trade',
    '/contract-trade/BTCUSDT',
    '/cms/agreement',
    '/cms/agreement/privacy',
    '/activity/deposit',
    '/activity/goal',
    '/activity/happy-halloween',
    '/activity/anniversary-events',
  ])('N12 %s is returned to, in its language', (path) => {
    expect(back(path)).toBe(path);
    expect(back(`/fa-ir${path === '/' ? '' : path}`)).toBe(`/fa-ir${path === '/' ? '' : path}`);
    expect(back(`${path}?a=1#part`)).toBe(path);
  });

  test('N12 partner-trading and winter-wonderland keep their query', () => {
    expect(back('/browser/activity/partner-trading?code=7&x=%20')).toBe(
      '/browser/activity/partner-trading?code=7&x=%20',
    );
    expect(back('/fa-ir/activity/winter-wonderland?code=7')).toBe('/fa-ir/activity/winter-wonderland?code=7');
  });

  test('L3 N12 an address that names English is the one without its prefix', () => {
    expect(back('/en-us/market')).toBe('/market');
    expect(back('/en-us')).toBe('/');
  });

  test('N12 prefixes match whole segments, any other path goes home', () => {
    for (const path of ['/marketing', '/spot-trader', '/cms', '/activity/goals', '/nowhere', '/account/nowhere'])
      expect(back(path)).toBe('/');
    expect(safeReturnTarget(['/nowhere'], SITE, '/fa-ir')).toBe('/fa-ir');
    expect(safeReturnTarget([], SITE)).toBe('/');
  });

  test('N12 one of our own pages is honored with its query', () => {
    expect(back('/assets')).toBe('/assets');
    expect(back('/token-splash/detail?id=3')).toBe('/token-splash/detail?id=3');
    expect(back('/activity/agio-plan')).toBe('/activity/agio-plan');
    expect(back('/activity/other-plan')).toBe('/');
    expect(back('/fa-ir/account/api')).toBe('/fa-ir/account/api');
  });
});

/** Each of them leaves the site, or tries to, in some browser. */
const ATTACKS: readonly string[] = [
  '//e',
  '//evil.example',
  '///evil.example',
  '////evil.example/market',
  '/\\e',
  '/\\evil.example',
  '\\/evil',
  '\\\\evil.example',
  '/\\/evil.example',
  '\\/\\/e',
  '/\\\\evil.example',
  '/%2f%2fe',
  '/%2F%2Fevil.example',
  '/%5c%5cevil.example',
  '/%5Cevil.example',
  '%2f%2fevil.example',
  '/%252f%252fevil.example',
  '/%09/evil.example',
  'https:e',
  'https:evil.example',
  'https://evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'http://evil.example/market',
  'HTTPS://evil.example',
  'ftp://evil.example',
  'ws://evil.example',
  '//evil@e',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil',
  '//agio.example@evil.example',
  'https://agio.example@evil.example',
  '//user:word@evil.example',
  '/@evil.example',
  '//agio.example.evil.example',
  'https://agio.example.evil.example/market',
  '//evil.example/agio.example',

  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  '/javascript:alert(1)',
  'javascript://%0aa',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'blob:https://evil.example/x',
  'file:///etc/passwd',
  '//evil。example',
  '//evil．example',
  '/／evil.example',
  '／／evil.example',
  '//ⓔvil.example',
  '/\u202e//evil',

  '/.//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/market/..//evil.example',
  '/%2e%2e//evil.example',
  '//[::1]',
  '//2130706433',
  '//0x7f.1',
  '/\u0000/evil.example',
  '\u0000//evil.example',
  '/?//evil.example',
  '/#//evil.example',
  'market',
  '',
  '?redirect=//evil',
  '#',
  '/market\\@evil.example',
  '/;@evil.example',
];

test('ATK-11 no spelling of a return target leaves the site', () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(60);
  for (const attack of ATTACKS) {
    expect([attack, safeReturnTarget([attack], SITE)]).toEqual([attack, '/']);
    // The value as a browser reads it from the address, where it was encoded once.
    const decoded = new URL(`${ORIGIN}/login?redirect=${encodeURIComponent(attack)}`).searchParams.getAll('redirect');
    expect(new URL(safeReturnTarget(decoded, SITE), ORIGIN).origin).toBe(ORIGIN);
  }
});

test('ATK-11 X4 a jump by our own code keeps its query and never leaves the site', () => {
  expect(safeJump('/market?from=assets', SITE)).toBe('/market?from=assets');
  expect(safeJump('/nowhere', SITE, '/fa-ir')).toBe('/fa-ir');
  for (const attack of ATTACKS)
    expect([attack, new URL(safeJump(attack, SITE), ORIGIN).origin]).toEqual([attack, ORIGIN]);
});

test('ATK-11 two return targets in one address are both ignored', () => {
  expect(safeReturnTarget(['/market', '//evil.example'], SITE)).toBe('/');
  expect(safeReturnTarget(['/market', '/market'], SITE)).toBe('/');
});

test('ATK-11 N12 50,000 random targets resolve to this site and to a known page', () => {
  const pieces = [
    '/',
    '//',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '#',
    '?',
    '%2f',
    '%5c',
    '%09',
    '%00',
    '%252f',
    '\t',
    '\n',
    '\r',
    ' ',
    'https:',
    'javascript:',
    'data:',
    'evil.example',
    'agio.example',
    '。',
    '／',
    '\u202e',
    'market',
    'spot-trade',
    'fa-ir',
    'activity',
    'winter-wonderland',
    'assets',
    'login',
    'a=1',
    '&',
    ';',
  ];
  const text = fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, fc.string({ maxLength: 3 })), {
      maxLength: 9,
    })
    .map((parts) => parts.join(''));
  const property = fc.property(
    fc.oneof(
      text,
      text.map((tail) => `/${tail}`),
    ),
    (attack) => {
      const target = back(attack);
      const url = new URL(target, ORIGIN);
      expect(url.origin).toBe(ORIGIN);
      expect(target).toMatch(/^\/(?![/\\])/);
      expect(url.pathname + url.search).toBe(target);
      expect(back(target)).toBe(target);
    },
  );
  const result = fc.check(property, { numRuns: 50_000 });
  expect(result.failed, `seed ${result.seed}: ${JSON.stringify(result.counterexample)} ${result.errorInstance}`).toBe(
    false,
  );
});
