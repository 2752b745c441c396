/** The amount that the page's ticket shows as locked equals the amount that the core locks (trading A5.1, A5.2), to the last unit. */
import { expect, test } from 'vitest';
import { codeOf, TestExchange, units } from '../../../core/testing/exchange.ts';
import { createBookMerger } from '../../../web/app/live/book.ts';
import type { Pair } from '../../../web/app/api/types.ts';
import { baseLocked, quoteLocked } from '../../../web/app/features/spot/ticket/ticket-costs.ts';
import { previewOf } from '../../../web/app/features/spot/ticket/ticket-preview.ts';
import { problemsOf } from '../../../web/app/features/spot/ticket/ticket-problems.ts';
import { EMPTY_TICKET, type Ticket, type TicketContext } from '../../../web/app/features/spot/ticket/ticket.ts';
import { text } from '../../../web/app/terminal/ticket/typed-units.ts';
import { spotCommandOf } from './ticket-command.ts';

const UID = 7;
const ASKS: [string, string][] = [
  ['30000.02', '0.4'],
  ['30005.57', '0.8'],
];
const BIDS: [string, string][] = [
  ['29999.98', '0.3'],
  ['29990.13', '0.9'],
];
const RULES = {
  symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', basePrecision: 5, quotePrecision: 2, tickSize: '0.01', stepSize: '0.00001',
  minVolume: '0.00001', maxVolume: '100', minPrice: '0', maxPrice: '0', maxAmount: '0', maxLimitOrderAmount: '0', maxMarketOrderAmount: '0',
  minBuyPriceOffset: '0', maxSellPriceOffset: '0', priceProtectScope: '0', minAmount: '0', maxSlippage: '0.031', premiumFactor: '0.0537', makerFeeRate: '0.00083',
  takerFeeRate: '0.00119',
}; // prettier-ignore
const FEE_MODES = ['RECEIVED', 'QUOTE'] as const;
type FeeMode = (typeof FEE_MODES)[number];

const dear = (part: Partial<Ticket>): Partial<Ticket> => ({ stopPrice: '31000.37', ...part });
const cheap = (part: Partial<Ticket>): Partial<Ticket> => ({ stopPrice: '29000.13', ...part });
const BUYS: readonly Partial<Ticket>[] = [
  { type: 'LIMIT', price: '29999.97' },
  { type: 'LIMIT', price: '30011.13', timeInForce: 'IOC' },
  { type: 'LIMIT', price: '29999.97', isIceberg: true, displayQuantity: '0.03' },
  { type: 'MARKET' },
  { type: 'MARKET', marketUnit: 'amount', quantity: '', amount: '1000.55' },
  dear({ type: 'STOP_LIMIT', price: '31003.07' }),
  dear({ type: 'STOP_MARKET' }),
  cheap({ type: 'TAKE_PROFIT', price: '29001.01' }),
  cheap({ type: 'TAKE_PROFIT', isMarketThen: true }),
  { type: 'TRAILING_STOP', callback: '1.37', price: '30100.01' },
  { type: 'TRAILING_STOP', callback: '1.37', isMarketThen: true },
  { type: 'TRAILING_STOP', callback: '0.11', activationPrice: '29003.33', isMarketThen: true },
  dear({ type: 'OCO', price: '29000.07', stopLimitPrice: '31009.99' }),
  dear({ type: 'OCO', price: '29000.07' }),
];
const SELLS: readonly Partial<Ticket>[] = [
  { type: 'LIMIT', price: '30000.03' },
  { type: 'MARKET' },
  { type: 'MARKET', marketUnit: 'amount', quantity: '', amount: '1000.55' },
  cheap({ type: 'STOP_MARKET' }),
  { type: 'TRAILING_STOP', callback: '1.37', isMarketThen: true },
  cheap({ type: 'OCO', price: '31000.07' }),
];
const tickets = [
  ...BUYS.map((part): Ticket => ({ ...EMPTY_TICKET, side: 'BUY', quantity: '0.15373', ...part })),
  ...SELLS.map((part): Ticket => ({ ...EMPTY_TICKET, side: 'SELL', quantity: '0.15373', ...part })),
];
const cases = FEE_MODES.flatMap((feeMode) =>
  tickets.map((ticket) => [`${ticket.side} ${ticket.type}`, feeMode, ticket] as const),
);

/** The page's view of the market below. */
function contextOf(feeMode: FeeMode, available: { base?: string; quote?: string } = {}): TicketContext {
  const merger = createBookMerger({ price: 2, quantity: 5 });
  merger.apply({ snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0, asks: ASKS, bids: BIDS });
  return {
    pair: { ...RULES, feeMode } as Pair,
    book: merger.book(),
    lastPrice: '30000.01',
    availableBase: available.base ?? '1000',
    availableQuote: available.quote ?? '100000000',
    feeRates: { maker: RULES.makerFeeRate, taker: RULES.takerFeeRate },
  };
}

/** A market whose last price is 30,000.01, with those levels. */
function market(feeMode: FeeMode): TestExchange {
  const rate = (name: 'maxSlippage' | 'premiumFactor' | 'makerFeeRate' | 'takerFeeRate'): number => units(RULES[name]);
  const x = new TestExchange({
    tickSize: units(RULES.tickSize),
    stepSize: units(RULES.stepSize),
    maxSlippage: rate('maxSlippage'),
    premiumFactor: rate('premiumFactor'),
    makerFeeRate: rate('makerFeeRate'),
    takerFeeRate: rate('takerFeeRate'),
    feeMode,
  });
  x.fund(1, 2);
  x.sell(1, { price: '30000.01', quantity: 1 });
  x.buy(2, { price: '30000.01', quantity: 1 });
  for (const [price, quantity] of ASKS) x.sell(1, { price, quantity });
  for (const [price, quantity] of BIDS) x.buy(1, { price, quantity });
  return x;
}

test.each(cases)('A5.1 %s, fees %s: the core takes it with what the ticket locks, and not with a unit less', (_, feeMode, ticket) => {
  const context = contextOf(feeMode);
  const isBuy = ticket.side === 'BUY';
  const locks = isBuy ? quoteLocked(ticket, context) : baseLocked(ticket, context);
  const placedWith = (funds: bigint): string => {
    const x = market(feeMode);
    x.deposit(UID, isBuy ? 'USDT' : 'BTC', text(funds));
    return codeOf(x.run(spotCommandOf(UID, ticket, context.pair) as never));
  };
  expect([placedWith(BigInt(locks)), placedWith(BigInt(locks) - 1n)]).toEqual(['OK', 'INSUFFICIENT_BALANCE']);
  const isShort = (funds: bigint): boolean => {
    const available = contextOf(feeMode, isBuy ? { quote: text(funds) } : { base: text(funds) });
    return problemsOf(ticket, available).some(({ reason }) => reason === 'balance' || reason === 'worst_price');
  };
  expect([isShort(BigInt(locks)), isShort(BigInt(locks) - 1n)]).toEqual([false, true]);
  const { locks: shown, cost } = previewOf(ticket, context)!;
  if (isBuy && ticket.type !== 'MARKET' && ticket.type !== 'LIMIT') expect(shown ?? cost).toBe(text(BigInt(locks)));
}); // prettier-ignore
