/** Costs of perpetuals that could grow with the number of holders: a tick, one that liquidates a hundred, funding, one's own positions. */
import { restoreCore } from '../../core/index.ts';
import { TestPerps } from '../../core/testing/perps.ts';
import { type Growth, median } from './exponent.ts';

const SIZES = [1_000, 10_000, 50_000, 100_000];
const CONTRACTS = [1, 8];
/** Of each contract, for each holder, at a price of 50 000. */
const QUANTITY = 0.001;
/** How many accounts are liquidated by one tick, and in how many rounds. */
const FALLING = 100;
const FALLS = 5;
const TICKS = 40;
const READS = 30;
const FUNDINGS = 3;
const MAKER = 1;
export const SETTINGS = { maxOpenOrders: 0, leverageDefault: 20 };

interface Costs {
  readonly tick: number;
  readonly fall: number;
  readonly funding: number;
  readonly read: number;
}

/** In milliseconds, medians; the invariants are not checked meanwhile. */
export function holderGrowth(): Growth[] {
  void costsOf(500, 2);
  return CONTRACTS.flatMap((contracts) => {
    const costs = SIZES.map((size) => costsOf(size, contracts));
    const each = contracts === 1 ? 'one contract' : `${contracts} contracts each, all marks moving`;
    const row = (what: string, of: keyof Costs): Growth => ({
      what: `${what}, by holders with ${each}`,
      unit: 'ms',
      points: SIZES.map((size, at) => [size, costs[at]![of]] as const),
    });
    return [
      row('a tick of one mark that liquidates nobody', 'tick'),
      row(`a tick that liquidates ${FALLING}`, 'fall'),
      row('the funding of one contract', 'funding'),
      row('the positions of one user, after each mark moved', 'read'),
    ];
  });
}

function costsOf(size: number, contracts: number): Costs {
  const { x, symbols } = exchangeOf(size, contracts);
  const tick: number[] = [];
  const read: number[] = [];
  for (let round = 0; round < TICKS; round += 1) {
    for (const symbol of symbols) tick.push(move(x, symbol, 50_000 + ((round * 7) % 20)));
    if (round < READS) read.push(timed(() => void x.core.positions({ uid: 2 + round, wallet: 'FUTURES', symbol: '' })));
  }
  const passedOn: unknown[] = [];
  const funding = Array.from({ length: FUNDINGS }, () => {
    x.timeMs = x.core.contract('BTCUSDT')!.nextFundingMs;
    x.events.length = 0;
    const command = { kind: 'SettleFunding', symbol: 'BTCUSDT', seq: x.core.lastSeq + 1, timeMs: x.timeMs } as const;
    // As the engine's thread does it: what is told is passed on, and events are made of it elsewhere.
    return timed(() => {
      x.must(x.core.applyPacked(command));
      passedOn.push(x.core.takeTold());
    });
  });
  for (const symbol of symbols) move(x, symbol, 50_000);
  // Those who fall have a margin of 2, 3, … % of 20 longs, so that each step of the mark takes another hundred of them.
  const fall = Array.from({ length: FALLS }, (_, at) => {
    const cost = move(x, 'BTCUSDT', 50_000 * (1 - 0.01 * (at + 2)));
    const fallen = x.told('Liquidated').filter(({ step }) => step === 'STARTED').length;
    if (fallen !== FALLING) throw new Error(`${fallen} fell, not ${FALLING}`);
    return cost;
  });
  return { tick: median(tick), fall: median(fall), funding: median(funding), read: median(read) };
}

/** Half are long, half are short, against one maker; `FALLING * FALLS` more are long with little margin. */
export function exchangeOf(
  size: number,
  contracts: number,
  made = new TestPerps(SETTINGS),
): { readonly x: TestPerps; readonly symbols: readonly string[] } {
  const symbols = Array.from({ length: contracts }, (_, at) => (at === 0 ? 'BTCUSDT' : `A${at}USDT`));
  for (const symbol of symbols.slice(1)) {
    made.addContract(symbol, SETTINGS);
    made.mark(50_000, symbol);
  }
  const x = Object.assign(made, { core: restoreCore(made.core.snapshot()) });
  x.fund(MAKER, 80_000_000);
  // A fund that stands for what falls, so that no deleveraging is due.
  x.insure(1_000_000);
  const falling = FALLING * FALLS;
  for (let at = 0; at < size; at += 1) x.fund(2 + at, 50 * contracts);
  for (let at = 0; at < falling; at += 1) x.fund(2 + size + at, 0.5 * (3 + Math.floor(at / FALLING)) - 0.35);
  for (const symbol of symbols) {
    x.leverage(MAKER, 10, symbol);
    const isFirst = symbol === 'BTCUSDT';
    const buyers = (size >> 1) + (isFirst ? falling : 0);
    x.sell(MAKER, { price: 50_000, quantity: (buyers * QUANTITY).toFixed(3), symbol });
    const order = { price: 50_000, quantity: QUANTITY, symbol };
    for (let at = 0; at < size; at += 2) x.buy(2 + at, order);
    if (isFirst)
      for (let at = 0; at < falling; at += 1) {
        x.leverage(2 + size + at, 100, symbol);
        x.buy(2 + size + at, order);
      }
    x.buy(MAKER, { price: 50_000, quantity: ((size >> 1) * QUANTITY).toFixed(3), symbol });
    for (let at = 1; at < size; at += 2) x.sell(2 + at, order);
    x.events.length = 0;
  }
  return { x, symbols };
}

function move(x: TestPerps, symbol: string, price: number): number {
  x.timeMs += 50;
  x.events.length = 0;
  const units = Math.round(price * 1e8);
  const sources = [1, 2, 3].map(() => ({ price: units, weight: 1, timeMs: x.timeMs }));
  return timed(() => x.must(x.run({ kind: 'TickMark', symbol, sources })));
}

function timed(run: () => void): number {
  const before = performance.now();
  run();
  return performance.now() - before;
}
