/** The operator's calls about the parameters of markets and contracts (trading A4, B1). Amounts, prices and rates are text. */
import { z } from 'zod';
import { endpoint, type Permission } from '../endpoint.ts';
import { decimal, feeMode, signedDecimal, stpMode, symbol, timeMs } from '../types.ts';
import { selfTradePreventionMode } from './futures-shapes.ts';

const operator: Permission = { kind: 'operator' };
const count = z.int().nonnegative();
/** The grid, in which every price and quantity of the book and of its history is written, stays for good. */
const grid = { tickSize: decimal, stepSize: decimal };

/** What markets and contracts have alike. Rates are fractions: "0.001" is 0.1 %. */
const commonFields = {
  minBuyPriceOffset: signedDecimal,
  maxSellPriceOffset: decimal,
  priceProtectScope: decimal,
  makerFeeRate: signedDecimal,
  takerFeeRate: decimal,
  maxOpenOrders: count,
  maxAmends: count,
  hasFeeException: z.boolean(),
};
const namesOne = [(changes: object) => Object.keys(changes).length > 0, 'must name a field to change'] as const;
/** Some of the fields, and no others. */
const someOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .strictObject(fields)
    .partial()
    .refine(...namesOne);

const marketFields = {
  ...commonFields,
  minPrice: decimal,
  maxPrice: decimal,
  minVolume: decimal,
  maxVolume: decimal,
  minAmount: decimal,
  maxAmount: decimal,
  maxLimitOrderAmount: decimal,
  maxMarketOrderAmount: decimal,
  maxSlippage: decimal,
  premiumFactor: decimal,
  openPrice: decimal,
  openTimeMs: timeMs,
  openProtectMs: count,
  feeMode,
  defaultStpMode: stpMode,
  maxConditional: count,
  maxIceberg: count,
};
const marketChanges = someOf(marketFields);
/** Three may be left to the exchange’s defaults: 20 conditional orders, 5 icebergs, no fee exception. */
const marketTexts = z
  .object({ ...grid, ...marketFields })
  .partial({ maxConditional: true, maxIceberg: true, hasFeeException: true });
export type MarketTexts = z.output<typeof marketTexts>;

const contractFields = {
  ...commonFields,
  minQuantity: decimal,
  minNotional: decimal,
  maxLimitQuantity: decimal,
  maxMarketQuantity: decimal,
  /** All of them, from the smallest cap. */
  tiers: z.array(z.strictObject({ cap: decimal, maxLeverage: z.int(), maintenanceMarginRate: decimal })).max(32),
  leverageMin: count,
  leverageMax: count,
  leverageDefault: count,
  liquidationFeeRate: decimal,
  fundingIntervalHours: count,
  /** Per 8 hours. */
  interestRate: signedDecimal,
  /** "0": three quarters of the first tier's maintenance rate. */
  fundingCap: decimal,
  impactNotional: decimal,
  openInterestCap: decimal,
  maxStopOrders: count,
  defaultStpMode: selfTradePreventionMode,
};
const contractChanges = someOf(contractFields);
const contractTexts = z.object({ ...grid, ...contractFields });
export type ContractTexts = z.output<typeof contractTexts>;

const ofSymbol = z.object({ symbol });
/** The version that the change makes: one more than the present one, so that an operator cannot overwrite a change unseen. */
const version = z.int().positive();
const changed = z.object({
  symbol,
  version,
  /** Open orders that the new parameters would refuse. They stay as they are unless they `ended`. */
  misfits: z.array(z.object({ orderId: z.int(), uid: z.int(), code: z.string(), ended: z.boolean() })),
});

export const operatorMarketParameters = endpoint({
  method: 'GET',
  path: '/operator/market/parameters',
  summary: 'The parameters of a spot market in force, and their version',
  permission: operator,
  query: ofSymbol,
  data: z.object({ symbol, version, parameters: marketTexts }),
});

export const operatorChangeMarket = endpoint({
  method: 'POST',
  path: '/operator/market/parameters',
  summary: 'Changes parameters of a spot market; what is not named stays. Names the open orders that no longer fit',
  permission: operator,
  body: z.strictObject({ symbol, version, changes: marketChanges }),
  data: changed,
});

export const operatorContractParameters = endpoint({
  method: 'GET',
  path: '/operator/contract/parameters',
  summary: 'The parameters of a contract in force, and their version',
  permission: operator,
  query: ofSymbol,
  data: z.object({ symbol, version, parameters: contractTexts }),
});

export const operatorChangeContract = endpoint({
  method: 'POST',
  path: '/operator/contract/parameters',
  summary: 'Changes parameters of a contract; what is not named stays. Names the open orders that no longer fit',
  permission: operator,
  body: z.strictObject({ symbol, version, changes: contractChanges }),
  data: changed,
});
