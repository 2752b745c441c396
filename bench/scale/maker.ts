/** Somebody whose orders change a book all the time, and who notes how long each waits for its answer. */
import WebSocket from 'ws';
import { SOCKET_PATHS } from '../../contracts/ws/socket-paths.ts';
import { createTrader, type OperatorAccess, type Trader } from '../../test/trader.ts';
import { signedParams } from '../trading/orders.ts';

/** Two orders between two updates, so that none goes out empty. */
const EVERY_MS = 40;
const LEVELS = 95;

export interface Maker {
  forgetWaits(): void;
  /** What 99 of 100 orders waited at most since then, in milliseconds. */
  p99(): number;
  stop(): Promise<void>;
}

let makers = 0;

/** Fills the book with some hundred levels a side; then places and cancels one order after the other. Throws where an order is refused. */
export async function startMaker(operator: OperatorAccess, port: number, symbol: string): Promise<Maker> {
  const trader = await createTrader(operator, `maker${(makers += 1)}`);
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATHS.tradingApi}`, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const call = caller(socket, trader);
  for (let at = 0; at < LEVELS; at += 1) {
    await call('order.place', orderOf(symbol, 'BUY', at));
    await call('order.place', orderOf(symbol, 'SELL', at));
  }
  let waits: number[] = [];
  let placed = LEVELS;
  let isStopped = false;
  const trade = async (): Promise<void> => {
    for (; !isStopped; placed += 1) {
      const began = performance.now();
      const { orderId } = await call(
        'order.place',
        orderOf(symbol, placed % 2 === 0 ? 'BUY' : 'SELL', placed % LEVELS),
      );
      waits.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, EVERY_MS - (performance.now() - began))));
      await call('order.cancel', { symbol, orderId });
    }
  };
  const trading = trade();
  trading.catch((error: unknown) => void process.stderr.write(`${String(error)}\n`));
  return {
    forgetWaits: () => void (waits = []),
    p99: () => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!,
    async stop() {
      isStopped = true;
      await trading;
      await call('openOrders.cancelAll', { symbol });
      socket.close();
    },
  };
}

function orderOf(symbol: string, side: 'BUY' | 'SELL', at: number): Readonly<Record<string, string>> {
  const price = (side === 'BUY' ? 94_900 - at : 95_100 + at).toFixed(2);
  const quantity = (0.001 * (1 + (at % 7))).toFixed(3);
  return { symbol, side, type: 'LIMIT', timeInForce: 'GTC', price, quantity, newOrderRespType: 'ACK' };
}

type Call = (method: string, parameters: Readonly<Record<string, string | number>>) => Promise<{ orderId: number }>;

/** Sends one request after the other. */
function caller(socket: WebSocket, trader: Trader): Call {
  let id = 0;
  return (method, parameters) =>
    new Promise((resolve, reject) => {
      socket.once('message', (data: Buffer) => {
        const { status, result, error } = JSON.parse(data.toString('utf8')) as {
          status: number;
          result: { orderId: number };
          error?: { msg: string };
        };
        if (status === 200) resolve(result);
        else reject(new Error(`${method} was refused: ${error?.msg}`));
      });
      socket.send(
        JSON.stringify({ id: (id += 1), method, params: signedParams(trader, { ...parameters, recvWindow: 60_000 }) }),
      );
    });
}
