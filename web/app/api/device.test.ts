import { deviceOf } from '@agio/contracts/device';
import { expect, test } from 'vitest';
import { clientType, platformOf } from './device.ts';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

test.each([
  ['E10 desktop', DESKTOP, 'pc', 'pc'],
  ['E10 iPhone', PHONE, 'mobile', 'ios'],
  ['E10 iPad', 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) Mobile/15E148', 'mobile', 'ios'],
  ['E10 Android', ANDROID, 'mobile', 'android'],
  ['E10 other phone', 'Mozilla/5.0 (Mobile; rv:109.0) Gecko/109.0 Firefox/109.0', 'mobile', 'pc'],
  ['E10 web view', `${PHONE} AgioApp/1.4.0`, 'webview', 'ios'],
])('%s', (_name, agent, client, platform) => {
  const device = deviceOf(agent, 'agio');
  expect([clientType(device), platformOf(device)]).toEqual([client, platform]);
});
