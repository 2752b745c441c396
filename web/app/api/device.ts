/** What the user agent says about the device. Pure. */
export type DeviceType = 'mobile' | 'webview' | 'pc' | 'ios' | 'android' | 'ipad' | 'spider';

export interface Device {
  readonly isSpider: boolean;
  readonly isIpad: boolean;
  /** What the header client-type says. */
  readonly client: 'pc' | 'mobile' | 'webview';
  readonly platform: 'pc' | 'ios' | 'android';
}

/** Our own app names itself in its web views. */
const WEB_VIEW = /\bAgioApp\//;
const SPIDER =
  /bot\b|bot\/|spider|crawl|slurp|mediapartners|facebookexternalhit|embedly|whatsapp|lighthouse|headlessprerender/i;

export function describeDevice(userAgent: string): Device {
  const isIpad = /iPad/.test(userAgent);
  const platform = /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : /Android/.test(userAgent) ? 'android' : 'pc';
  const isMobile = platform !== 'pc' || /Mobile/.test(userAgent);
  return {
    isSpider: SPIDER.test(userAgent),
    isIpad,
    client: WEB_VIEW.test(userAgent) ? 'webview' : isMobile ? 'mobile' : 'pc',
    platform,
  };
}

/** The one word for a device, the most telling first. */
export function deviceType(userAgent: string): DeviceType {
  const { isSpider, isIpad, client, platform } = describeDevice(userAgent);
  if (isSpider) return 'spider';
  if (client === 'webview') return 'webview';
  if (isIpad) return 'ipad';
  if (platform !== 'pc') return platform;
  return client;
}
