import { expect, test } from 'vitest';
import { isCrawlerAgent } from './device.ts';
import { categoryOf, isTestHost, TRACK_CATEGORIES } from './track.ts';

test('S8 a path belongs to one category, whatever of it varies', () => {
  const categories = {
    '/': 'home',
    '/market': 'market',
    '/market/': 'market',
    '/spot-trade/BTCUSDT': 'spot',
    '/spot-trades': 'other',
    '/contract-trade/ETHUSDT': 'futures',
    '/register/code': 'auth',
    '/assets/voucher-package-records/MA==': 'assets',
    '/activity/vip-program': 'vip',
    '/activity/agio-plan': 'vip',
    '/activity/trading-competition/spring': 'competition',
    '/activity/task-center': 'activity',
    '/token-splash/detail': 'token_splash',
    '/ads-posting/trade': 'ads',
    '/someone@mail.example': 'other',
  };
  for (const [path, category] of Object.entries(categories)) expect([path, categoryOf(path)]).toEqual([path, category]);
  expect(new Set(TRACK_CATEGORIES).size).toBe(TRACK_CATEGORIES.length);
});

test('S8 crawlers are known by their agent, test hosts by their name', () => {
  const crawlers = ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Baiduspider', 'Slurp'];
  expect(crawlers.every(isCrawlerAgent)).toBe(true);
  expect(isCrawlerAgent('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36')).toBe(false);
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'test.agio.example', 'shop.test'])
    expect(isTestHost(host), host).toBe(true);
  for (const host of ['agio.example', 'latest.example', 'www.contest.example'])
    expect(isTestHost(host), host).toBe(false);
});
