/** The perpetuals' conditional orders and exits (trading B15). */
import { change, type Mutation } from './mutation.ts';

export const perpStopMutations: readonly Mutation[] = [
  {
    breaks: 'one of a pair of exits leaves the other one waiting',
    file: 'core/perp/orders/stops.ts',
    snippet: "if (pair !== undefined) this.end(pair, 'CANCELED', 'OCO', timeMs);",
    replacement: '',
    killer: 'core/perp/orders/stops.test.ts',
  },
  {
    breaks: 'the exits of an order that ended are kept',
    file: 'core/perp/perps.ts',
    snippet: 'this.stops.exitsByOrder.delete(id);',
    replacement: '',
    killer: 'core/perp/orders/stops.test.ts',
    test: 'those of resting orders are two an order',
  },
  {
    breaks: 'exits of a limit order are judged at the price of now',
    file: 'core/perp/orders/stop-checks.ts',
    snippet: 'limit !== 0 ? BigInt(limit) : priceOf(contract, exit.source)',
    replacement: 'priceOf(contract, exit.source)',
    killer: 'core/perp/orders/exit-prices.test.ts',
    test: 'its own price is the reference',
  },
  {
    breaks: 'the limit price of an exit may be off the grid',
    file: 'core/perp/orders/stop-checks.ts',
    snippet: 'exit.price === 0 ? null : checkPrice(exit.price / contract.tickSize)',
    replacement: 'null',
    killer: 'core/perp/orders/exit-prices.test.ts',
    test: 'the grid of exits',
  },
  change(
    'a trailing conditional order keeps its best price when its callback changes, and may fire at once',
    'core/perp/orders/amend-stop.ts',
    ['stop.extreme = priceOf(contract, stop.source);', 'stop.extreme = stop.extreme + 0n;'],
    ['core/perp/orders/amend-stop.test.ts', 'a trailing stop follows on'],
  ),
  change(
    'the trigger of a conditional order may be moved behind the price',
    'core/perp/orders/amend-stop.ts',
    ['checkNewTrigger(contract, stop, change);', '(checkNewTrigger(contract, stop, change), null);'],
    ['core/perp/orders/amend-stop.test.ts', 'the price is there already'],
  ),
];
