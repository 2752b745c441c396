import { deviceOf, type Device } from '@agio/contracts/device';
import { browserSite } from '../addresses/browser-site.ts';

export function browserDevice(): Device {
  return deviceOf(navigator.userAgent, browserSite().product);
}

/** The value of the header client-type and of the human verification. */
export function clientType({ webview, mobile }: Device): 'pc' | 'mobile' | 'webview' {
  return webview ? 'webview' : mobile ? 'mobile' : 'pc';
}

export function platformOf({ ios, android }: Device): 'pc' | 'ios' | 'android' {
  return ios ? 'ios' : android ? 'android' : 'pc';
}
