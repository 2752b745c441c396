/**
 * Parameters of markets and contracts (trading A4, B1): shown as decimal text, and changed field by field. What a change does not
 * name stays as it is in the version before it.
 */
import { implement, type Route } from '@agio/contracts/endpoint';
import { Refusal } from '@agio/contracts/errors';
import {
  type ContractTexts,
  type MarketTexts,
  operatorChangeContract,
  operatorChangeMarket,
  operatorContractParameters,
  operatorMarketParameters,
} from '@agio/contracts/http/operator-parameters';
import type { CommandBody, ContractParameters, ContractView, MarketParameters, MarketView, Misfit } from '@agio/core';
import { formatUnits, PRICE_SCALE, type Rate, RATE_SCALE } from '@agio/core/fixed';
import { amountOf, amountText } from '../futures/index.ts';
import { idleLeverage } from './configuration-rules.ts';
import { contractNamed, marketNamed, noContract, noMarket, said } from './refusal-sentences.ts';
import { scaleOf, send, type Sender, unitsOf } from './sending.ts';

/** How a field crosses the wire: as text with the decimals of a price, a rate, the base or the quote asset, or as it is. */
type Unit = 'price' | 'rate' | 'base' | 'quote' | 'plain';
type Units<P> = Readonly<Record<keyof P, Unit>>;
type Scales = Readonly<Record<Exclude<Unit, 'plain'>, number>>;

const MARKET: Units<Required<MarketParameters>> = {
  tickSize: 'price',
  stepSize: 'base',
  minPrice: 'price',
  maxPrice: 'price',
  minVolume: 'base',
  maxVolume: 'base',
  minAmount: 'quote',
  maxAmount: 'quote',
  maxLimitOrderAmount: 'quote',
  maxMarketOrderAmount: 'quote',
  minBuyPriceOffset: 'rate',
  maxSellPriceOffset: 'rate',
  priceProtectScope: 'rate',
  maxSlippage: 'rate',
  premiumFactor: 'rate',
  openPrice: 'price',
  openTimeMs: 'plain',
  openProtectMs: 'plain',
  makerFeeRate: 'rate',
  takerFeeRate: 'rate',
  feeMode: 'plain',
  maxOpenOrders: 'plain',
  maxAmends: 'plain',
  defaultStpMode: 'plain',
  maxConditional: 'plain',
  maxIceberg: 'plain',
  hasFeeException: 'plain',
};

const CONTRACT: Units<Omit<ContractParameters, 'tiers'>> = {
  tickSize: 'price',
  stepSize: 'base',
  minQuantity: 'base',
  minNotional: 'quote',
  maxLimitQuantity: 'base',
  maxMarketQuantity: 'base',
  leverageMin: 'plain',
  leverageMax: 'plain',
  leverageDefault: 'plain',
  makerFeeRate: 'rate',
  takerFeeRate: 'rate',
  liquidationFeeRate: 'rate',
  fundingIntervalHours: 'plain',
  interestRate: 'rate',
  fundingCap: 'rate',
  impactNotional: 'quote',
  priceProtectScope: 'rate',
  minBuyPriceOffset: 'rate',
  maxSellPriceOffset: 'rate',
  openInterestCap: 'quote',
  maxOpenOrders: 'plain',
  maxStopOrders: 'plain',
  maxAmends: 'plain',
  defaultStpMode: 'plain',
  hasFeeException: 'plain',
};

export function parameterRoutes(sender: Sender): Route[] {
  return [
    implement(operatorMarketParameters, async ({ query: { symbol } }) => {
      const market = await marketOf(sender, symbol);
      const { version, parameters } = market;
      return {
        symbol,
        version,
        parameters: textsOf(MARKET, parameters, await scalesOf(sender, market)) as MarketTexts,
      };
    }),
    implement(operatorChangeMarket, async ({ body: { symbol, version, changes } }) => {
      const market = await marketOf(sender, symbol);
      const changed = valuesOf(MARKET, changes, await scalesOf(sender, market));
      const parameters: MarketParameters = { ...market.parameters, ...changed };
      return await change(sender, market, { kind: 'ChangeMarket', symbol, version, parameters });
    }),
    implement(operatorContractParameters, async ({ query: { symbol } }) => {
      const { version, parameters } = await contractOf(sender, symbol);
      return { symbol, version, parameters: contractTexts(parameters) };
    }),
    implement(operatorChangeContract, async ({ body: { symbol, version, changes } }) => {
      const contract = await contractOf(sender, symbol);
      const { tiers, ...rest } = changes;
      const parameters: ContractParameters = {
        ...contract.parameters,
        ...valuesOf(CONTRACT, rest, CONTRACT_SCALES),
        ...(tiers === undefined ? {} : { tiers: tiersOf(tiers) }),
      };
      const isLeverage = changes.leverageMax !== undefined || tiers !== undefined;
      const fault = isLeverage ? idleLeverage(parameters) : null;
      if (fault !== null) throw said('BAD_CONFIGURATION', fault);
      return await change(sender, contract, { kind: 'ChangeContract', symbol, version, parameters });
    }),
  ];
}

/** Every amount of a contract counts in the settlement asset's units, every quantity in 10^-8. */
const CONTRACT_SCALES: Scales = { price: PRICE_SCALE, rate: RATE_SCALE, base: 8, quote: 8 };

async function scalesOf({ engine }: Sender, { base, quote }: MarketView): Promise<Scales> {
  const scales = { base: await scaleOf(engine, base), quote: await scaleOf(engine, quote) };
  return { price: PRICE_SCALE, rate: RATE_SCALE, ...scales };
}

async function marketOf({ engine }: Sender, symbol: string): Promise<MarketView> {
  const found = await marketNamed(engine, symbol);
  if (found === undefined) throw said('UNKNOWN_MARKET', noMarket(symbol));
  return found;
}

async function contractOf({ engine }: Sender, symbol: string): Promise<ContractView> {
  const found = await contractNamed(engine, symbol);
  if (found === undefined) throw said('UNKNOWN_MARKET', noContract(symbol));
  return found;
}

/** Takes the present version (a repeat, answered by the core) or the next. Any other was sent without knowing the present one. */
async function change(
  sender: Sender,
  now: { readonly version: number },
  command: Extract<CommandBody, { kind: 'ChangeMarket' | 'ChangeContract' }>,
): Promise<{ symbol: string; version: number; misfits: Misfit[] }> {
  const { symbol, version } = command;
  if (version !== now.version && version !== now.version + 1)
    throw new Refusal('BAD_REQUEST', {
      detail: `the next version of ${symbol} is ${now.version + 1}`,
      field: 'version',
    });
  const { misfits } = await send(sender, command, 'Misfits');
  return { symbol, version, misfits: [...misfits] };
}

function textsOf(units: Readonly<Record<string, Unit>>, parameters: object, scales: Scales): Record<string, unknown> {
  const fields = Object.entries(parameters).filter(([name]) => name in units);
  return Object.fromEntries(
    fields.map(([name, value]) => {
      const unit = units[name] ?? 'plain';
      return [name, unit === 'plain' ? value : formatUnits(value as number, scales[unit])];
    }),
  );
}

function contractTexts(parameters: ContractParameters): ContractTexts {
  const tiers = parameters.tiers.map(({ cap, maxLeverage, rate }) => ({
    cap: amountText(cap),
    maxLeverage,
    maintenanceMarginRate: formatUnits(rate, RATE_SCALE),
  }));
  return { ...textsOf(CONTRACT, parameters, CONTRACT_SCALES), tiers } as ContractTexts;
}

function valuesOf(units: Readonly<Record<string, Unit>>, changes: object, scales: Scales): Record<string, unknown> {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    named.map(([name, value]) => {
      const unit = units[name] ?? 'plain';
      return [name, unit === 'plain' ? value : unitsOf(name, value as string, scales[unit])];
    }),
  );
}

function tiersOf(tiers: ContractTexts['tiers']): ContractParameters['tiers'] {
  return tiers.map(({ cap, maxLeverage, maintenanceMarginRate }) => ({
    cap: amountOf('cap', cap),
    maxLeverage,
    rate: unitsOf<Rate>('maintenanceMarginRate', maintenanceMarginRate, RATE_SCALE),
  }));
}
