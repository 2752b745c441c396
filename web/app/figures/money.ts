/** What coins are worth in the currency a person counts in: for display only, exact until the last digit shown. */
import type { CurrencyRate } from '@agio/contracts/http/site-settings';
import { DEFAULTS } from '@agio/contracts/defaults';
import type { FiatDetail } from '../api/calls/currencies.ts';
import { parseDecimal, formatUnits } from '../../ui/decimal.ts';
import { formatNumber } from '../../ui/format.ts';

const SCALE = 18;

interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** One `from` in `to`, along the fewest rates, each forwards or backwards; null where no chain of rates joins the two. */
export function rateBetween(from: string, to: string, rates: readonly CurrencyRate[]): Fraction | null {
  const reached = new Map<string, Fraction>([[from, { top: 1n, bottom: 1n }]]);
  // A Map is walked in the order of insertion, also over what is added meanwhile: nearest first.
  for (const [symbol, here] of reached) {
    if (symbol === to) return here;
    for (const { baseSymbol, quoteSymbol, rate } of rates) {
      const units = parseDecimal(rate, SCALE);
      if (units === null || units <= 0n) continue;
      const unit = 10n ** BigInt(SCALE);
      if (baseSymbol === symbol && !reached.has(quoteSymbol))
        reached.set(quoteSymbol, { top: here.top * units, bottom: here.bottom * unit });
      if (quoteSymbol === symbol && !reached.has(baseSymbol))
        reached.set(baseSymbol, { top: here.top * unit, bottom: here.bottom * units });
    }
  }
  return null;
}

/** Cut after 18 decimals; null where nothing joins the two. */
export function convert(amount: string, from: string, to: string, rates: readonly CurrencyRate[]): string | null {
  const rate = rateBetween(from, to, rates);
  const units = parseDecimal(amount, SCALE);
  return rate === null || units === null ? null : formatUnits((units * rate.top) / rate.bottom, SCALE);
}

/** Worth in the coin that most markets are quoted in: to compare what is in different ones. */
export function worthBy(rates: readonly CurrencyRate[]): Money['convert'] {
  return (amount, from) => convert(amount, from, DEFAULTS.spotQuote, rates);
}

/** As few rates as tell the same worth of these symbols: one for each that has a worth. */
export function ratesOfWorth(symbols: readonly string[], rates: readonly CurrencyRate[]): readonly CurrencyRate[] {
  const worth = worthBy(rates);
  return [...new Set(symbols)].flatMap((baseSymbol) => {
    const rate = worth('1', baseSymbol);
    return rate === null ? [] : [{ baseSymbol, quoteSymbol: DEFAULTS.spotQuote, rate }];
  });
}

/** How the amounts of a page are shown. */
export interface Money {
  /** The code of the currency that is shown. */
  readonly currency: string;
  /** Before the amount; empty where the currency has none. */
  readonly sign: string;
  readonly decimals: number;
  /** With the currency's sign and decimals; null where nothing tells what it is worth. */
  format(amount: string, from: string): string | null;
  /** The plain amount, to add up. */
  convert(amount: string, from: string): string | null;
}

/** The chosen currency where its rules and a rate are known, else the default one. */
export function moneyIn(chosen: string, rates: readonly CurrencyRate[], fiats: readonly FiatDetail[]): Money {
  const isKnown = fiats.some((fiat) => fiat.countryCoin === chosen) && rateBetween(DEFAULTS.spotQuote, chosen, rates);
  const currency = isKnown ? chosen : DEFAULTS.quoteCurrency;
  const fiat = fiats.find((known) => known.countryCoin === currency);
  const sign = fiat?.moneySymbol ?? '';
  const decimals = fiat?.precision ?? DEFAULTS.fiatPrecision;
  const inCurrency = (amount: string, from: string) => convert(amount, from, currency, rates);
  return {
    currency,
    sign,
    decimals,
    convert: inCurrency,
    format(amount, from) {
      const value = inCurrency(amount, from);
      return value === null ? null : sign + formatNumber(value, decimals);
    },
  };
}

/** `content` is CODE_symbol: EUR_€. */
export function currencyOf(content: string): { readonly code: string; readonly symbol: string } {
  const at = content.indexOf('_');
  return at < 0 ? { code: content, symbol: '' } : { code: content.slice(0, at), symbol: content.slice(at + 1) };
}
