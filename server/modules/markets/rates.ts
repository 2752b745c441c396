/** Rates of coins and currencies, for display only. Coins by their last price here; currencies by a dated table. */
import { DEFAULTS } from '@agio/contracts/defaults';
import type { CurrencyRate } from '@agio/contracts/http/site-settings';
import type { LiveMarkets } from './live.ts';
import { lastPriceOf, priceText } from './service.ts';

/** The coin that counts as a US dollar. */
const DOLLAR_COIN = DEFAULTS.spotQuote;
const FIAT_DECIMALS = DEFAULTS.fiatPrecision;

interface Fiat {
  readonly code: string;
  readonly sign: string;
  /** How much of it one US dollar buys. */
  readonly perDollar: string;
  readonly decimals: number;
}

/** Mid rates of 2025-01-02, rounded: for display only, never for conversions of money. */
const FIATS: readonly Fiat[] = [
  { code: DEFAULTS.quoteCurrency, sign: '$', perDollar: '1', decimals: FIAT_DECIMALS },
  { code: 'EUR', sign: '€', perDollar: '0.97', decimals: FIAT_DECIMALS },
  { code: 'GBP', sign: '£', perDollar: '0.81', decimals: FIAT_DECIMALS },
  { code: 'JPY', sign: '¥', perDollar: '157.5', decimals: 0 },
  { code: 'CNY', sign: '¥', perDollar: '7.3', decimals: FIAT_DECIMALS },
  { code: 'INR', sign: '₹', perDollar: '85.7', decimals: FIAT_DECIMALS },
  { code: 'BRL', sign: 'R$', perDollar: '6.2', decimals: FIAT_DECIMALS },
  { code: 'RUB', sign: '₽', perDollar: '110', decimals: FIAT_DECIMALS },
  { code: 'TRY', sign: '₺', perDollar: '35.3', decimals: FIAT_DECIMALS },
  { code: 'KRW', sign: '₩', perDollar: '1470', decimals: 0 },
  { code: 'IDR', sign: 'Rp', perDollar: '16200', decimals: 0 },
  { code: 'VND', sign: '₫', perDollar: '25450', decimals: 0 },
  { code: 'THB', sign: '฿', perDollar: '34.3', decimals: FIAT_DECIMALS },
  { code: 'UAH', sign: '₴', perDollar: '42', decimals: FIAT_DECIMALS },
  { code: 'PLN', sign: 'zł', perDollar: '4.15', decimals: FIAT_DECIMALS },
  { code: 'UZS', sign: 'soʻm', perDollar: '12900', decimals: 0 },
  { code: 'IRR', sign: '﷼', perDollar: '42000', decimals: 0 },
];

/** Codes of what people may count in. */
export const CURRENCIES: readonly string[] = FIATS.map(({ code }) => code);

export function currencyRates(live: LiveMarkets): CurrencyRate[] {
  const coins: CurrencyRate[] = [{ baseSymbol: DOLLAR_COIN, quoteSymbol: DEFAULTS.quoteCurrency, rate: '1' }];
  for (const market of live.markets.values()) {
    const price = lastPriceOf(market);
    if (price > 0) coins.push({ baseSymbol: market.view.base, quoteSymbol: market.view.quote, rate: priceText(price) });
  }
  return [
    ...coins,
    ...FIATS.map((fiat) => ({ baseSymbol: DEFAULTS.quoteCurrency, quoteSymbol: fiat.code, rate: fiat.perDollar })),
  ];
}

export function legalTenders(): { id: number; content: string; avatar: string | null }[] {
  return FIATS.map((fiat, index) => ({ id: index + 1, content: `${fiat.code}_${fiat.sign}`, avatar: null }));
}

export interface FiatDetail {
  readonly precision: number;
  readonly moneySymbol: string;
  readonly countryCoin: string;
  readonly currencyPrecisions: { coinSymbol: string; precision: number }[];
}

export function fiatDetails(live: LiveMarkets): FiatDetail[] {
  const coins = [...live.scales.keys()];
  return FIATS.map((fiat) => ({
    precision: fiat.decimals,
    moneySymbol: fiat.sign,
    countryCoin: fiat.code,
    // A coin's own worth shows more decimals than a total: cheap coins cost less than a cent.
    currencyPrecisions: coins.map((coinSymbol) => ({
      coinSymbol,
      precision: coinSymbol === DOLLAR_COIN ? fiat.decimals : 8,
    })),
  }));
}
