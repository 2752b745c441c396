/** The defaults of the product, each written once here. Values only, no schemas: pages import this module. */
export const DEFAULTS = {
  /** The currency in which totals are shown. */
  quoteCurrency: 'USD',
  spotQuote: 'USDT',
  futuresSymbol: 'BTCUSDT',
  spotSymbol: 'BTCUSDT',
  /** Decimals of an amount in a currency that does not define its own. */
  fiatPrecision: 2,
  language: 'en-us',
  /** The zone of "the day" in rules that name no zone. */
  timeZone: 'America/New_York',
  theme: 'dark',
  /** Rows of a list. */
  pageSize: 20,
  /** Rows of the list of ended token splashes. */
  endedSplashPageSize: 5,
} as const;
