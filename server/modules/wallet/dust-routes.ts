/** The calls about small balances (trading C7). */
import { implement, type Route } from '@agio/contracts/endpoint';
import * as contract from '@agio/contracts/http/wallet';
import type { EngineHandle } from '../../engine/index.ts';
import { type Markets, priceText, rateText } from '../markets/index.ts';
import { amountText, type Funds } from './service.ts';

export function dustRoutes(engine: EngineHandle, markets: Markets, funds: Funds): Route[] {
  return [
    implement(contract.dust, async ({ caller }) => {
      const { into, feeRate, limit, waitsUntilMs, coins } = await engine.query('dust', { uid: caller.uid });
      return {
        into,
        feeRate: rateText(feeRate),
        // Zero where the exchange has no USDT.
        limit: limit === 0 ? '0' : amountText(markets, into, limit),
        waitsUntil: waitsUntilMs === 0 ? null : waitsUntilMs,
        coins: coins.map(({ asset, amount, price, value, fee, received }) => ({
          asset,
          amount: amountText(markets, asset, amount),
          price: priceText(price),
          value: amountText(markets, into, value),
          fee: amountText(markets, into, fee),
          received: amountText(markets, into, received),
        })),
      };
    }),
    implement(contract.convertDust, async ({ body, caller, idempotencyKey: key }) => {
      const { into, received } = await funds.convertDust({ ...body, uid: caller.uid, key });
      return { into, received: amountText(markets, into, received) };
    }),
  ];
}
