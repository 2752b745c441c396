/** A contract, a short position and a ticket's context, for tests of the ticket. */
import type { Contract, Position, Preference } from '../app/api/calls/futures.ts';
import { createBookMerger } from '../app/live/book.ts';
import { type MarginState, unitsOf } from '../app/features/futures/margin.ts';
import type { TicketContext } from '../app/features/futures/ticket/ticket-preview.ts';
import { EMPTY_TICKET, type FuturesTicket } from '../app/features/futures/ticket/ticket.ts';

export const contract: Contract = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  settle: 'USDT',
  status: 'OPEN',
  tickSize: '0.1',
  stepSize: '0.001',
  pricePrecision: 1,
  amountPrecision: 3,
  minQuantity: '0.001',
  minNotional: '5',
  maxLimitQuantity: '100',
  maxMarketQuantity: '10',
  leverageMin: 1,
  leverageMax: 125,
  leverageDefault: 20,
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0006',
  liquidationFeeRate: '0.005',
  fundingIntervalHours: 8,
  interestRate: '0.0001',
  fundingCap: '0.003',
  minBuyPriceOffset: '0',
  maxSellPriceOffset: '0',
  priceProtectScope: '0.05',
  maxOpenOrders: 200,
  maxStopOrders: 100,
  tiers: [
    { cap: '50000', maxLeverage: 125, maintenanceMarginRate: '0.004', deduction: '0' },
    { cap: '1000000', maxLeverage: 50, maintenanceMarginRate: '0.01', deduction: '300' },
  ],
};

export const ONE_WAY: Preference = {
  symbol: 'BTCUSDT',
  positionMode: 'ONE_WAY',
  marginMode: 'CROSS',
  longLeverage: 20,
  shortLeverage: 20,
};
export const HEDGE: Preference = { ...ONE_WAY, positionMode: 'HEDGE' };

export function contextOf(preference = ONE_WAY, positions: readonly Position[] = []): TicketContext {
  const merger = createBookMerger({ price: 1, quantity: 3 });
  const levels = { asks: [['50010', '1'] as [string, string]], bids: [['49990', '1'] as [string, string]] };
  merger.apply({ snapshot: true, symbol: 'BTCUSDT', U: 1, u: 1, pu: 1, time: 0, ...levels });
  const state: MarginState = {
    contract,
    contracts: [contract],
    preference,
    mark: unitsOf('50000'),
    positions,
    orders: [],
    capital: { balance: '1000', expMoney: '0', bonuses: [] },
    marks: new Map([['BTCUSDT', unitsOf('50000')]]),
  };
  const feeRates = { maker: unitsOf('0.0002'), taker: unitsOf('0.0006') };
  return {
    state,
    isAccountKnown: true,
    book: merger.book(),
    lastPrice: '50000',
    index: unitsOf('50000'),
    available: unitsOf('1000'),
    feeRates,
  };
}
export const ticket = (part: Partial<FuturesTicket>): FuturesTicket => ({ ...EMPTY_TICKET, quantity: '0.01', ...part });
export const short: Position = {
  positionId: 1,
  symbol: 'BTCUSDT',
  positionSide: 'BOTH',
  direction: 'SHORT',
  quantity: '0.4',
  notional: '20000',
  unrealised: '0',
  marginMode: 'CROSS',
  leverage: 20,
  entryPrice: '50000',
  markPrice: '50000',
  margin: '1000',
  maintenanceMargin: '80',
  liquidationPrice: '0',
  autoAdd: false,
  realised: '0',
  fees: '0',
  funding: '0',
  adlLights: 0,
  openedAt: 0,
  updatedAt: 0,
};
