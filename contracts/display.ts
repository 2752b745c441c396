/**
 * How a person wants to see the site. Each choice lives in a cookie of its own for a year, readable by the page and sent to
 * the server, so that the first paint is right already. Values only, no schemas: pages import this module.
 */
import { DEFAULTS } from './defaults.ts';
import { YEAR_SECONDS } from './durations.ts';

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/** The color of a rise; a fall has the other one of the pair. Blue and orange are told apart by people who confuse red and green. */
export const PRICE_COLORS = ['green-up', 'red-up', 'blue-up', 'orange-up'] as const;
export type PriceColors = (typeof PRICE_COLORS)[number];

/** Percent. The page cannot be zoomed by hand, so that text has a size of its own. */
export const TEXT_SIZES = ['100', '125', '150'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** Whether the page of assets shows how much there is. */
export const AMOUNTS = ['shown', 'hidden'] as const;
export type Amounts = (typeof AMOUNTS)[number];

/** Whether the page of assets lists coins that are worth next to nothing (`SMALL_BALANCE` of the page). */
export const SMALL_BALANCES = ['shown', 'hidden'] as const;
export type SmallBalances = (typeof SMALL_BALANCES)[number];

/**
 * How a terminal's panels stand (experience section 4, checklist S10). `page`: as the terminal has it of itself, spot `standard` and
 * perpetuals `pro_right`. `custom`: as the person arranged them, which the device keeps.
 */
export const PRESETS = ['standard', 'pro_right', 'pro_left', 'pro_kline'] as const;
export type Preset = (typeof PRESETS)[number];
export const LAYOUTS = ['page', ...PRESETS, 'custom'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Whether the size of a perpetual's order is typed in its base coin (quantity) or in its settlement coin (amount). */
export const SIZE_UNITS = ['quantity', 'amount'] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

export interface Display {
  readonly theme: Theme;
  readonly priceColors: PriceColors;
  readonly textSize: TextSize;
  /** What totals are counted in: the code of a currency. */
  readonly currency: string;
  readonly amounts: Amounts;
  readonly smallBalances: SmallBalances;
  readonly layout: Layout;
  readonly sizeUnit: SizeUnit;
}

export const DEFAULT_DISPLAY: Display = {
  theme: DEFAULTS.theme,
  priceColors: 'green-up',
  textSize: '100',
  currency: DEFAULTS.quoteCurrency,
  amounts: 'shown',
  smallBalances: 'shown',
  layout: 'page',
  sizeUnit: 'quantity',
};

const COOKIES: Readonly<Record<keyof Display, string>> = {
  theme: 'theme',
  priceColors: 'price-colors',
  textSize: 'text-size',
  currency: 'currency',
  amounts: 'amounts',
  smallBalances: 'small-balances',
  layout: 'layout',
  sizeUnit: 'size-unit',
};

/** A cookie with an unknown value is ignored; `currencies`: the codes that the server knows. */
export function readDisplay(
  cookies: Readonly<Record<string, string | undefined>>,
  currencies: readonly string[],
): Display {
  const one = <Value extends string>(name: keyof Display, known: readonly Value[]): Value | undefined =>
    known.find((value) => value === cookies[COOKIES[name]]);
  return {
    theme: one('theme', THEMES) ?? DEFAULT_DISPLAY.theme,
    priceColors: one('priceColors', PRICE_COLORS) ?? DEFAULT_DISPLAY.priceColors,
    textSize: one('textSize', TEXT_SIZES) ?? DEFAULT_DISPLAY.textSize,
    currency: one('currency', currencies) ?? DEFAULT_DISPLAY.currency,
    amounts: one('amounts', AMOUNTS) ?? DEFAULT_DISPLAY.amounts,
    smallBalances: one('smallBalances', SMALL_BALANCES) ?? DEFAULT_DISPLAY.smallBalances,
    layout: one('layout', LAYOUTS) ?? DEFAULT_DISPLAY.layout,
    sizeUnit: one('sizeUnit', SIZE_UNITS) ?? DEFAULT_DISPLAY.sizeUnit,
  };
}

/** The text that keeps a choice, for `document.cookie`. */
export function displayCookie(name: keyof Display, value: string): string {
  return `${COOKIES[name]}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
