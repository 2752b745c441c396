/** The exchange that is measured, in a process of its own: it says when it is ready, and how much processor time it has used. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personWithPossessions } from '../../test/calls/possessions.ts';
import { bootExchange, type TestExchange, type TestUser } from '../../test/exchange.ts';
import type { Measured } from './measured.ts';
import { writeOldKlines } from './old-klines.ts';

const RESTING = 150;
/** Each trader has three entries of the ledger from a trade, and the export of a ledger comes in pieces of 5,000. */
const TRADES = 1_700;

/** A book with this many orders a side, and this many trades; answers one of its two traders. */
async function fillMarket(exchange: TestExchange): Promise<TestUser> {
  const funds = { USDT: '50000000', BTC: '1000' };
  const makers = [await exchange.createUser(funds), await exchange.createUser(funds)] as const;
  const place = async (user: TestUser, side: string, price: number, quantity: string): Promise<void> => {
    const order = { symbol: 'BTCUSDT', side, type: 'LIMIT', price: price.toFixed(2), quantity };
    const { code, msg } = await exchange.call('POST', '/web/spot/order/place', order, { token: user.token });
    if (code !== 0) throw new Error(`an order of the book was refused: ${msg}`);
  };
  for (let at = 0; at < RESTING; at++) {
    await place(makers[0], 'BUY', 96_300 - at, '0.01');
    await place(makers[1], 'SELL', 96_500 + at, '0.01');
  }
  for (let at = 0; at < TRADES; at++) {
    await place(makers[at % 2]!, 'SELL', 96_400, '0.001');
    await place(makers[(at + 1) % 2]!, 'BUY', 96_400, '0.001');
  }
  return makers[0];
}

/** Nanoseconds of all threads of the processes below this one, PostgreSQL's and the renderer of pages: known on Linux only, elsewhere 0. */
function childrenNs(): number {
  try {
    const parents = new Map<number, number>();
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const stat = tryRead(`/proc/${name}/stat`);
      if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    }
    const isBelow = (pid: number): boolean => {
      const parent = parents.get(pid);
      return parent !== undefined && (parent === process.pid || isBelow(parent));
    };
    const spent = [...parents.keys()]
      .filter(isBelow)
      .flatMap((pid) => threadsOf(pid).map((thread) => tryRead(`/proc/${pid}/task/${thread}/schedstat`)))
      .map((stat) => Number(stat.split(' ')[0]));
    return spent.reduce((sum, ns) => sum + ns, 0);
  } catch {
    return 0;
  }
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A process may end between the list and the reading. */
function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const directory = mkdtempSync(join(tmpdir(), 'agio-bench-'));
await writeOldKlines(directory);
const exchange = await bootExchange({
  directory,
  databaseUrl: '',
  checksAnswers: false,
  environment: { INDEX_SOURCES: 'demo', PAGE_CACHE: '1', LOG_LEVEL: 'error' },
});
// The first page starts the renderer, which is there before anything is measured.
await (await fetch(exchange.url)).text();
const trader = await fillMarket(exchange);
const { user, things, futuresPrice } = await personWithPossessions(exchange);
const measured: Measured = {
  url: exchange.url,
  operatorUrl: exchange.exchange.operatorUrl,
  operatorToken: exchange.exchange.config.operatorToken,
  served: exchange.exchange.served,
  user,
  trader,
  things,
  futuresPrice,
};
const stop = async (): Promise<void> => {
  await exchange.close();
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
};
process.on('message', (message) => {
  if (message === 'stop') void stop();
  if (message !== 'cpu') return;
  const { user: own, system } = process.cpuUsage();
  process.send!({ cpuMs: (own + system) / 1_000 + childrenNs() / 1_000_000 });
});
process.send!(measured);
