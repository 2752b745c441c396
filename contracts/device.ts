/**
 * What opened the page, read from its user agent. Several are true at once: an iPhone in the native app is mobile, ios
 * and webview. An iPad that calls itself a Mac cannot be told from one. Values only: pages import this module.
 */
export const DEVICE_TYPES = ['mobile', 'webview', 'pc', 'ios', 'android', 'ipad', 'spider'] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];
export type Device = Readonly<Record<DeviceType, boolean>>;

/** Crawlers name themselves by one of these, or give an address to read about them. Cubot is a telephone. */
const SPIDER =
  /(?<!cu)bot(?:\b|_)|crawl|spider|slurp|facebookexternalhit|embedly|preview|mediapartners|lighthouse|inspectiontool|feedfetcher|whatsapp\/|vkshare|ia_archiver|\byeti\b|\+https?:\/\//i;

/** Programs that read pages and no people: they get whole pages in place, and are not counted. */
export const isCrawlerAgent = (userAgent: string): boolean => SPIDER.test(userAgent);

export function deviceOf(userAgent: string, product: string): Device {
  const ipad = /iPad/.test(userAgent);
  const ios = ipad || /iPhone|iPod/.test(userAgent);
  // A Windows phone wrote "Android" into its name so that sites would know it for a phone.
  const android = /Android/.test(userAgent) && !/Windows Phone/.test(userAgent);
  const mobile = ios || android || /Mobile|Windows Phone|Opera Mini|BlackBerry/.test(userAgent);
  return {
    mobile,
    webview: userAgent.includes(`${product.charAt(0).toUpperCase()}${product.slice(1)}App/`),
    pc: !mobile,
    ios,
    android,
    ipad,
    spider: isCrawlerAgent(userAgent),
  };
}
