/** The GraphQL face: rates, fiat details, currencies, spot coins and pairs. All of it public and read-only. */
import SchemaBuilder from '@pothos/core';
import type { GraphQLSchema } from 'graphql';
import { formatUnits } from '@agio/core/fixed';
import type { LiveMarket, LiveMarkets } from './live.ts';
import { currencyRates, fiatDetails, type FiatDetail, legalTenders } from './rates.ts';
import type { Coin } from './display-repo.ts';
import { type Displays, pairOf, pairsOf, priceText } from './service.ts';

interface Objects {
  Objects: {
    Rate: ReturnType<typeof currencyRates>[number];
    CurrencyPrecision: FiatDetail['currencyPrecisions'][number];
    FiatDetail: FiatDetail;
    Currency: ReturnType<typeof legalTenders>[number];
    SpotCoin: Coin;
    SpotPair: SpotPair;
  };
}

type SpotPair = ReturnType<typeof spotPair>;

/** The pair with the fields the specification names; `logos` by asset. */
function spotPair(market: LiveMarket, displays: Displays, logos: ReadonlyMap<string, string>) {
  const pair = pairOf(market, displays);
  const display = displays.pairs.get(pair.symbol);
  const { parameters } = market.view;
  const amount = (value: number): string => formatUnits(value, market.quoteScale);
  return {
    ...pair,
    id: display?.id ?? 0,
    baseIcon: logos.get(pair.base) ?? '',
    quoteIcon: logos.get(pair.quote) ?? '',
    minPrice: priceText(parameters.minPrice),
    maxAmount: amount(parameters.maxAmount),
    maxLimitOrderAmount: amount(parameters.maxLimitOrderAmount),
    maxMarketOrderAmount: amount(parameters.maxMarketOrderAmount),
    isOpen: pair.status === 'TRADING',
    isShow: display?.isShow ?? true,
    ctime: display?.createdAtMs ?? parameters.openTimeMs,
    precisions: [1n, 10n, 100n, 1000n].map((times) => priceText(BigInt(parameters.tickSize) * times)),
  };
}

export function buildGraphqlSchema(live: LiveMarkets, displays: () => Displays): GraphQLSchema {
  const builder = new SchemaBuilder<Objects>({});
  const spotPairs = (): SpotPair[] => {
    const logos = new Map(displays().coins.map(({ asset, logo }) => [asset, logo]));
    return pairsOf(live, displays()).flatMap((pair) => {
      const market = live.markets.get(pair.symbol);
      return market ? [spotPair(market, displays(), logos)] : [];
    });
  };

  builder.objectType('Rate', {
    fields: (t) => ({
      baseSymbol: t.exposeString('baseSymbol'),
      quoteSymbol: t.exposeString('quoteSymbol'),
      rate: t.exposeString('rate'),
    }),
  });
  builder.objectType('CurrencyPrecision', {
    fields: (t) => ({ coinSymbol: t.exposeString('coinSymbol'), precision: t.exposeInt('precision') }),
  });
  builder.objectType('FiatDetail', {
    fields: (t) => ({
      precision: t.exposeInt('precision'),
      moneySymbol: t.exposeString('moneySymbol'),
      countryCoin: t.exposeString('countryCoin'),
      currencyPrecisions: t.field({ type: ['CurrencyPrecision'], resolve: (fiat) => fiat.currencyPrecisions }),
    }),
  });
  builder.objectType('Currency', {
    fields: (t) => ({
      id: t.exposeInt('id'),
      content: t.exposeString('content'),
      avatar: t.exposeString('avatar', { nullable: true }),
    }),
  });
  defineCoin(builder);
  definePair(builder);
  builder.queryType({
    fields: (t) => ({
      rates: t.field({ type: ['Rate'], resolve: () => currencyRates(live) }),
      fiatDetails: t.field({ type: ['FiatDetail'], resolve: () => fiatDetails(live) }),
      currencies: t.field({ type: ['Currency'], resolve: () => legalTenders() }),
      spotCoins: t.field({ type: ['SpotCoin'], resolve: () => [...displays().coins] }),
      spotPairs: t.field({ type: ['SpotPair'], resolve: () => spotPairs() }),
    }),
  });
  return builder.toSchema();
}

type Builder = PothosSchemaTypes.SchemaBuilder<PothosSchemaTypes.ExtendDefaultTypes<Objects>>;

function defineCoin(builder: Builder): void {
  builder.objectType('SpotCoin', {
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('asset'),
      fullName: t.exposeString('fullName'),
      precision: t.exposeInt('precision'),
      logo: t.exposeString('logo'),
      track: t.exposeString('track'),
      isOpen: t.exposeBoolean('isOpen'),
      isShow: t.exposeBoolean('isShow'),
      depositOpen: t.exposeBoolean('depositOpen'),
      withdrawOpen: t.exposeBoolean('withdrawOpen'),
      withdrawMin: t.exposeString('withdrawMin'),
      withdrawMax: t.exposeString('withdrawMax'),
      sort: t.exposeInt('sort'),
      isHot: t.exposeBoolean('isHot'),
    }),
  });
}

function definePair(builder: Builder): void {
  builder.objectType('SpotPair', {
    fields: (t) => ({
      id: t.exposeInt('id'),
      symbol: t.exposeString('symbol'),
      base: t.exposeString('base'),
      baseIcon: t.exposeString('baseIcon'),
      quote: t.exposeString('quote'),
      quoteIcon: t.exposeString('quoteIcon'),
      basePrecision: t.exposeInt('basePrecision'),
      quotePrecision: t.exposeInt('quotePrecision'),
      minPrice: t.exposeString('minPrice'),
      minVolume: t.exposeString('minVolume'),
      minAmount: t.exposeString('minAmount'),
      maxAmount: t.exposeString('maxAmount'),
      maxLimitOrderAmount: t.exposeString('maxLimitOrderAmount'),
      maxMarketOrderAmount: t.exposeString('maxMarketOrderAmount'),
      minBuyPriceOffset: t.exposeString('minBuyPriceOffset'),
      maxSellPriceOffset: t.exposeString('maxSellPriceOffset'),
      maxSlippage: t.exposeString('maxSlippage'),
      premiumFactor: t.exposeString('premiumFactor'),
      isOpen: t.exposeBoolean('isOpen'),
      isHot: t.exposeBoolean('isHot'),
      isRecommend: t.exposeBoolean('isRecommend'),
      isShow: t.exposeBoolean('isShow'),
      tradeArea: t.exposeString('tradeArea'),
      sort: t.exposeInt('sort'),
      // Milliseconds do not fit GraphQL's Int.
      openTime: t.exposeFloat('openTime'),
      ctime: t.exposeFloat('ctime'),
      precisions: t.exposeStringList('precisions'),
    }),
  });
}
