/** At which prices exits of orders and of positions may stand (trading B15, B19). */
import { describe, expect, test } from 'vitest';
import { codeOf, units } from '../../testing/exchange.ts';
import { type Exit, TestPerps, text } from '../../testing/perps.ts';

/** 1 is long of 1 from 50 000 against 2; 3 has money. Tick 0.01; last and mark are 50 000. */
function traded(changes: object = {}): TestPerps {
  const x = new TestPerps(changes);
  for (const uid of [1, 2, 3]) x.fund(uid, 1_000_000);
  x.trade(1, 2, 50_000, 1);
  return x;
}

/** 2^31 - 1 ticks. */
const HIGHEST = '21474836.47';
const ABOVE_HIGHEST = '21474836.48';

describe('exits of an order', () => {
  test.each([
    ['BUY', 49_000, { takeProfit: { trigger: 49_000 } }, 'WOULD_TRIGGER_NOW'],
    // Below the last price, and still above where the order fills.
    ['BUY', 49_000, { takeProfit: { trigger: '49000.01' } }, 'OK'],
    ['BUY', 49_000, { stopLoss: { trigger: 49_000 } }, 'WOULD_TRIGGER_NOW'],
    ['BUY', 49_000, { stopLoss: { trigger: 49_500 } }, 'WOULD_TRIGGER_NOW'],
    ['BUY', 49_000, { stopLoss: { trigger: '48999.99' } }, 'OK'],
    ['SELL', 51_000, { takeProfit: { trigger: 51_000 } }, 'WOULD_TRIGGER_NOW'],
    ['SELL', 51_000, { takeProfit: { trigger: '50999.99' } }, 'OK'],
    ['SELL', 51_000, { stopLoss: { trigger: 50_500 } }, 'WOULD_TRIGGER_NOW'],
    ['SELL', 51_000, { stopLoss: { trigger: '51000.01' } }, 'OK'],
  ] as const)(
    'B15 a limit %s at %d with %o is answered %s: its own price is the reference',
    (side, price, exits, code) => {
      const x = traded();
      expect(codeOf(x.tryPlace(3, side, { price, quantity: 1, ...exits }))).toBe(code);
    },
  );

  test('B15 the reference of a market order is the price that the exit waits for: last, mark or index', () => {
    const x = traded();
    x.moveMark(50_200);
    x.sell(2, { price: 50_050, quantity: 3 });
    const set = (source: Exit['source'], trigger: number): string =>
      codeOf(x.tryPlace(3, 'BUY', { quantity: '0.1', takeProfit: { trigger, ...(source && { source }) } }));
    expect(set('MARK', 50_100)).toBe('WOULD_TRIGGER_NOW');
    expect(set('INDEX', 50_100)).toBe('WOULD_TRIGGER_NOW');
    expect(set('LAST', 50_000)).toBe('WOULD_TRIGGER_NOW');
    expect(set('LAST', 50_100)).toBe('OK');
    expect(set('MARK', 50_300)).toBe('OK');
  });

  test('B15 before the first trade the mark stands for the last price', () => {
    const x = new TestPerps();
    x.fund(3, 1_000_000);
    const set = (trigger: string): string =>
      codeOf(x.tryPlace(3, 'BUY', { quantity: '0.1', takeProfit: { trigger, source: 'LAST' } }));
    expect(set('50000')).toBe('WOULD_TRIGGER_NOW');
    expect(set('50000.01')).toBe('OK');
  });

  test('B15 what only closes has no exits', () => {
    const x = traded();
    const exits = { takeProfit: { trigger: 40_000 } };
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 51_000, quantity: 1, reduceOnly: true, ...exits }))).toBe(
      'BAD_FIELDS',
    );
    expect(codeOf(x.tryPlace(1, 'SELL', { price: 51_000, quantity: 1, reduceOnly: true }))).toBe('OK');
  });
});

describe('the grid of exits', () => {
  test.each([
    [{ trigger: '51000.001' }, 'PRICE_TICK'],
    [{ trigger: 51_000, price: '51500.005' }, 'PRICE_TICK'],
    [{ trigger: 0 }, 'PRICE_RANGE'],
    [{ trigger: ABOVE_HIGHEST }, 'PRICE_RANGE'],
    [{ trigger: 51_000, price: ABOVE_HIGHEST }, 'PRICE_RANGE'],
    [{ trigger: HIGHEST, price: HIGHEST }, 'OK'],
    [{ trigger: 51_000, price: '0.01' }, 'OK'],
  ] as const)('B15 B19 a take-profit %o of an order and of a position is answered %s', (takeProfit, code) => {
    const x = traded();
    expect(codeOf(x.tryExits(1, { takeProfit }))).toBe(code);
    expect(codeOf(x.tryExits(1, { takeProfit, quantity: '0.1' }))).toBe(code);
    expect(codeOf(x.tryPlace(3, 'BUY', { price: 49_000, quantity: 1, takeProfit }))).toBe(code);
  });

  test('B15 a refused exit leaves those that there are, and the other of its pair sets nothing', () => {
    const x = traded();
    x.must(x.tryExits(1, { takeProfit: { trigger: 52_000 }, stopLoss: { trigger: 48_000 } }));
    const wrong = { takeProfit: { trigger: 53_000 }, stopLoss: { trigger: 50_001 } };
    expect(codeOf(x.tryExits(1, wrong))).toBe('WOULD_TRIGGER_NOW');
    const left = x.core.openStopOrders(x.owner(1)).map((stop) => text(stop.triggerPrice));
    expect(left).toEqual(['52000', '48000']);
  });
});

test('B15 exits need neither margin nor a smallest value, and close what they are for', () => {
  const x = new TestPerps({ minNotional: units(1_000) });
  x.fund(2, 1_000_000);
  x.fund(3, 1_000_000);
  // Its margin at 20 times takes all that there is.
  x.fund(1, 2_500);
  x.trade(1, 2, 50_000, 1);
  const small = { quantity: '0.001', stopLoss: { trigger: 49_990 } };
  expect(codeOf(x.tryPlace(1, 'BUY', { price: 49_000, quantity: '0.001' }))).not.toBe('OK');
  x.must(x.tryExits(1, small));
  x.buy(3, { price: 49_980, quantity: 5 });
  x.trade(3, 2, 49_990, '0.1');
  expect(x.positions(1)).toEqual(['BTCUSDT LONG 0.999 49950']);
});
