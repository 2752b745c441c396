/** What a fill costs a maker does not grow with the orders that the maker has. Orders are counted, not time. */
import { expect, test } from 'vitest';
import { restoreCore } from '../../index.ts';
import { machineOf } from '../../testing/exchange.ts';
import { TestPerps, text } from '../../testing/perps.ts';

const [TAKER, MAKER] = [1, 2];

/** How often the live orders of the maker's only contract are looked through from here on. */
function watched(x: TestPerps): () => number {
  const holding = machineOf(x.core).perps.accounts.find(MAKER, 'FUTURES')!.holdings.get(0)!;
  let walks = 0;
  const { orders } = holding;
  const walk = orders[Symbol.iterator].bind(orders);
  for (const name of [Symbol.iterator, 'values', 'keys'] as const)
    Object.defineProperty(orders, name, { value: () => ((walks += 1), walk()) });
  return () => walks;
}

test('trading B17 a fill looks at none of the orders that its maker has besides, but for those that only reduce', () => {
  const made = new TestPerps({ maxOpenOrders: 0, leverageDefault: 10 });
  // A core that does not check every invariant after every command: those checks look at everything.
  const x = Object.assign(made, { core: restoreCore(made.core.snapshot()) });
  for (const uid of [TAKER, MAKER]) x.fund(uid, 1_000_000);
  for (let at = 0; at < 50; at += 1) {
    x.sell(MAKER, { price: 50_000 + at, quantity: '0.001' });
    x.buy(MAKER, { price: 49_000 - at, quantity: '0.001' });
  }
  x.buy(TAKER, { price: 50_000, quantity: '0.001', tif: 'IOC' });
  const walks = watched(x);
  for (let at = 1; at < 20; at += 1) x.buy(TAKER, { price: 50_000 + at, quantity: '0.001', tif: 'IOC' });
  expect(walks()).toBe(0);

  // Its order that only reduces is cut all the same, as its position shrinks.
  const { orderId } = x.buy(MAKER, { price: 48_000, quantity: '0.02', reduceOnly: true });
  x.sell(TAKER, { price: 49_000, quantity: '0.001', tif: 'IOC' });
  expect(walks()).toBe(0);
  const order = x.core.openPerpOrders(x.owner(MAKER)).find((one) => one.orderId === orderId);
  expect(text(order!.quantity)).toBe('0.019');
});
