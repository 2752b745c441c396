/** A market's configuration and status as bytes, in commands and in snapshots. */
import { STP_MODES } from '../book/order-pool.ts';
import type { FeeMode, MarketParameters, MarketStatus } from '../protocol/commands.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { readNumber, readOptionals, readWord, writeNumber, writeOptionals, writeWord } from './fields.ts';

export const MARKET_STATUSES = [
  'PRE_OPEN',
  'TRADING',
  'HALTED',
  'POST_ONLY',
  'MAINTENANCE',
  'DELISTED',
] as const satisfies readonly MarketStatus[];
const FEE_MODES = ['RECEIVED', 'QUOTE'] as const satisfies readonly FeeMode[];
/** In the order of their bits; they may only grow at their end. */
const PARAMETER_OPTIONALS = ['maxConditional', 'maxIceberg'] as const;

type NumberField = {
  [K in keyof MarketParameters]-?: MarketParameters[K] extends number ? K : never;
}[keyof MarketParameters];

/** The order on the wire; it may only grow at its end. */
const PARAMETERS = [
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
] as const satisfies readonly NumberField[];

/** A fact that may be left out. */
const FLAG_VALUES = [undefined, false, true] as const;

export function writeParameters(w: ByteWriter, parameters: MarketParameters): void {
  for (const name of PARAMETERS) writeNumber(w, parameters[name]);
  writeWord(w, FEE_MODES, parameters.feeMode);
  writeWord(w, STP_MODES, parameters.defaultStpMode);
  writeOptionals(w, PARAMETER_OPTIONALS, parameters);
  w.count(FLAG_VALUES.indexOf(parameters.hasFeeException));
}

export function readParameters(r: ByteReader): MarketParameters {
  const numbers = Object.fromEntries(PARAMETERS.map((name) => [name, readNumber(r)])) as Pick<
    MarketParameters,
    NumberField
  >;
  const words = { feeMode: readWord(r, FEE_MODES), defaultStpMode: readWord(r, STP_MODES) };
  if (r.version === 1) return { ...numbers, ...words };
  const optionals = readOptionals(r, PARAMETER_OPTIONALS);
  const hasFeeException = r.word(FLAG_VALUES);
  return { ...numbers, ...words, ...optionals, ...(hasFeeException === undefined ? {} : { hasFeeException }) };
}
