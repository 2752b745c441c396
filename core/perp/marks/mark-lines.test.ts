/** A tick looks at those whose line it passed, whatever the number of holders (decision 075). Accounts are counted, not time. */
import { describe, expect, test } from 'vitest';
import { restoreCore } from '../../index.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import { machineOf, units } from '../../testing/exchange.ts';
import { TestPerps } from '../../testing/perps.ts';
import type { MarkLines } from './mark-lines.ts';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT'];
const MAKER = 1;
const FREE = { maxOpenOrders: 0, leverageDefault: 10 };

const linesOf = (x: TestPerps): MarkLines => machineOf(x.core).perps.lines;
const fallen = (x: TestPerps): number[] =>
  x
    .told('Liquidated')
    .filter(({ step }) => step === 'STARTED')
    .map(({ uid }) => uid);

/** `count` holders of both contracts, half of them short, each worth 100 and able to lose that; the invariants are not checked. */
function holders(count: number): TestPerps {
  const made = new TestPerps(FREE);
  made.addContract('ETHUSDT', FREE);
  made.mark(50_000, 'ETHUSDT');
  const x = Object.assign(made, { core: restoreCore(made.core.snapshot()) });
  x.fund(MAKER, 80_000_000);
  for (let uid = 2; uid < 2 + count; uid += 1) x.fund(uid, 100);
  for (const symbol of SYMBOLS) {
    const quantity = (count / 2_000).toFixed(3);
    for (const side of ['buy', 'sell'] as const) {
      x[side === 'buy' ? 'sell' : 'buy'](MAKER, { price: 50_000, quantity, symbol });
      for (let uid = side === 'buy' ? 2 : 3; uid < 2 + count; uid += 2)
        x[side](uid, { price: 50_000, quantity: '0.001', symbol });
    }
    x.moveMark(50_000, symbol);
  }
  return x;
}

/** How many accounts this looks at. */
function lookedAt(x: TestPerps, run: () => void): number {
  const before = linesOf(x).looked;
  run();
  return linesOf(x).looked - before;
}

describe('how many accounts a tick looks at', () => {
  test.each([100, 1_000, 4_000])('B13 of %i holders nobody, while no line is passed', (count) => {
    const x = holders(count);
    for (const price of [50_100, 49_000, 51_000, 50_000])
      for (const symbol of SYMBOLS) expect(lookedAt(x, () => x.moveMark(price, symbol))).toBe(0);
  });

  test.each([100, 1_000])('B13 of %i holders those that it liquidates, and those whose account changed', (count) => {
    const x = holders(count);
    x.fund(2 + count, 3);
    x.sell(MAKER, { price: 50_000, quantity: '0.001' });
    x.leverage(2 + count, 100);
    x.buy(2 + count, { price: 50_000, quantity: '0.001' });
    // The maker and the new holder changed: they are looked at once, and their lines are made.
    expect(lookedAt(x, () => x.moveMark(50_000))).toBe(4);
    expect(lookedAt(x, () => x.moveMark(49_900))).toBe(0);
    expect(lookedAt(x, () => x.moveMark(47_100))).toBeLessThan(6);
    expect(fallen(x)).toEqual([2 + count]);
  });
});

describe('what makes the lines of an account anew', () => {
  /** A long of 1 at 50 000 with a margin of 5 000; the other side has plenty. */
  function long(): TestPerps {
    const x = new TestPerps(FREE);
    x.fund(2, 5_000);
    x.fund(MAKER, 10_000_000);
    x.trade(2, MAKER, 50_000, 1);
    x.moveMark(50_000);
    return x;
  }

  test('B13 money that comes in moves the line away, money that leaves brings it near', () => {
    const x = long();
    x.fund(2, 5_000);
    x.moveMark(44_000);
    expect(fallen(x)).toEqual([]);
    x.moveMark(50_000);
    const idempotency = { key: 'out', fingerprint: '' };
    const move = { kind: 'Transfer', uid: 2, asset: 'USDT', from: 'FUTURES', to: 'SPOT' } as const;
    x.must(x.run({ ...move, amount: units(4_900), idempotency }));
    x.moveMark(45_150);
    expect(fallen(x)).toEqual([]);
    x.moveMark(45_000);
    expect(fallen(x)).toEqual([2]);
  });

  test('B13 a larger position has a nearer line', () => {
    const x = long();
    x.fund(2, 10_000);
    x.trade(2, MAKER, 50_000, 2);
    x.moveMark(45_500);
    expect(fallen(x)).toEqual([]);
    x.moveMark(45_200);
    expect(fallen(x)).toEqual([2]);
  });

  test('B2 B13 the maintenance margin of a short grows with the mark, and its line is nearer for it', () => {
    const tiers = [{ cap: units(10_000_000), maxLeverage: 5, rate: 15_000_000 }];
    const x = new TestPerps({ ...FREE, leverageDefault: 5, leverageMax: 5, tiers });
    x.fund(2, 20_000);
    x.fund(MAKER, 10_000_000);
    x.trade(MAKER, 2, 50_000, 1);
    for (let price = 50_500; price <= 60_500; price += 500) x.moveMark(price);
    expect(fallen(x)).toEqual([]);
    x.moveMark(60_900);
    expect(fallen(x)).toEqual([2]);
  });

  test('B2 B13 other tiers are other lines', () => {
    const x = long();
    const { parameters, version } = x.core.contract('BTCUSDT')!;
    const tiers = [{ cap: units(1_000_000), maxLeverage: 10, rate: 5_000_000 }];
    const command = { kind: 'ChangeContract', symbol: 'BTCUSDT', version: version + 1 } as const;
    x.must(x.run({ ...command, parameters: { ...parameters, tiers } }));
    x.moveMark(47_500);
    expect(fallen(x)).toEqual([]);
    x.moveMark(47_300);
    expect(fallen(x)).toEqual([2]);
  });

  test('B11 losses in several contracts add up, each short of a line of its own', () => {
    const x = new TestPerps(FREE);
    x.addContract('ETHUSDT', FREE);
    x.mark(50_000, 'ETHUSDT');
    x.fund(2, 10_000);
    x.fund(MAKER, 10_000_000);
    for (const symbol of SYMBOLS) x.trade(2, MAKER, 50_000, 1, symbol);
    for (let price = 49_900; price > 45_400; price -= 100) for (const symbol of SYMBOLS) x.moveMark(price, symbol);
    expect(fallen(x)).toEqual([]);
    for (const symbol of SYMBOLS) x.moveMark(45_100, symbol);
    expect(fallen(x)).toEqual([2]);
  });
});

test('B8 who is under water while an index is missing is looked at with every mark, and liquidated when it is back', () => {
  const x = new TestPerps({ leverageDefault: 20 });
  x.addContract('ETHUSDT', { leverageDefault: 20 });
  x.mark(1_000, 'ETHUSDT');
  x.fund(2, 3_100);
  x.fund(MAKER, 1_000_000);
  x.trade(2, MAKER, 50_000, 1);
  x.trade(2, MAKER, 1_000, 10, 'ETHUSDT');
  x.timeMs += 60_001;
  x.must(x.run({ kind: 'TickMark', symbol: 'BTCUSDT', sources: [] }));
  x.moveMark(600, 'ETHUSDT');
  expect(lookedAt(x, () => x.moveMark(601, 'ETHUSDT'))).toBe(2);
  expect(fallen(x)).toEqual([]);
  x.moveMark(50_000);
  expect(fallen(x)).toEqual([2]);
});

test('C4.16 a restored exchange liquidates the same with the same mark, and has lines before its first tick', () => {
  const x = holders(100);
  const y = restoreCore(x.core.snapshot());
  const lines = machineOf(y).perps.lines;
  const { looked } = lines;
  const tick = (price: number, timeMs: number): CoreEvent[][] => {
    const source = { price: units(price), weight: 1, timeMs };
    const fields = { kind: 'TickMark', symbol: 'BTCUSDT', sources: [source, source, source] } as const;
    const seq = y.lastSeq + 1;
    return [x.core, y].map((core) => {
      const events: CoreEvent[] = [];
      expect(core.apply({ ...fields, seq, timeMs } as never, (event) => void events.push(event)).ok).toBe(true);
      return events;
    });
  };
  tick(49_000, x.timeMs + 1);
  expect(lines.looked - looked).toBe(0);
  const [before, restored] = tick(160_000, x.timeMs + 60_001);
  expect(restored).toEqual(before);
  expect(restored!.filter(({ kind }) => kind === 'Liquidated').length).toBeGreaterThan(10);
});
