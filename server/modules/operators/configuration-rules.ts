/**
 * The rules for a market's and a contract's parameters, each with a sentence for the operator. The core decides (trading 0.2, A4, B1, B2)
 * but only says that a configuration is not valid; these rules say which field, and why.
 */
import { type ContractParameters, type MarketParameters, PERP_SCALE } from '@agio/core';
import { formatUnits, MAX_FEE_RATE, PRICE_SCALE, RATE_ONE } from '@agio/core/fixed';
import { MAX_LEVERAGE, MAX_TICKS, MAX_TIERS } from '@agio/core/formulas';
import { rateText } from '../markets/index.ts';

interface Rule {
  readonly field: string;
  /** Follows the field's name. */
  readonly may: string;
  readonly isKept: boolean;
}

const HOURS_A_DAY = 24;

/** The first rule that the parameters break, as a sentence that names the field; null where they break none. */
export const marketFault = (parameters: MarketParameters): string | null => firstBroken(marketRules(parameters));

/** Like `marketFault`, for a contract. */
export const contractFault = (parameters: ContractParameters): string | null => firstBroken(contractRules(parameters));

/** The core accepts a leverage that no tier allows, but nobody could use it: the operator is told. */
export function idleLeverage({ leverageMax, tiers }: ContractParameters): string | null {
  const most = tiers[0]?.maxLeverage;
  if (most === undefined || leverageMax <= most) return null;
  return `leverageMax must be ${most} or less, which is what the highest tier of leverage allows.`;
}

function firstBroken(rules: readonly Rule[]): string | null {
  const broken = rules.find(({ isKept }) => !isKept);
  return broken === undefined ? null : `${broken.field} ${broken.may}.`;
}

function marketRules(p: MarketParameters): Rule[] {
  const { tickSize, openPrice } = p;
  return [
    ...feeRules(p),
    offsetRule(p.minBuyPriceOffset),
    { field: 'priceProtectScope', may: 'must be below 1; 0 is no protection', isKept: p.priceProtectScope < RATE_ONE },
    { field: 'maxSlippage', may: 'must be below 1', isKept: p.maxSlippage < RATE_ONE },
    mostRule('maxPrice', p.maxPrice, 'minPrice', p.minPrice),
    mostRule('maxVolume', p.maxVolume, 'minVolume', p.minVolume),
    {
      field: 'openPrice',
      may: `must be a multiple of tickSize, ${formatUnits(tickSize, PRICE_SCALE)}`,
      isKept: openPrice % tickSize === 0,
    },
    {
      field: 'openPrice',
      may: `must be ${formatUnits(BigInt(MAX_TICKS) * BigInt(tickSize), PRICE_SCALE)} or less`,
      isKept: openPrice / tickSize <= MAX_TICKS,
    },
  ];
}

function contractRules(p: ContractParameters): Rule[] {
  const { leverageMin, leverageMax } = p;
  return [
    ...feeRules(p),
    { field: 'liquidationFeeRate', may: 'must be 0.5 or less', isKept: p.liquidationFeeRate <= MAX_FEE_RATE },
    {
      field: 'fundingIntervalHours',
      may: 'must divide a day into whole parts: 1, 2, 3, 4, 6, 8, 12 or 24',
      isKept: isIn(p.fundingIntervalHours, 1, HOURS_A_DAY) && HOURS_A_DAY % p.fundingIntervalHours === 0,
    },
    { field: 'interestRate', may: 'must be above -1 and below 1', isKept: Math.abs(p.interestRate) < RATE_ONE },
    { field: 'fundingCap', may: 'must be below 1', isKept: p.fundingCap < RATE_ONE },
    {
      field: 'priceProtectScope',
      may: 'must be above 0 and below 1: a market order needs a price to be margined at',
      isKept: p.priceProtectScope > 0 && p.priceProtectScope < RATE_ONE,
    },
    offsetRule(p.minBuyPriceOffset),
    rangeRule('leverageMin', leverageMin, { low: 1, high: MAX_LEVERAGE }),
    rangeRule('leverageMax', leverageMax, { low: leverageMin, lowIs: 'leverageMin', high: MAX_LEVERAGE }),
    rangeRule('leverageDefault', p.leverageDefault, {
      low: leverageMin,
      lowIs: 'leverageMin',
      high: leverageMax,
      highIs: 'leverageMax',
    }),
    {
      field: 'tiers',
      may: `must be a list of 1 to ${MAX_TIERS} tiers, all of them`,
      isKept: isIn(p.tiers.length, 1, MAX_TIERS),
    },
    ...p.tiers.flatMap((_tier, at) => tierRules(p, at)),
  ];
}

/** Caps and maintenance rates rise, leverage falls, and no tier liquidates what its leverage just opened (trading B2). */
function tierRules({ tiers, leverageMax }: ContractParameters, at: number): Rule[] {
  const tier = tiers[at];
  if (tier === undefined) return [];
  const { cap, maxLeverage, rate } = tier;
  const before = at === 0 ? null : (tiers[at - 1] ?? null);
  const field = (name: string): string => `tiers.${at}.${name}`;
  const highest = before === null ? { high: leverageMax, highIs: 'leverageMax' } : ofTierBefore(before.maxLeverage);
  return [
    rangeRule(field('maxLeverage'), maxLeverage, { low: 1, ...highest }),
    {
      field: field('maintenanceMarginRate'),
      may:
        before === null
          ? 'must be above 0 and below 1'
          : `must be ${rateText(before.rate)} or more, as in the tier before, and below 1`,
      isKept: isIn(rate, before?.rate ?? 1, RATE_ONE - 1),
    },
    {
      field: field('maintenanceMarginRate'),
      may: `times maxLeverage ${maxLeverage} must be below 1, or a position would be liquidated as it opens`,
      isKept: rate * maxLeverage < RATE_ONE,
    },
    {
      field: field('cap'),
      may:
        before === null
          ? 'must be above 0'
          : `must be above that of the tier before, ${formatUnits(before.cap, PERP_SCALE)}`,
      isKept: cap > (before?.cap ?? 0),
    },
  ];
}

const ofTierBefore = (high: number): { high: number; highIs: string } => ({ high, highIs: 'that of the tier before' });

/** A maker's rebate is at most what the taker pays (trading A5). */
function feeRules({ makerFeeRate, takerFeeRate }: Pick<MarketParameters, 'makerFeeRate' | 'takerFeeRate'>): Rule[] {
  const most = rateText(MAX_FEE_RATE);
  return [
    { field: 'takerFeeRate', may: `must be ${most} or less`, isKept: takerFeeRate <= MAX_FEE_RATE },
    { field: 'makerFeeRate', may: `must be ${most} or less`, isKept: makerFeeRate <= MAX_FEE_RATE },
    {
      field: 'makerFeeRate',
      may: `must be ${rateText(0 - takerFeeRate)} or more: a rebate is paid from takerFeeRate`,
      isKept: makerFeeRate >= -takerFeeRate,
    },
  ];
}

const offsetRule = (offset: number): Rule => ({
  field: 'minBuyPriceOffset',
  may: 'must be above -1 and not above 0; 0 is no limit',
  isKept: offset <= 0 && offset > -RATE_ONE,
});

const mostRule = (field: string, most: number, other: string, least: number): Rule => ({
  field,
  may: `must not be below ${other}; 0 is no limit`,
  isKept: most === 0 || most >= least,
});

interface Range {
  readonly low: number;
  readonly lowIs?: string;
  readonly high: number;
  readonly highIs?: string;
}

function rangeRule(field: string, value: number, { low, lowIs, high, highIs }: Range): Rule {
  const named = (bound: number, name: string | undefined): string =>
    name === undefined ? `${bound}` : `${bound} (${name})`;
  return {
    field,
    may: `must be a whole number from ${named(low, lowIs)} to ${named(high, highIs)}`,
    isKept: isIn(value, low, high),
  };
}

const isIn = (value: number, low: number, high: number): boolean =>
  Number.isSafeInteger(value) && value >= low && value <= high;
