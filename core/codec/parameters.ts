/** A market's configuration and status as bytes, in commands and in snapshots. */
import { type MarketParameters } from '../protocol/commands.ts';
import type { Field } from './field.ts';
import { each, joined, joinedSince, NUMBER, optional, optionals, wordIndex, record, word } from './fields.ts';
import { FEE_MODES, STP_MODES } from '../protocol/words.ts';

/** A fact that may be left out. */
const FLAG_VALUES = [undefined, false, true] as const;

/** In the order of their bits; they may only grow at their end. */
const LIMITS = ['maxConditional', 'maxIceberg'] as const;
type Limits = Pick<MarketParameters, (typeof LIMITS)[number]>;
type Exception = Pick<MarketParameters, 'hasFeeException'>;

const NUMBERS = [
  'tickSize',
  'stepSize',
  'minPrice',
  'maxPrice',
  'minVolume',
  'maxVolume',
  'minAmount',
  'maxAmount',
  'maxLimitOrderAmount',
  'maxMarketOrderAmount',
  'minBuyPriceOffset',
  'maxSellPriceOffset',
  'priceProtectScope',
  'maxSlippage',
  'premiumFactor',
  'openPrice',
  'openTimeMs',
  'openProtectMs',
  'makerFeeRate',
  'takerFeeRate',
  'maxOpenOrders',
  'maxAmends',
] as const;

export const MARKET_PARAMETERS: Field<MarketParameters> = joinedSince(
  2,
  record<Omit<MarketParameters, keyof Limits | keyof Exception>>({
    ...each(NUMBERS, NUMBER),
    feeMode: word(FEE_MODES),
    defaultStpMode: word(STP_MODES),
  }),
  joined(
    optionals<Limits>(LIMITS),
    // Left out where the market does not say.
    record<Exception>({ hasFeeException: optional(wordIndex(FLAG_VALUES)) }),
  ),
);
