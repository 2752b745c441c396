/** Users of spot beside those of perpetuals, for costs that depend on how much an exchange holds. */
import { parameters } from '../../core/testing/exchange.ts';
import type { TestPerps } from '../../core/testing/perps.ts';

export const SYMBOL = 'ETHUSDT';
const FUNDS = 1e10;

/** Each user offers one lot for sale or bids for one, on two sides that do not meet. */
export function addSpot(x: TestPerps, users: number): void {
  x.run({ kind: 'CreateAsset', asset: 'ETH', scale: 8 });
  x.run({ kind: 'CreateMarket', symbol: SYMBOL, base: 'ETH', quote: 'USDT', parameters: parameters() });
  for (let uid = 2; uid < 2 + users; uid += 1) {
    for (const asset of ['ETH', 'USDT']) {
      const idempotency = { key: `s${uid}${asset}`, fingerprint: '' };
      x.must(x.run({ kind: 'Deposit', uid, asset, amount: FUNDS, idempotency }));
    }
    const side = uid % 2 === 0 ? 'BUY' : 'SELL';
    const price = (side === 'BUY' ? 1_000 + (uid % 500) : 2_000 + (uid % 500)) * 1e8;
    x.must(
      x.run({
        kind: 'PlaceOrder',
        uid,
        symbol: SYMBOL,
        side,
        type: 'LIMIT',
        timeInForce: 'GTC',
        price,
        quantity: 100_000,
        quoteAmount: 0,
        maxSlippage: 0,
        stpMode: '',
        clientOrderId: '',
        idempotency: null,
      }),
    );
    x.events.length = 0;
  }
}
