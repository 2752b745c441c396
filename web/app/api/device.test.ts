import { expect, test } from 'vitest';
import { describeDevice, deviceType } from './device.ts';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

test.each([
  ['E10 desktop', DESKTOP, 'pc', 'pc', 'pc'],
  ['E10 iPhone', PHONE, 'ios', 'mobile', 'ios'],
  ['E10 iPad', 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) Mobile/15E148', 'ipad', 'mobile', 'ios'],
  ['E10 Android', ANDROID, 'android', 'mobile', 'android'],
  ['E10 other phone', 'Mozilla/5.0 (Mobile; rv:109.0) Gecko/109.0 Firefox/109.0', 'mobile', 'mobile', 'pc'],
  ['E10 web view', `${PHONE} AgioApp/1.4.0`, 'webview', 'webview', 'ios'],
  ['E10 crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'spider', 'pc', 'pc'],
])('%s', (_name, agent, type, client, platform) => {
  expect(deviceType(agent)).toBe(type);
  expect(describeDevice(agent)).toMatchObject({ client, platform });
});
