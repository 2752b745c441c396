/** The face of the outside world and its local stand-ins. */
export { type ContractDesk, startContractTraders } from './demo-market/contract-traders.ts';
export { demoMarkets } from './demo-market/markets.ts';
export { startTraders, type DemoMarket, type Traders } from './demo-market/traders.ts';
export { unit } from './reference-price.ts';
export { createCcxtSource } from './index-prices/ccxt-source.ts';
export { createDemoPrices, type DemoPrices } from './index-prices/demo-sources.ts';
export { type IndexPrices, joinSources } from './index-prices/index-prices.ts';
export { countryOfAddress } from './places/country-of-address.ts';
