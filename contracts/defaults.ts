/** What stands in where nobody chose: each default of the product once. Values only, no schemas: pages import this module. */
export const DEFAULTS = {
  /** What totals are counted in. */
  quoteCurrency: 'USD',
  spotQuote: 'USDT',
  futuresSymbol: 'BTCUSDT',
  spotSymbol: 'BTCUSDT',
  /** Decimals of an amount in a currency that says nothing else. */
  fiatPrecision: 2,
  language: 'en-us',
  /** Where a rule names "the day" without a zone. */
  timeZone: 'America/New_York',
  theme: 'dark',
  /** Rows of a list. */
  pageSize: 20,
  /** Rows of the list of ended token splashes. */
  endedSplashPageSize: 5,
} as const;
