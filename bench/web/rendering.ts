/**
 * Pages that are rendered anew for each request, from 32 connections: how many a second, for visitors and for a person who is logged
 * in, and how long orders wait meanwhile.
 */
import { createTrader, operatorOf } from '../../test/trader.ts';
import { measureOrderWait, type OrderWait } from './order-wait.ts';
import { loadPages, type PageLoad } from './page-load.ts';
import { logIn } from './log-in.ts';

const CONNECTIONS = 32;
const PAGES = [
  { page: 'home', path: '/' },
  { page: 'spot terminal', path: '/spot-trade/BTCUSDT' },
] as const;

/** One page for one kind of visitor. */
export interface Rendering extends PageLoad {
  readonly name: string;
  /** Of orders that were sent while the same was asked for once more. */
  readonly orders: OrderWait;
  /** Pages a second beside those orders. */
  readonly perSecondBesideOrders: number;
}

export interface Renderings {
  readonly pages: readonly Rendering[];
  /** While nobody asks for pages. */
  readonly quiet: OrderWait;
}

/** `url` is a demo exchange without a page cache, `directory` its data. Takes some nine times `seconds`. */
export async function measureRendering(url: string, directory: string, seconds: number): Promise<Renderings> {
  const trader = await createTrader(operatorOf(directory), 'page-bench');
  const cookie = await logIn(url);
  const wait = (): Promise<OrderWait> => measureOrderWait({ url, trader, seconds });
  const quiet = await wait();
  const pages: Rendering[] = [];
  for (const { page, path } of PAGES) {
    for (const who of ['visitor', 'logged in'] as const) {
      const asked = {
        url: url + path,
        connections: CONNECTIONS,
        acceptEncoding: 'identity',
        cookie: who === 'visitor' ? '' : cookie,
      };
      await loadPages({ ...asked, seconds: 1 });
      const alone = await loadPages({ ...asked, seconds });
      const [beside, orders] = await Promise.all([loadPages({ ...asked, seconds }), wait()]);
      pages.push({ name: `${page}, ${who}`, ...alone, orders, perSecondBesideOrders: beside.perSecond });
    }
  }
  return { pages, quiet };
}

/** `starter`: pages a second of the framework's own starter page in the same run. */
export function renderingReport({ pages, quiet }: Renderings, starter: PageLoad): string[] {
  const ms = (value: number): string => value.toFixed(1).padStart(8);
  return [
    `\nPages rendered anew, ${CONNECTIONS} connections, and orders sent meanwhile, fifty a second (client and server share the machine)`,
    'page                          pages/s   p50 ms   p99 ms   to the starter page   order p50   order p99   longest',
    ...pages.map(({ name, perSecond, p50Ms, p99Ms, orders }) =>
      [
        name.padEnd(28),
        String(perSecond).padStart(8),
        ms(p50Ms),
        ms(p99Ms),
        `${(perSecond / starter.perSecond).toFixed(2)} x`.padStart(21),
        ms(orders.p50Ms).padStart(11),
        ms(orders.p99Ms).padStart(11),
        ms(orders.mostMs).padStart(9),
      ].join(' '),
    ),
    `orders while nobody asks for pages: p50 ${quiet.p50Ms.toFixed(1)} ms, p99 ${quiet.p99Ms.toFixed(1)} ms, longest ${quiet.mostMs.toFixed(1)} ms`,
    `the starter page: ${starter.perSecond} a second`,
  ];
}
