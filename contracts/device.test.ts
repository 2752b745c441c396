import { expect, test } from 'vitest';
import { DEVICE_TYPES, deviceOf } from './device.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0';
test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'pc'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`, 'pc'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0', 'pc'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
    'mobile ios',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
    'mobile ios ipad',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, 'mobile android'],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${CHROME} Safari/537.36`, 'mobile android'],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${CHROME} Mobile Safari/537.36 AgioApp/1.4.0`,
    'mobile webview android',
  ],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Mobile/15E148 AgioApp/2.0`, 'mobile webview ios'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'pc spider'],
  [
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) ${CHROME} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    'mobile android spider',
  ],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'pc spider'],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'pc spider'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', 'pc spider'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'pc spider'],
  ['Twitterbot/1.0', 'pc spider'],
  ['', 'pc'],
])('E10 %s is %s', (userAgent, expected) => {
  const device = deviceOf(userAgent, 'agio');
  expect(DEVICE_TYPES.filter((type) => device[type]).join(' ')).toBe(
    DEVICE_TYPES.filter((type) => expected.split(' ').includes(type)).join(' '),
  );
});

test('E10 the web view is named for the product, in one spelling', () => {
  expect(deviceOf('X AgioApp/1', 'agio').webview).toBe(true);
  expect(deviceOf('X agioapp/1', 'agio').webview).toBe(false);
  expect(deviceOf('X OtherApp/1', 'agio').webview).toBe(false);
  expect(deviceOf('X OtherApp/1', 'other').webview).toBe(true);
});
