import { expect, test } from 'vitest';
import type { Pair } from '../../../api/types.ts';
import { createBookMerger } from '../../../live/book.ts';
import { percentOfAvailable, withPercent } from './ticket-edits.ts';
import { orderOf } from './ticket-order.ts';
import { problemsOf } from './ticket-problems.ts';
import { EMPTY_TICKET, type Ticket, type TicketContext } from './ticket.ts';

const pair = {
  symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', basePrecision: 5, quotePrecision: 2, tickSize: '0.01', stepSize: '0.00001',
  minVolume: '0.00001', maxVolume: '100', maxAmount: '0', maxMarketOrderAmount: '0', minAmount: '5', maxSlippage: '0.03', premiumFactor: '0.05',
  makerFeeRate: '0.0008', takerFeeRate: '0.001', feeMode: 'RECEIVED',
} as Pair; // prettier-ignore

function contextOf(): TicketContext {
  const merger = createBookMerger({ price: 2, quantity: 5 });
  const [asks, bids] = [[['30000', '9']], [['29990', '9']]] as [string, string][][];
  merger.apply({ snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0, asks: asks!, bids: bids! });
  const feeRates = { maker: '0.0008', taker: '0.001' };
  return { pair, book: merger.book(), lastPrice: '30000', availableBase: '2', availableQuote: '10000', feeRates };
}

const market = (part: Partial<Ticket>): Ticket => ({ ...EMPTY_TICKET, type: 'MARKET', ...part });

test.each([25, 50, 75, 100])(
  'trading A5.1 a market order of %i%% spends just that share, given in either coin',
  (percent) => {
    const context = contextOf();
    for (const marketUnit of ['quantity', 'amount'] as const) {
      const typed = { marketUnit, quantity: '7', amount: '9' } as const;
      const [bought, sold] = (['BUY', 'SELL'] as const).map((side) =>
        withPercent(market({ ...typed, side }), percent, context),
      );
      const order = { symbol: 'BTCUSDT', type: 'MARKET' };
      expect(orderOf(bought!, pair)).toEqual({ ...order, side: 'BUY', quoteAmount: String(percent * 100) });
      expect(orderOf(sold!, pair)).toEqual({ ...order, side: 'SELL', quantity: String(percent / 50) });
      expect([bought, sold].map((one) => percentOfAvailable(one!, context))).toEqual([percent, percent]);
      // Nothing that was typed in the other coin comes back.
      expect([bought!.quantity, sold!.amount]).toEqual(['', '']);
    }
  },
);

test('trading A5.1 a market buy by amount that only its worst price makes too dear says so, and how much is covered', () => {
  const faults = (quantity: string) => problemsOf(market({ quantity }), contextOf());
  const values = { price: '30900.00', quote: 'USDT', most: '0.32362', base: 'BTC' };
  expect(faults('0.33')).toEqual([{ field: 'quantity', reason: 'worst_price', values }]);
  expect(faults('0.32362')).toEqual([]);
  // More than it would pay at the prices of now.
  expect(faults('0.4')).toMatchObject([{ field: 'quantity', reason: 'balance' }]);
});
