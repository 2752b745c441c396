import { DEFAULTS } from '@agio/contracts/defaults';

/** The quote asset of most markets: values are computed in it first. */
export const VALUE_CURRENCY = DEFAULTS.spotQuote;
export const VALUE_DECIMALS = 2;
