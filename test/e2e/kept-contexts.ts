/**
 * Contexts of the browser go from one person to the next, as a machine in a library does: cookies, storage and pages of the one before are
 * gone, the files of the site that it has loaded stay. To load and compile all of them anew is more than half of what a page costs.
 */
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** By browser, then by what the contexts were made with. */
const kept = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/** What they do to a context cannot be taken back: one that was changed so is not lent again. */
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const;

/** A context that knows nobody; its `close` gives it back. */
export async function lendContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const ofBrowser = kept.get(browser) ?? new Map<string, BrowserContext[]>();
  kept.set(browser, ofBrowser);
  const kind = JSON.stringify(options);
  const idle = ofBrowser.get(kind) ?? [];
  ofBrowser.set(kind, idle);
  return idle.pop() ?? returning(await browser.newContext(options), options.baseURL!, idle);
}

function returning(context: BrowserContext, url: string, idle: BrowserContext[]): BrowserContext {
  let isChanged = false;
  for (const name of LASTING) {
    const own = context[name];
    const noted = (...terms: unknown[]): unknown => {
      isChanged = true;
      return Reflect.apply(own, context, terms);
    };
    Object.assign(context, { [name]: noted });
  }
  const close = context.close.bind(context);
  context.close = async () => {
    if (idle.includes(context)) return;
    if (isChanged || !(await forget(context, url))) return close();
    idle.push(context);
  };
  return context;
}

/** Whether nothing of the person is left; a page that hangs, or a browser that ends, leaves a context that is not lent again. */
async function forget(context: BrowserContext, url: string): Promise<boolean> {
  try {
    await Promise.all(context.pages().map((page) => page.close()));
    await context.clearCookies();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', {
      origin: new URL(url).origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    });
    await page.close();
    return true;
  } catch {
    return false;
  }
}
