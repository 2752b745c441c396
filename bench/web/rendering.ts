/**
 * Pages that are rendered anew for each request, from 32 connections: how many a second, for visitors and for a person who is logged
 * in, and how long orders wait meanwhile.
 */
import { createTrader } from '../trading/trader.ts';
import { measureOrderWait, type OrderWait } from './order-wait.ts';
import { loadPages, type PageLoad } from './page-load.ts';
import { logIn } from './log-in.ts';

const CONNECTIONS = 32;
const PAGES = [
  { page: 'home', path: '/' },
  { page: 'spot terminal', path: '/spot-trade/BTCUSDT' },
] as const;

export interface RenderedPages {
  readonly pages: readonly (PageLoad & { readonly name: string; readonly orders: OrderWait | null })[];
  /** While nobody asks for pages. */
  readonly quiet: OrderWait;
}

/** `url` is a demo exchange without a page cache, `directory` its data. */
export async function measureRendering(url: string, directory: string, seconds: number): Promise<RenderedPages> {
  const trader = await createTrader(directory, 'page-bench');
  const cookie = await logIn(url);
  const pages: RenderedPages['pages'][number][] = [];
  const load = { connections: CONNECTIONS, acceptEncoding: 'identity' };
  for (const { page, path } of PAGES) {
    for (const [who, sent] of [['visitor', ''], ['logged in', cookie]] as const) {
      const asked = { ...load, url: url + path, cookie: sent };
      await loadPages({ ...asked, seconds: 1 });
      const alone = await loadPages({ ...asked, seconds });
      pages.push({ name: `${page}, ${who}`, ...alone, orders: null });
      const [loaded, orders] = await Promise.all([
        loadPages({ ...asked, seconds }),
        measureOrderWait({ url, trader, seconds }),
      ]);
      pages.push({ name: `${page}, ${who}, beside orders`, ...loaded, orders });
    }
  }
  return { pages, quiet: await measureOrderWait({ url, trader, seconds }) };
}
